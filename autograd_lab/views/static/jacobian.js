// The Jacobian, row by row. Sending goes through the recorded calls; the seed's fields are free, and vᵀJ follows.

const SUMS = 4; // of so many outputs and inputs the sums are written out

// As Python's number_text: whole numbers bare, others with at most six digits.
function numberText(x) {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf";
  if (Number.isInteger(x) && Math.abs(x) < 1e15) return String(x === 0 ? 0 : x);
  return String(+x.toPrecision(6));
}

const listed = (numbers) => `[${numbers.map(numberText).join(", ")}]`;
const factor = (x) => (x < 0 ? `(${numberText(x)})` : numberText(x));

class Jacobian {
  constructor(model, el) {
    this.model = model;
    this.data = model.get("data");
    const { title, outputs, inputs, rows, calls, costs } = this.data;
    const numbers = rows.flat().filter((x) => Number.isFinite(x)).map(Math.abs);
    this.most = Math.max(...numbers, 0) || 1;
    this.root = make("div", { class: "agl agl-jacobian", role: "group", "aria-label": title, tabindex: 0 });
    this.buttons = [
      ["send the next seed", "→", () => this.send(this.sent + 1)], ["take it back", "←", () => this.send(this.sent - 1)],
      ["send all", "End", () => this.send(calls.length)], ["start again", "Home", () => this.send(0)],
      ["v: all ones", "", () => this.set(outputs.map(() => 1))],
      ...(outputs.length > 1 && outputs.length < 5 ? [["v: 1, 10, 100 …", "", () => this.set(outputs.map((_, i) => 10 ** i))]] : []),
    ].map(([name, key, act]) => {
      const button = make("button", { type: "button", ...(key && { title: `${name} (${key})` }) }, name);
      button.addEventListener("click", act);
      return button;
    });
    this.count = make("span", {});
    this.body = outputs.map((name, i) => this.line(name, i));
    this.foot = inputs.map(() => make("td"));
    const head = make("tr", {}, make("th", { scope: "col" }, "seed v"), make("td"), ...inputs.map((name) => make("th", { scope: "col" }, name)));
    const foot = make("tr", {}, make("td"), make("th", { scope: "row" }, "vᵀJ"), ...this.foot);
    const table = make("table", {}, make("thead", {}, head), make("tbody", {}, ...this.body.map(({ row }) => row)), make("tfoot", {}, foot));
    this.sums = make("div", { class: "sums" });
    this.sums.style.setProperty("--lines", this.written ? inputs.length : 0);
    this.sentence = make("output", { class: "agl-sentence", "aria-live": "polite" });
    this.root.append(
      make("p", { class: "title" }, title), make("div", { class: "buttons" }, ...this.buttons, this.count),
      make("div", { class: "scroll", role: "region", "aria-label": "heat map", tabindex: 0 }, table),
      this.sums, this.sentence, this.costs(costs),
    );
    this.root.addEventListener("keydown", (event) => this.key(event));
    el.append(this.root);
    this.onModel = () => this.show();
    for (const name of ["sent", "v"]) model.on(`change:${name}`, this.onModel);
    this.show();
  }

  get sent() { return this.model.get("sent"); }
  get v() { return this.model.get("v"); }
  get written() { return Math.max(this.data.outputs.length, this.data.inputs.length) <= SUMS; }

  line(name, i) {
    const bar = make("input", { type: "range", min: -10, max: 10, step: 1, "aria-label": `v for ${name}, slider` });
    const box = make("input", { type: "number", step: "any", "aria-label": `v for ${name}, number` });
    for (const input of [bar, box]) input.addEventListener("input", () => this.put(i, input.valueAsNumber));
    const cells = this.data.inputs.map(() => make("td", { class: "cell" }));
    const row = make("tr", {}, make("td", {}, make("div", { class: "seed" }, bar, box)), make("th", { scope: "row" }, name), ...cells);
    return { row, bar, box, cells };
  }

  costs(costs) {
    const most = Math.max(...costs.map(({ count }) => count));
    const parts = costs.flatMap(({ what, count, unit }) => {
      const bar = make("div", { class: "bar" });
      bar.style.setProperty("--part", count / most);
      return [make("span", {}, what), bar, make("span", {}, `${count} ${unit}`)];
    });
    return make("div", { class: "costs" }, ...parts);
  }

  send(count) {
    const sent = Math.max(0, Math.min(this.data.calls.length, count));
    this.model.set("sent", sent);
    this.set(sent ? this.data.calls[sent - 1].seed : this.v.map(() => 0), this.data.calls[sent - 1]?.sentence);
  }

  put(i, value) {
    if (Number.isFinite(value)) this.set(this.v.map((old, j) => (j === i ? value : old))); // else half typed
  }

  set(v, words = "") {
    this.words = words;
    this.model.set("v", [...v]);
    this.model.save_changes();
    this.show();
  }

  // What a recorded call with this very seed brought; else a sum of rows. One that no call has asked for leaves it open.
  product(column) {
    const call = this.data.calls.find(({ seed }) => seed.every((number, i) => number === this.v[i]));
    if (call) return call.brought[column];
    const used = this.v.map((number, i) => [number, this.data.rows[i]]).filter(([number]) => number !== 0);
    return used.some(([, row]) => !row) ? null : used.reduce((sum, [number, row]) => sum + number * row[column], 0);
  }

  show() {
    const { rows, calls, inputs } = this.data, v = this.v;
    const shown = new Set(calls.slice(0, this.sent).map(({ row }) => row));
    this.body.forEach(({ row, bar, box, cells }, i) => {
      row.classList.toggle("counts", v[i] !== 0);
      if (box.valueAsNumber !== v[i]) box.value = v[i];
      bar.max = Math.max(+bar.max, v[i]);
      bar.min = Math.min(+bar.min, v[i]);
      bar.value = v[i];
      cells.forEach((cell, j) => this.fill(cell, shown.has(i) && rows[i] ? rows[i][j] : null));
    });
    const brought = inputs.map((_, j) => this.product(j));
    this.foot.forEach((cell, j) => { cell.textContent = brought[j] === null ? "?" : numberText(brought[j]); });
    const known = v.every((number, i) => number === 0 || (shown.has(i) && rows[i])) && v.some((number) => number !== 0);
    this.sums.replaceChildren(...(this.written && known ? inputs.map((name, j) => make("div", {}, `${name}: ${this.sum(j)} = ${numberText(brought[j])}`)) : []));
    this.sentence.textContent = this.words || this.told(brought);
    this.count.textContent = `${this.sent} of ${calls.length} ${calls.length === 1 ? "call" : "calls"} sent`;
    [this.sent === calls.length, this.sent === 0, this.sent === calls.length, this.sent === 0].forEach((off, i) => { this.buttons[i].disabled = off; });
  }

  sum(column) {
    return this.v.flatMap((number, i) => (number === 0 ? [] : [`${factor(number)}·${factor(this.data.rows[i][column])}`])).join(" + ");
  }

  told(brought) {
    if (brought.includes(null)) return "No call of this recording asked for one of these rows, so vᵀJ is not known here.";
    if (this.v.every((number) => number === 0)) return "Send the first seed; or set v yourself.";
    return `One backward call with v = ${listed(this.v)} brings ${listed(brought)} to ${this.data.input}.`;
  }

  fill(cell, number) {
    cell.classList.toggle("open", number === null);
    cell.textContent = number === null ? "·" : numberText(number);
    const shade = number === null ? 0 : Number.isFinite(number) ? Math.round((Math.abs(number) / this.most) * 40) : 40;
    cell.style.setProperty("--shade", `${shade}%`);
    cell.style.setProperty("--side", `var(--agl-${Number.isFinite(number ?? 0) ? (number < 0 ? "value" : "message") : "wrong"})`);
  }

  // Arrows, Home and End send and take back; in a field they are the field's own.
  key(event) {
    if (!ownKey(event) || event.target.tagName === "INPUT") return;
    const to = { ArrowRight: this.sent + 1, ArrowLeft: this.sent - 1, Home: 0, End: this.data.calls.length }[event.key];
    if (to === undefined || event.target.className === "scroll") return;
    event.preventDefault();
    this.send(to);
  }

  destroy() { for (const name of ["sent", "v"]) this.model.off(`change:${name}`, this.onModel); }
}

function render({ model, el }) {
  const view = new Jacobian(model, el);
  return () => view.destroy();
}

export default { render };
