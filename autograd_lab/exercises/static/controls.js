// What an answer is given with. A control has an `element` and says its `value`, plain enough for JSON; one of several
// parts can `mark` those that are wrong.

const UNCHOSEN = "choose …";

// Radio buttons: ↑ and ↓ go from one to the next, as the browser does it.
class Choices {
  constructor(spec, value, changed) {
    this.inputs = spec.options.map((option) => make("input", { type: "radio", name: "answer", value: option }));
    for (const input of this.inputs) input.checked = input.value === value;
    const lines = this.inputs.map((input) => make("label", { class: "agl-option" }, input, make("span", {}, ...coded(input.value))));
    this.element = make("div", { role: "radiogroup", "aria-label": "Your answer" }, ...lines);
    this.element.addEventListener("change", changed);
  }

  get value() { return this.inputs.find((input) => input.checked)?.value ?? ""; }
}

// The same in a row of a table, where a menu takes less room.
class Menu {
  constructor(spec, value, changed, name) {
    const options = ["", ...spec.options].map((option) => make("option", { value: option }, option || UNCHOSEN));
    this.element = make("select", { "aria-label": name }, ...options);
    this.element.value = spec.options.includes(value) ? value : "";
    this.element.addEventListener("change", changed);
  }

  get value() { return this.element.value; }
}

class Box {
  constructor(spec, value, changed, name) {
    const [size, placeholder] = spec.kind === "number" ? [8, "number"] : [24, "your answer"];
    this.element = make("input", { type: "text", size, placeholder, "aria-label": name, autocomplete: "off", spellcheck: "false" });
    this.element.value = typeof value === "number" ? +value.toPrecision(6) : value ?? "";
    this.element.addEventListener("input", changed);
  }

  get value() { return this.element.value; }
}

// Several numbers, a box for each.
class Boxes {
  constructor(spec, value, changed, name) {
    const called = (place) => [name, `number ${place + 1}`].filter(Boolean).join(", ");
    this.boxes = Array.from({ length: spec.length }, (_, place) => new Box({ kind: "number" }, value?.[place], changed, called(place)));
    this.element = make("span", { class: "agl-boxes" }, ...this.boxes.map((box) => box.element));
  }

  get value() { return this.boxes.map((box) => box.value); }

  mark(wrong) { this.boxes.forEach((box, place) => box.element.setAttribute("aria-invalid", wrong.includes(place))); }
}

// What a row asks: its name and what that means; of an expression that begins with the name, the expression.
function asked({ name, label }) {
  const [own] = label === name ? [name] : label.startsWith(`${name}.`) ? /^[\w.]+/.exec(label) : [];
  return own ? [make("code", {}, own), label.slice(own.length)] : [make("b", {}, name), " ", ...coded(label)];
}

// One control a row.
class Rows {
  constructor(spec, value, changed) {
    this.rows = spec.rows.map((row) => [row.name, answerControl(row.control, value?.[row.name], changed, row.name)]);
    const lines = spec.rows.map((row, place) => {
      return make("div", { class: "agl-row" }, make("span", { class: "agl-asked" }, ...asked(row)), this.rows[place][1].element);
    });
    this.lines = lines;
    this.element = make("div", { class: "agl-rows" }, ...lines);
  }

  get value() { return Object.fromEntries(this.rows.map(([name, control]) => [name, control.value])); }

  mark(wrong) {
    for (const [place, [name, { element }]] of this.rows.entries()) {
      this.lines[place].classList.toggle("agl-off", wrong.includes(name));
      element.setAttribute("aria-invalid", wrong.includes(name));
    }
  }
}

// `name` is what a control inside of a table belongs to.
function answerControl(spec, value, changed, name = "") {
  const lone = name || "Your answer";
  if (spec.kind === "choice") return name ? new Menu(spec, value, changed, name) : new Choices(spec, value, changed);
  if (spec.kind === "numbers") return new Boxes(spec, value, changed, name);
  if (spec.kind === "table") return new Rows(spec, value, changed);
  return new Box(spec, value, changed, lone);
}
