// What is known of a trace: the boxes with what is written in them, and each text with the steps at which it changes. A
// text is looked up by step, so a reader can jump anywhere at once.

// How many of `list`, or of every `width`-th in it, are not above `value`.
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
  constructor(model) {
    this.model = model;
    this.facts = model.get("data");
    this.boxes = new Map(); // id -> node or closed group
    this.texts = new Map(); // key -> [step, text, step, text ...]
    this.cards = {};
    this.tales = new Map();
    this.known = new Set();
    this.begin();
    for (const [name, data] of Object.entries(this.facts.parts)) this.add(name, data);
  }

  begin() {}

  add(name, data) {
    const [kind, number] = name.split("/");
    this.known.add(name);
    if (kind === "cards") for (const [id, panel] of Object.entries(data.panels)) this.cards[id] = { ...panel, pictures: data.pictures };
    if (kind === "tale") this.tales.set(+number, data);
    if (kind === "nodes") {
      for (const [id, box] of Object.entries(data.boxes)) this.boxes.set(id, { id, ...box });
      for (const [key, line] of Object.entries(data.texts)) this.texts.set(key, line);
    }
  }

  // ----- what is said and shown at a step
  tale() { return this.tales.get(0); }

  sentence(step, details) {
    const tale = this.tale(step), whole = details ? null : tale.steps.find(([stop]) => stop === step);
    return whole ? whole[1] : tale.sentences[step - tale.first];
  }

  // All that is known to be said at some step.
  sentences(details) {
    return [...this.tales.values()].flatMap(({ steps, sentences }) => (details || !steps.length ? sentences : [sentences[0], ...steps.map(([, words]) => words)]));
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

  destroy() {}
}
