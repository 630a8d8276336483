// Lines of code to be put in order: the program so far, and the lines that are not in it.

class Lines {
  constructor(spec, value, changed) {
    this.lines = spec.lines;
    this.order = [...(value ?? [])];
    this.changed = changed;
    this.used = make("ol", { class: "agl-lines", "aria-label": "Your program" });
    this.unused = make("ul", { class: "agl-lines", "aria-label": "Lines not used" });
    this.told = make("output", { class: "agl-aside", "aria-live": "polite" });
    const column = (title, list) => make("div", {}, make("div", { class: "agl-title" }, title), list);
    this.element = make("div", { class: "agl-order" }, column("Your program", this.used), column("Not used", this.unused), this.told);
    this.element.addEventListener("click", (event) => this.press(event.target.closest("button")));
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.draw();
  }

  get value() { return [...this.order]; }

  draw() {
    const numbers = this.lines.map((_, place) => place + 1);
    const last = this.order.length - 1;
    this.used.replaceChildren(...this.order.map((number, place) => this.item(number, [["Up", "↑", place === 0], ["Down", "↓", place === last], ["Remove", "✕"]])));
    this.unused.replaceChildren(...numbers.filter((number) => !this.order.includes(number)).map((number) => this.item(number, [["Add", "+"]])));
    for (const list of [this.used, this.unused]) if (!list.children.length) list.append(make("li", { class: "agl-none" }, list === this.used ? "Add lines from the other list." : "All lines are used."));
  }

  // A button that can do nothing stays where it is: whoever uses the keyboard keeps the place.
  item(number, buttons) {
    const line = this.lines[number - 1];
    const made = buttons.map(([name, sign, idle]) =>
      make("button", { type: "button", "data-act": name, "data-line": number, "aria-label": `${name}: ${line}`, title: name, "aria-disabled": !!idle }, sign));
    return make("li", {}, make("span", { class: "agl-number" }, number), make("code", {}, line), make("span", { class: "agl-moves" }, ...made));
  }

  press(button) {
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const number = +button.dataset.line, { act } = button.dataset, place = this.order.indexOf(number);
    const list = button.closest("ol, ul"), row = [...list.children].indexOf(button.closest("li"));
    if (act === "Add") this.order.push(number);
    else this.order.splice(place, 1);
    if (act === "Up" || act === "Down") this.order.splice(place + (act === "Up" ? -1 : 1), 0, number);
    this.draw();
    this.tell(number);
    // The hand stays where it was: on the line that moved, or on the line that took its place.
    const same = this.element.querySelector(`button[data-act="${act}"][data-line="${number}"]`);
    const next = list.querySelectorAll(`button[data-act="${act}"]`);
    (same ?? next[Math.min(row, next.length - 1)] ?? this.element.querySelector("button"))?.focus();
    this.changed();
  }

  tell(number) {
    const place = this.order.indexOf(number);
    this.told.textContent = place < 0 ? `Not used: ${this.lines[number - 1]}` : `Line ${place + 1} of ${this.order.length}: ${this.lines[number - 1]}`;
  }

  // ↑ and ↓ go from line to line, in the same column of buttons; with Alt the line goes along.
  key(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key], button = event.target.closest("button");
    if (!step || !button) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.altKey) return this.press(button.parentElement.querySelector(`[data-act="${step < 0 ? "Up" : "Down"}"]`));
    const row = button.closest("li"), beside = step < 0 ? row.previousElementSibling : row.nextElementSibling;
    beside?.querySelector(`[data-act="${button.dataset.act}"]`)?.focus();
  }
}
