// The pages of a trace. A small one is a single page that is there from the start; of a large one, each section is a page
// that stands on this web page, packed, or comes from the kernel when it is asked for.

function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

class Pages {
  constructor(model, arrived) {
    this.model = model;
    this.facts = model.get("data");
    this.starts = this.facts.starts ?? [0];
    this.number = this.facts.number ?? 0;
    this.known = new Map([[this.number, this.facts]]);
    this.asked = new Set();
    this.onMessage = ({ page, data }) => {
      this.asked.delete(page);
      this.known.set(page, data);
      arrived(page);
    };
    model.on("msg:custom", this.onMessage);
  }

  // The number of the page on which a step is.
  at(step) {
    let low = 0, high = this.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= step) low = middle;
      else high = middle;
    }
    return low;
  }

  has(number) { return this.known.has(number); }

  turn(number) {
    this.number = number;
    return { ...this.facts, ...this.known.get(number) };
  }

  ask(number) {
    if (this.asked.has(number) || number < 0 || number >= this.starts.length || this.has(number)) return;
    this.asked.add(number);
    const packed = this.model.get("pages")?.[number];
    if (packed) return void unpack(packed).then((data) => this.onMessage({ page: number, data }));
    try {
      this.model.send({ page: number });
    } catch {
      this.asked.delete(number); // nobody listens: a notebook without a kernel
    }
  }

  // What a reader may want next; not at once, for now the browser has this page to draw.
  prepare() {
    this.later ??= setTimeout(() => {
      this.later = null;
      for (const number of [this.number + 1, this.number - 1, 0, this.starts.length - 1]) this.ask(number);
    }, 40);
  }

  destroy() {
    clearTimeout(this.later);
    this.model.off("msg:custom", this.onMessage);
  }
}
