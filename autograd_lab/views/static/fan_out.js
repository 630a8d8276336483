// Arrays side by side, which come step by step. Pointing at an element, or moving to it by keys, lights those that have
// to do with it; it tells nothing that a later step shows. The arrays come from fan_out_view.py.

class FanOut {
  constructor(model, el) {
    this.model = model;
    this.data = model.get("data");
    this.last = this.data.steps.length - 1;
    this.cells = [];
    this.arrays = [];
    const line = (this.line = this.timeline());
    this.controls = new Controls((name, value) => this.steer(name, value));
    for (const one of ["play", "speed", "details"]) this.controls[one].remove(); // a few steps need no more than buttons
    this.pauses = new Pauses(line, () => this.steer("forward"), (pause) => this.heard(pause));
    this.root = make("div", { class: "agl agl-fan", role: "group", "aria-label": this.data.title, tabindex: 0 });
    this.sentence = make("output", { class: "agl-sentence", "aria-live": "polite" });
    this.root.append(this.controls.element, this.sentence);
    for (const row of this.data.rows) {
      const grids = make("div", { class: "grids" }, ...row.grids.map((grid) => this.grid(grid)));
      this.root.append(make("div", { class: "what" }, row.label), grids);
    }
    this.pointed = make("output", { class: "pointed", "aria-live": "polite" });
    this.root.append(this.pointed, this.pauses.element);
    this.root.addEventListener("keydown", (event) => this.key(event));
    keepRoom(this.sentence, this.data.steps.map(({ sentence }) => sentence));
    el.append(this.root);
    this.onAt = () => this.point(model.get("at"));
    model.on("change:at", this.onAt);
    this.show(model.get("step"));
    this.pauses.set(model.get("pauses"));
    this.pauses.show(this.step);
  }

  // The steps as pauses and controls want to know them.
  timeline() {
    const { last } = this;
    return { details: false, last, all: last, number: (state) => state, start: (event) => event, end: (event) => event + 1, after: (state) => Math.min(state + 1, last) };
  }

  grid(grid) {
    const table = make("table", { role: "grid", "aria-label": `${grid.title}, ${grid.note}`, class: grid.role });
    const line = (start) => {
      const cells = grid.cells.slice(start, start + grid.columns).map((cell, place) => this.cell(cell, grid, start + place));
      return make("tr", { role: "row" }, ...cells);
    };
    for (let start = 0; start < grid.cells.length; start += grid.columns) table.append(line(start));
    const box = make("div", { class: "array" }, make("div", { class: "heading" }, grid.title), make("div", { class: "note" }, grid.note), table);
    this.arrays.push({ box, grid });
    return box;
  }

  cell(cell, grid, place) {
    const box = make("td", { role: "gridcell", tabindex: place ? -1 : 0, "aria-label": `${cell.label}: ${cell.text}` }, cell.text);
    if (cell.copy) box.classList.add("copy");
    this.cells[cell.id] = { box, cell, grid, place };
    for (const kind of ["pointerover", "focus"]) box.addEventListener(kind, () => this.go(cell.id));
    return box;
  }

  go(id) {
    if (id === this.model.get("at")) return;
    this.model.set("at", id);
    this.point(id);
  }

  point(id) {
    const { cell, grid } = this.cells[id] ?? {}, all = grid && this.step >= grid.told;
    const lit = new Set(all ? cell.lit : []);
    this.cells.forEach(({ box }, other) => {
      box.classList.toggle("lit", lit.has(other));
      box.classList.toggle("here", other === id);
    });
    this.pointed.textContent = (all ? cell.sentence : cell?.brief) ?? "Point at a number, or go there with Tab and the arrow keys.";
  }

  // ----- steps
  show(state) {
    this.step = Math.max(0, Math.min(this.last, state));
    const { sentence, at } = this.data.steps[this.step];
    if (this.model.get("step") !== this.step) this.model.set("step", this.step);
    for (const { box, grid } of this.arrays) box.classList.toggle("later", grid.step > this.step);
    this.sentence.textContent = sentence;
    this.controls.update(this.line, this.step, sentence);
    this.pauses.show(this.step);
    if (this.model.get("at") !== at) this.model.set("at", at);
    this.point(at);
  }

  to(state) { this.show(state > this.step ? this.pauses.gate(this.step, state) : state); }

  steer(name, value) {
    if (name === "forward") {
      this.pauses.settle(this.pauses.waiting(this.step));
      this.to(this.step + 1);
    } else this.to({ first: 0, last: this.last, back: this.step - 1, slide: value }[name]);
    this.pauses.reveal();
  }

  // A form has told a guess. What the learner has seen already, settles it.
  heard(pause) {
    if (pause.event < this.step && pause.before.length) this.pauses.settle([pause]);
    this.pauses.show(this.step);
  }

  // In an array, arrow keys, Home and End move about, and Tab goes on to the next one; elsewhere they step.
  key(event) {
    if (!ownKey(event)) return event.key === "Escape" ? leave(this.root) : undefined;
    const found = this.cells.find(({ box }) => box === event.target);
    if (found) return this.move(found, event);
    const name = { ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last" }[event.key];
    if (!name || event.target.tagName === "INPUT") return;
    event.preventDefault();
    this.steer(name);
  }

  move({ grid, place }, event) {
    const column = place % grid.columns, last = grid.cells.length - 1;
    const to = {
      ArrowRight: column + 1 < grid.columns ? place + 1 : place, ArrowLeft: column ? place - 1 : place,
      ArrowDown: place + grid.columns, ArrowUp: place - grid.columns, Home: 0, End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = grid.cells[to];
    if (!next) return;
    event.target.tabIndex = -1;
    this.cells[next.id].box.tabIndex = 0;
    this.cells[next.id].box.focus();
  }

  destroy() {
    this.model.off("change:at", this.onAt);
    this.pauses.destroy();
  }
}

function render({ model, el }) {
  const view = new FanOut(model, el);
  return () => view.destroy();
}

export default { render };
