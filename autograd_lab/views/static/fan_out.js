// Arrays side by side. Pointing at an element, or moving to it by keys, lights those that have to do with it.

class FanOut {
  constructor(model, el) {
    this.model = model;
    this.data = model.get("data");
    this.cells = [];
    this.root = make("div", { class: "agl agl-fan", role: "group", "aria-label": this.data.title });
    this.root.append(make("b", { class: "title" }, this.data.title));
    for (const row of this.data.rows) {
      const grids = make("div", { class: "grids" }, ...row.grids.map((grid) => this.grid(grid)));
      this.root.append(make("div", { class: "what" }, row.label), grids);
    }
    this.sentence = make("output", { class: "agl-sentence", "aria-live": "polite" });
    this.root.append(this.sentence, make("div", { class: "how" }, "Point at a number; or Tab to an array, and arrow keys in it."));
    this.root.addEventListener("keydown", (event) => this.key(event));
    el.append(this.root);
    this.onAt = () => this.show(model.get("at"));
    model.on("change:at", this.onAt);
    this.show(model.get("at"));
  }

  grid(grid) {
    const table = make("table", { role: "grid", "aria-label": `${grid.title}, ${grid.note}`, class: grid.role });
    const line = (start) => {
      const cells = grid.cells.slice(start, start + grid.columns).map((cell, place) => this.cell(cell, grid, start + place));
      return make("tr", { role: "row" }, ...cells);
    };
    for (let start = 0; start < grid.cells.length; start += grid.columns) table.append(line(start));
    return make("div", { class: "array" }, make("div", { class: "heading" }, grid.title), make("div", { class: "note" }, grid.note), table);
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
    this.show(id);
  }

  show(id) {
    const { cell } = this.cells[id];
    const lit = new Set(cell.lit);
    this.cells.forEach(({ box }, other) => {
      box.classList.toggle("lit", lit.has(other));
      box.classList.toggle("here", other === id);
    });
    this.sentence.textContent = cell.sentence;
  }

  // Arrow keys, Home and End inside an array; Tab goes on to the next one.
  key(event) {
    const found = this.cells.find(({ box }) => box === event.target);
    if (!found || !ownKey(event)) return;
    const { grid, place } = found;
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

  destroy() { this.model.off("change:at", this.onAt); }
}

function render({ model, el }) {
  const view = new FanOut(model, el);
  return () => view.destroy();
}

export default { render };
