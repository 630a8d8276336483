// Pauses: at its step a learner's guess is quoted, and after the step it is settled. Forms and steppers speak through
// the window, so it is the same with a kernel and without.

const VERDICTS = { right: ["✓", "as you predicted"], wrong: ["✗", "not what you predicted"], close: ["≈", "almost what you predicted"] };

const announce = (name, detail) => window.dispatchEvent(new CustomEvent(`autograd-lab-${name}`, { detail }));

class Pauses {
  // `onGo`: the learner goes on; `onNews`: there is something else to show.
  constructor(walk, onGo, onNews) {
    this.walk = walk;
    this.onGo = onGo;
    this.onNews = onNews;
    this.all = [];
    this.element = make("div", { class: "agl-pauses", "aria-live": "polite" });
    this.onGuess = ({ detail }) => (this.panel?.isConnected === false ? this.destroy() : this.take(detail));
    window.addEventListener("autograd-lab-guess", this.onGuess);
  }

  set(pauses) {
    this.all = pauses.map((pause) => ({ ...pause, over: false }));
    this.panel = this.element.closest(".jp-NotebookPanel"); // JupyterLab tells no view that its notebook was closed
    if (pauses.length) announce("asks", { ids: pauses.map((pause) => pause.id) });
  }

  // A form tells what the learner said, and which row of a table decides it: its own recording may number events otherwise.
  take({ id, before, after, tone, row, run }) {
    for (const pause of this.all) {
      if (pause.id !== id || JSON.stringify([pause.before, pause.after, pause.tone]) === JSON.stringify([before, after, tone])) continue;
      Object.assign(pause, { before, after, tone, run, event: pause.rows?.[row] ?? pause.event, over: false });
      this.onNews(pause);
    }
  }

  // Where one waits: before the event that decides it, or without a guess before the first one that tells a part.
  at(pause) { return pause.before.length ? pause.event : Math.min(pause.event, ...(pause.rows ?? [])); }

  // Going on from one state to another: the state at which a guess still waits, or the other one.
  gate(from, to) {
    const ahead = this.all.filter((pause) => !pause.over && from <= this.at(pause) && this.at(pause) < to);
    return Math.min(to, ...ahead.map((pause) => Math.max(from, this.walk.start(this.at(pause)))));
  }

  // The guesses that wait at a state for the next step.
  waiting(state) {
    const next = this.walk.after(state);
    return this.all.filter((pause) => !pause.over && state <= this.at(pause) && this.at(pause) < next);
  }

  // The guesses that the latest step has settled.
  settled(state) {
    return this.all.filter((pause) => pause.over && pause.before.length && pause.event < state && state <= this.walk.end(pause.event));
  }

  // The learner goes on: from here on these guesses wait no more.
  settle(pauses) {
    for (const pause of pauses) {
      pause.over = true;
      if (pause.before.length) announce("settled", { id: pause.id });
    }
  }

  show(state) {
    const waiting = this.waiting(state), cards = [...this.settled(state).map((pause) => this.verdict(pause)), ...waiting.map((pause) => this.guess(pause))];
    this.button = null;
    if (waiting.length) {
      this.button = make("button", { type: "button", class: "go" }, waiting.every((pause) => pause.before.length) ? "Go on" : "Go on anyway");
      this.button.addEventListener("click", this.onGo);
      cards.at(-1).append(this.button);
    }
    this.element.replaceChildren(...cards);
  }

  // The cards stand below the picture, which they never move; the page scrolls as far as they are out of sight.
  reveal() {
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    this.element.lastElementChild?.scrollIntoView({ block: "nearest", behavior });
  }

  card(pause, tone, ...parts) {
    return make("div", { class: `agl-pause ${tone}`, role: "group", "aria-label": `your prediction ${pause.id}` }, ...parts);
  }

  guess(pause) {
    const words = pause.before.length ? pause.before : [{ text: `You haven't answered ${pause.id} yet.` }];
    return this.card(pause, "open", ...words.map(part));
  }

  verdict(pause) {
    const [sign, words] = VERDICTS[pause.tone] ?? [], said = JSON.stringify(pause.before);
    const line = sign ? [make("p", { class: "verdict" }, make("span", { class: "sign", "aria-hidden": "true" }, sign), ` ${words}`)] : [];
    const after = pause.after.filter((one) => !said.includes(JSON.stringify(one)));
    return this.card(pause, pause.tone, ...pause.before.map(part), ...line, ...after.map(part));
  }

  destroy() { window.removeEventListener("autograd-lab-guess", this.onGuess); }
}
