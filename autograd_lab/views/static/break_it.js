// A bug beside the rule that it breaks, a guess, and then two steppers that stop where the recordings part.

// What the pair of steppers takes for its model: one bug of the page.
class OneBug {
  constructor(model, { sides, names, parting }) {
    this.state = { sides: sides.map((place) => model.get("traces")[place]), names, parting };
  }
  get(key) { return this.state[key]; }
  set() {}
  on() {}
  off() {}
  send() {}
}

class BreakIt {
  constructor(model, el) {
    this.model = model;
    this.data = model.get("data");
    this.guesses = new Map();
    const { program, bugs } = this.data, title = `Break it: ${program}`;
    this.body = make("div");
    this.root = make("div", { class: "agl agl-break", role: "group", "aria-label": title }, make("p", { class: "head" }, title));
    if (bugs.length > 1) this.root.append(choice("the bug", bugs.map(({ name }) => name), (name) => this.show(bugs.find((bug) => bug.name === name))));
    this.root.append(this.body);
    this.root.addEventListener("keydown", (event) => {
      ownKey(event);
      if (event.key === "Escape" && !event.defaultPrevented) leave(this.root);
    });
    el.append(this.root);
    this.show(bugs[0]);
  }

  show(bug) {
    this.destroy();
    const [right, wrong] = this.data.names.map((name, i) => this.code(name, bug.code[i], i ? "wrong" : "right"));
    this.body.replaceChildren(make("p", {}, make("b", {}, bug.name), `: ${bug.about}`), make("div", { class: "codes" }, right, wrong));
    if (this.guesses.has(bug)) this.reveal(bug);
    else this.ask(bug);
  }

  code(name, lines, kind) {
    const code = make("pre", { tabindex: 0, role: "region", "aria-label": `code: ${name}` }, make("code", {}, lines));
    return make("div", { class: kind }, make("div", { class: "side" }, name), code);
  }

  // ----- the guess
  ask(bug) {
    const boxes = [...bug.leaves.map((leaf) => `${leaf}.grad`), "none of them"].map((name) => make("input", { type: "checkbox", value: name }));
    const none = boxes.at(-1);
    for (const box of boxes) {
      box.addEventListener("change", () => {
        if (box.checked) for (const other of boxes) if (other !== box && (box === none || other === none)) other.checked = false;
      });
    }
    const labels = boxes.map((box) => make("label", {}, box, make("span", {}, box.value)));
    const go = make("button", { type: "submit", class: "go" }, "Break it"), anyway = make("button", { type: "button" }, "Show me anyway");
    const word = make("span", { role: "status", "aria-live": "polite" });
    const form = make("form", { novalidate: "" }, make("fieldset", {}, make("legend", {}, this.data.ask), ...labels), go, " ", anyway, " ", word);
    const answer = (guess) => {
      this.guesses.set(bug, guess);
      form.remove();
      this.reveal(bug).focus();
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const guess = boxes.filter((box) => box.checked).map((box) => box.value);
      if (guess.length) answer(guess);
      else word.textContent = "Choose at least one, or “none of them”.";
    });
    anyway.addEventListener("click", () => answer(null));
    this.body.append(form);
  }

  // ----- what happened
  reveal(bug) {
    const told = make("div", { class: "told", tabindex: -1 }, ...this.verdict(bug), ...bug.told.map((text) => make("p", {}, text)));
    this.body.append(told, this.table(bug.rows));
    if (bug.shows) this.body.append(make("p", {}, "A program in which it shows:"), this.code("a program in which it shows", bug.shows, "shows"));
    if (bug.pair) {
      const place = make("div", { class: "steppers" });
      this.body.append(place);
      this.pair = new SideBySide(new OneBug(this.model, bug.pair), place);
    }
    return told;
  }

  verdict(bug) {
    const guess = this.guesses.get(bug);
    if (!guess) return [];
    const listed = (names) => names.join(", ").replace(/, ([^,]*)$/, " and $1");
    const said = listed(guess), wrong = listed(bug.wrong.length ? bug.wrong.map((leaf) => `${leaf}.grad`) : ["none of them"]);
    return [make("p", { class: `verdict ${said === wrong ? "yes" : "no"}` }, said === wrong ? `✓ As you said: ${said}.` : `✗ You said: ${said}. It is: ${wrong}.`)];
  }

  table(rows) {
    const lines = rows.map(([leaf, ...cells]) => {
      const differs = cells.at(-1) !== "–";
      return make("tr", differs ? { class: "off" } : {}, make("th", { scope: "row" }, `${differs ? "≠ " : ""}${leaf}`), ...cells.map((cell) => make("td", {}, cell)));
    });
    const [, ...head] = this.data.header;
    const top = make("tr", {}, make("td"), ...head.map((words) => make("th", { scope: "col" }, words)));
    return make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "gradients" }, make("table", {}, make("thead", {}, top), make("tbody", {}, ...lines)));
  }

  destroy() {
    this.pair?.destroy();
    this.pair = null;
  }
}

function render({ model, el }) {
  const view = new BreakIt(model, el);
  return () => view.destroy();
}

export default { render };
