// The parts of a trace with groups. Those of a large trace are packed in this web page, or the kernel sends them when the
// stepper asks.

function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

class FarParts extends Parts {
  begin() {
    this.groups = new Map(); // id -> how it looks inside
    this.home = new Map(); // node -> group
    this.ways = new Map(); // group -> the groups from the root down to it
    this.asked = new Set();
    for (const [group, nodes] of Object.entries(this.facts.homes ?? {})) for (const node of nodes.split(" ")) this.home.set(node, group);
    this.onMessage = ({ part, data }) => {
      this.asked.delete(part);
      this.add(part, data);
      this.arrived(part);
    };
    this.model.on("msg:custom", this.onMessage);
  }

  add(name, data) {
    super.add(name, data);
    if (name === "index") this.index = data;
    for (const [id, group] of Object.entries(data.groups ?? {})) {
      this.groups.set(id, group);
      for (const member of group.members) if (data.boxes[member].kind !== "fold") this.home.set(member, id);
    }
  }

  // Of several edges together, at each step: how many have sent, and what. bundles.py does the same, and says why.
  merge(key, edges, parts) {
    if (this.texts.has(key)) return;
    const notes = edges.flatMap((edge) => {
      const one = `message/${edge}`, line = this.texts.get(one) ?? [];
      return line.flatMap((step, i) => (i % 2 ? [] : [[step, edge, this.text(one, i / 2 + 1) !== undefined]]));
    });
    const sent = new Set(), line = [];
    notes.sort(([a], [b]) => a - b).forEach(([step, edge, has], i) => {
      has ? sent.add(edge) : sent.delete(edge);
      if (notes[i + 1]?.[0] !== step) line.push(step, sent.size ? [sent.size, this.largest(parts, step)] : null);
    });
    this.texts.set(key, line);
  }

  // Of the messages of these parts, that with the heaviest arrow; of equals, the latest.
  largest(parts, step) {
    const found = parts.flatMap((part, number) => {
      const key = `message/${part}`, place = this.place(key, step), text = this.text(key, place), width = this.at(`weight/${part}`, step) ?? 0;
      return text === undefined ? [] : [[WRONG.test(width) ? Infinity : +width, this.texts.get(key)[2 * place - 2], number, text]];
    });
    return found.sort((a, b) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2])[0].at(-1);
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

  tale(step) { return this.tales.get(this.chapter(step)); }

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
