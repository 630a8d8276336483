// The Jacobian, call by call. A call takes two steps: its weights come to the rows, and the weighted rows are added.
// The weights are fields: once no guess waits any more they may be changed, and vᵀJ follows.

const WRITTEN = 4; // for so many inputs the weighted rows stand beside J
const REACH = 10; // sliders go so far, and farther where a weight does: all of them to the same number
const GUESSED = "A guess is waiting: step on first.";

// As Python's number_text: whole numbers bare, others with at most six digits.
function numberText(x) {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf";
  if (Number.isInteger(x) && Math.abs(x) < 1e15) return String(x === 0 ? 0 : x);
  return String(+x.toPrecision(6));
}

const listed = (numbers) => `[${numbers.map(numberText).join(", ")}]`;

class Jacobian extends Player {
  constructor(model, el) {
    super();
    this.model = model;
    this.data = model.get("data");
    const { title, rows, calls } = this.data, last = 2 * calls.length;
    this.most = Math.max(...rows.flat().filter((x) => Number.isFinite(x)).map(Math.abs), 0) || 1;
    this.line = { details: false, last, all: last, number: (place) => place, start: (event) => event, end: (event) => event + 1, after: (place) => Math.min(place + 1, last) };
    this.pauses = new Pauses(this.line, () => this.steer("forward"), (pause) => this.heard(pause));
    this.controls = new Controls((name, value) => this.steer(name, value));
    this.controls.details.remove();
    this.sentence = make("output", { class: "agl-sentence", "aria-live": "polite" });
    this.root = make("div", { class: "agl agl-jacobian", role: "group", "aria-label": title, tabindex: 0 });
    this.root.append(this.controls.element, this.sentence, this.table(), this.pauses.element);
    this.root.addEventListener("keydown", (event) => this.key(event));
    keepRoom(this.sentence, [this.data.opening, ...calls.flatMap(({ start, sentence }) => [start, sentence])]);
    el.append(this.root);
    this.pauses.set(model.get("pauses"));
    this.show(model.get("place"), model.get("v"));
  }

  // ----- the table
  table() {
    const { outputs, inputs, heads } = this.data, wide = { colspan: inputs.length, scope: "colgroup" };
    this.written = inputs.length <= WRITTEN;
    this.lines = outputs.map((name, i) => this.row(name, i));
    this.sums = inputs.map(() => make("td", { class: "sum" }));
    const names = () => inputs.map((name) => make("th", { scope: "col" }, name)), gap = () => make("td");
    const beside = (...cells) => (this.written ? cells : []);
    const groups = make("tr", { class: "groups" }, make("th", { scope: "col" }, heads.weights), gap(), make("th", wide, heads.rows), ...beside(gap(), make("th", wide, heads.weighted)));
    const columns = make("tr", {}, gap(), gap(), ...names(), ...beside(gap(), ...names()));
    const before = this.written ? 2 + inputs.length : 1;
    const foot = make("tr", {}, ...Array.from({ length: before }, gap), make("th", { scope: "row" }, heads.sum), ...this.sums);
    const table = make("table", {}, make("thead", {}, groups, columns), make("tbody", {}, ...this.lines.map(({ row }) => row)), make("tfoot", {}, foot));
    return make("div", { class: "scroll", role: "region", "aria-label": this.data.title, tabindex: 0 }, table);
  }

  row(name, i) {
    const bar = make("input", { type: "range", step: 1, "aria-label": `weight of ${name}, slider` });
    const box = make("input", { type: "number", step: "any", "aria-label": `weight of ${name}, number` });
    for (const input of [bar, box]) input.addEventListener("input", () => this.put(i, input.valueAsNumber));
    const cells = this.data.inputs.map(() => make("td", { class: "cell" })), parts = this.written ? this.data.inputs.map(() => make("td", { class: "weighted" })) : [];
    const beside = this.written ? [make("td", { class: "sign" }, i ? "+" : "")] : [];
    const row = make("tr", {}, make("td", {}, make("div", { class: "weight" }, box, bar)), make("th", { scope: "row" }, name), ...cells, ...beside, ...parts);
    return { row, bar, box, cells, parts };
  }

  fill(cell, number) {
    cell.classList.toggle("open", number === null);
    cell.textContent = number === null ? "·" : numberText(number);
    const shade = number === null ? 0 : Number.isFinite(number) ? Math.round((Math.abs(number) / this.most) * 40) : 40;
    cell.style.setProperty("--shade", `${shade}%`);
    cell.style.setProperty("--side", `var(--agl-${Number.isFinite(number ?? 0) ? (number < 0 ? "value" : "message") : "wrong"})`);
  }

  // ----- what shows
  // `own`: the weights that a learner has put in, and all of J that is known shows with them; without any, they are those
  // of the call.
  show(place, own = []) {
    const { rows, calls, opening } = this.data, call = calls[Math.ceil(place / 2) - 1], free = own.length > 0;
    this.state = place;
    this.v = free ? own : call?.seed ?? this.lines.map(() => 0);
    this.reach = Math.max(REACH, ...this.v.map(Math.abs), free ? this.reach ?? 0 : 0); // no slider changes its scale while it is dragged
    const asked = new Set(calls.slice(0, Math.floor(place / 2)).map(({ row }) => row)), added = free || (call && place % 2 === 0), locked = this.pauses.all.some(({ over }) => !over);
    this.lines.forEach(({ row, bar, box, cells, parts }, i) => {
      const weight = this.v[i];
      row.classList.toggle("counts", weight !== 0);
      this.field(bar, box, weight, locked);
      cells.forEach((cell, j) => this.fill(cell, (free || asked.has(i)) && rows[i] ? rows[i][j] : null));
      parts.forEach((part, j) => { part.textContent = added ? this.weighted(weight, rows[i]?.[j]) : call ? "?" : ""; });
    });
    const brought = this.sums.map((_, j) => this.product(j));
    this.sums.forEach((sum, j) => { sum.textContent = added ? (brought[j] === null ? "?" : numberText(brought[j])) : call ? "?" : ""; });
    this.sentence.textContent = free ? this.told(brought) : call ? (added ? call.sentence : call.start) : opening;
    this.controls.update(this.line, place, this.sentence.textContent);
    this.pauses.show(place);
    this.pauses.element.hidden = free; // a verdict is about the weights of its call
    for (const [name, value] of [["place", place], ["v", own]]) this.model.set(name, value);
  }

  field(bar, box, weight, locked) {
    if (box.valueAsNumber !== weight) box.value = weight;
    bar.max = this.reach;
    bar.min = -this.reach;
    bar.value = weight;
    for (const input of [bar, box]) {
      input.disabled = locked;
      input.title = locked ? GUESSED : "";
    }
  }

  weighted(weight, entry) { return weight === 0 ? "0" : entry === undefined ? "·" : numberText(weight * entry); }

  // What a recorded call with these very weights brought; else a sum of rows. One that no call asked for leaves it open.
  product(column) {
    const call = this.data.calls.find(({ seed }) => seed.every((number, i) => number === this.v[i]));
    if (call) return call.brought[column];
    const used = this.v.map((number, i) => [number, this.data.rows[i]]).filter(([number]) => number !== 0);
    return used.some(([, row]) => !row) ? null : used.reduce((sum, [number, row]) => sum + number * row[column], 0);
  }

  told(brought) {
    if (brought.includes(null)) return "No call of this recording asked for one of these rows, so vᵀJ is not known here.";
    return `One backward call with v = ${listed(this.v)} brings ${listed(brought)} to ${this.data.input}.`;
  }

  // ----- going
  put(i, weight) {
    if (Number.isFinite(weight)) this.show(this.state, this.v.map((old, j) => (j === i ? weight : old))); // else half typed
  }

  // A form has told a guess. What the learner has seen already, settles it.
  heard(pause) {
    if (pause.before.length && pause.event < this.state) this.pauses.settle([pause]);
    this.show(this.state);
  }
}

function render({ model, el }) {
  const view = new Jacobian(model, el);
  return () => view.destroy();
}

export default { render };
