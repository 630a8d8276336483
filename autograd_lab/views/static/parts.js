// What is known of a trace. A small one is here from the start; of a large one, parts stand on this web page, packed, or
// come from the kernel when they are asked for. Texts are looked up by step, so one can go anywhere at once.

function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

// How many of `places`, every `width`-th of `list`, are not above `value`.
function upTo(list, value, width = 1) {
  let low = 0, high = list.length / width;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle * width] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

class Parts {
  constructor(model, arrived) {
    this.model = model;
    this.facts = model.get("data");
    this.groups = new Map(); // id -> how it looks inside
    this.boxes = new Map(); // id -> node or closed group
    this.texts = new Map(); // key -> [step, text, step, text ...]
    this.cards = {};
    this.home = new Map(); // node -> group
    this.ways = new Map(); // group -> the groups from the root down to it
    this.known = new Set();
    this.asked = new Set();
    this.tales = new Map();
    for (const [group, nodes] of Object.entries(this.facts.homes ?? {})) for (const node of nodes.split(" ")) this.home.set(node, group);
    for (const [name, data] of Object.entries(this.facts.parts)) this.add(name, data);
    this.onMessage = ({ part, data }) => {
      this.asked.delete(part);
      this.add(part, data);
      arrived(part);
    };
    model.on("msg:custom", this.onMessage);
  }

  add(name, data) {
    const [kind, number] = name.split("/");
    this.known.add(name);
    if (kind === "cards") Object.assign(this.cards, data);
    if (kind === "tale") this.tales.set(+number, data);
    if (kind === "index") this.index = data;
    if (kind !== "nodes") return;
    for (const [id, group] of Object.entries(data.groups)) {
      this.groups.set(id, group);
      for (const member of group.members) if (data.boxes[member].kind !== "fold") this.home.set(member, id);
    }
    for (const [id, box] of Object.entries(data.boxes)) this.boxes.set(id, { id, ...box });
    for (const [key, line] of Object.entries(data.texts)) this.texts.set(key, line);
  }

  ask(name) {
    if (this.known.has(name) || this.asked.has(name)) return;
    this.asked.add(name);
    const packed = this.model.get("packed")?.[name];
    if (packed) return void unpack(packed).then((data) => this.onMessage({ part: name, data }));
    try {
      this.model.send({ part: name });
    } catch {
      this.asked.delete(name); // nobody listens: a notebook without a kernel
    }
  }

  // ----- which part has it
  partOf(group) { return `nodes/${this.facts.part?.[group] ?? 0}`; }
  cardsOf(node) { return this.partOf(this.home.get(node)).replace("nodes", "cards"); }
  chapter(step) { return this.facts.chapter ? Math.floor(step / this.facts.chapter) : 0; }
  get chapters() { return this.facts.chapter ? Math.floor(this.facts.events / this.facts.chapter) + 1 : 1; }

  way(group) {
    if (!this.ways.has(group)) {
      const parent = this.facts.parents?.[group];
      this.ways.set(group, parent ? [...this.way(parent), group] : [group]);
    }
    return this.ways.get(group);
  }

  // The groups that hold a node, from the root down.
  holding(node) { return this.home.has(node) ? this.way(this.home.get(node)) : []; }

  // ----- what is said and shown at a step
  tale(step) { return this.tales.get(this.chapter(step)); }

  sentence(step, details) {
    const tale = this.tale(step), whole = details ? null : tale.steps.find(([stop]) => stop === step);
    return whole ? whole[1] : tale.sentences[step - tale.first];
  }

  focus(step) {
    const tale = this.tale(step);
    return tale?.focus[step - tale.first] ?? [null];
  }

  // At which place of its line a text is; 0 before the first.
  place(key, step) { return upTo(this.texts.get(key) ?? [], step, 2); }

  text(key, place) {
    const line = this.texts.get(key);
    while (place && line[2 * place - 1] === 0) place -= 1; // written again as it was
    return place ? line[2 * place - 1] ?? undefined : undefined;
  }

  at(key, step) { return this.text(key, this.place(key, step)); }

  // How many nodes of a group the latest backward has taken.
  done(group, step) {
    this.counts ||= this.countVisits();
    const mine = this.counts.get(group) ?? [], { starts } = this.facts;
    const start = starts[upTo(starts, step) - 1] ?? 0;
    return upTo(mine, step) - upTo(mine, start);
  }

  countVisits() {
    const counts = new Map(), { visits, visited } = this.facts;
    visited.split(" ").forEach((node, i) => {
      for (const group of this.holding(node)) {
        if (!counts.has(group)) counts.set(group, []);
        counts.get(group).push(visits[i]);
      }
    });
    return counts;
  }

  destroy() { this.model.off("msg:custom", this.onMessage); }
}
