// A bug beside the line that it breaks, the correct run, a guess, and then two steppers that stop where the runs part.

// What a stepper of this page takes for its model.
class PageModel {
  constructor(state) { this.state = state; }
  get(key) { return this.state[key]; }
  set(key, value) { this.state[key] = value; }
  on() {}
  off() {}
  send() {}
}

// What was guessed, by program and bug. A browser may refuse to keep it; then it lasts as long as the page.
class Guesses {
  constructor(program) {
    this.prefix = `autograd-lab-break-it ${program} `;
    this.now = new Map();
  }

  get(bug) {
    if (this.now.has(bug)) return this.now.get(bug);
    try {
      const kept = JSON.parse(localStorage.getItem(this.prefix + bug));
      return Array.isArray(kept) ? kept : undefined;
    } catch { return undefined; }
  }

  set(bug, guess) {
    this.now.set(bug, guess);
    try {
      if (guess) localStorage.setItem(this.prefix + bug, JSON.stringify(guess));
      else localStorage.removeItem(this.prefix + bug);
    } catch { /* refused, or full */ }
  }

  forget(bug) {
    this.set(bug, undefined);
    this.now.delete(bug);
  }
}

const listed = (names) => names.join(", ").replace(/, ([^,]*)$/, " and $1");

class BreakIt {
  constructor(model, el) {
    this.model = model;
    this.data = model.get("data");
    this.guesses = new Guesses(this.data.name);
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
    this.onForgotten = () => { // a page of the site has a button that forgets all answers
      this.guesses.now.clear();
      this.show(this.bug);
    };
    window.addEventListener("autograd-lab-forgotten", this.onForgotten);
    this.show(bugs[0]);
  }

  show(bug) {
    this.bug = bug;
    this.clear();
    const codes = this.data.names.map((name, i) => this.code(`${name} (${bug.file})`, bug.code[i], i ? "wrong" : "right"));
    this.body.replaceChildren(make("p", {}, make("b", {}, bug.name), ": ", ...coded(bug.about)), make("div", { class: "codes" }, ...codes));
    if (this.guesses.get(bug.name) === undefined) this.ask(bug);
    else this.reveal(bug);
  }

  code(name, lines, kind) {
    const code = make("pre", { tabindex: 0, role: "region", "aria-label": `code: ${name}` }, make("code", {}, lines));
    return make("div", { class: kind }, make("div", { class: "side" }, name), code);
  }

  // ----- the guess, below the correct run
  ask(bug) {
    const place = make("section", { "aria-label": this.data.names[0] }, make("div", { class: "side" }, this.data.names[0]));
    this.body.append(place);
    this.stepper = new Stepper(new PageModel({ ...this.model.get("traces")[bug.before] }), place);
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
      this.guesses.set(bug.name, guess);
      this.clear();
      for (const part of [place, form]) part.remove();
      this.reveal(bug).focus({ preventScroll: true });
      this.look();
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
    const notice = make("p", {}, make("b", {}, "How would you notice? "), ...coded(bug.notice)), again = make("button", { type: "button" }, "Guess again");
    again.addEventListener("click", () => {
      this.guesses.forget(bug.name);
      this.show(bug);
    });
    const verdict = this.verdict(bug), said = verdict.length && bug.wrong.length ? bug.told : [...bug.told, bug.outcome];
    const told = make("div", { class: "told", tabindex: -1 }, ...verdict, ...said.map((text) => make("p", {}, text)));
    this.body.append(told);
    if (bug.pair) {
      const place = make("div", { class: "steppers" }), traces = this.model.get("traces");
      this.body.append(place);
      this.stepper = new SideBySide(new PageModel({ ...bug.pair, sides: bug.pair.sides.map((side) => traces[side]) }), place);
    }
    this.body.append(this.table(bug.rows), make("div", { class: "told" }, ...this.reasons(bug), notice, again));
    if (bug.shows) this.body.append(make("p", {}, "A program in which it shows:"), this.code("a program in which it shows", bug.shows, "shows"));
    return told;
  }

  get broken() { return this.bug.wrong.map((leaf) => `${leaf}.grad`); }

  // From the verdict on; where the window is too low for all of it, down to the first difference.
  look() {
    this.body.querySelector(".told").scrollIntoView();
    for (const element of this.stepper?.lit ?? []) element.scrollIntoView({ block: "nearest" });
  }

  // Whether the guess is right.
  verdict(bug) {
    const guess = this.guesses.get(bug.name), { broken } = this;
    if (!guess) return [];
    const said = listed(guess), wrong = listed(broken.length ? broken : ["none of them"]);
    if (said === wrong) return [make("p", { class: "verdict yes" }, `✓ As you said, broken: ${said}.`)];
    return [make("p", { class: "verdict no" }, `✗ You said: ${said}. Broken: ${wrong}.`)];
  }

  // Why each input that was guessed wrong is not as guessed.
  reasons(bug) {
    const guess = this.guesses.get(bug.name), { broken } = this, missed = (name) => guess.includes(name) !== broken.includes(name);
    return guess && bug.pair ? bug.leaves.filter((leaf) => missed(`${leaf}.grad`)).map((leaf) => make("p", { class: "why" }, bug.why[leaf])) : [];
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

  clear() {
    this.stepper?.destroy();
    this.stepper = null;
  }

  destroy() {
    this.clear();
    window.removeEventListener("autograd-lab-forgotten", this.onForgotten);
  }
}

function render({ model, el }) {
  const view = new BreakIt(model, el);
  return () => view.destroy();
}

export default { render };
