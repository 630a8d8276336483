// The graph stepper: picture, panel and controls around one timeline. A step asks nobody: no kernel, no network.

class Stepper {
  constructor(model, el) {
    this.model = model;
    this.facts = model.get("data");
    this.walk = new Walk(this.facts.stops, this.facts.events);
    this.pages = new Pages(model, (number) => this.arrived(number));
    this.controls = new Controls((name, value) => this.steer(name, value));
    this.pauses = new Pauses(this.walk, () => { this.attended ??= this.root; this.steer("forward"); }, (pause) => this.heard(pause));
    this.sentence = make("output", { class: "agl-sentence", "aria-live": "polite" });
    this.middle = make("div", { class: "agl-middle" });
    const words = { role: "group", "aria-label": `Stepper. ${this.facts.title}`, tabindex: 0, "data-agl": model.get("name") };
    this.root = make("div", { class: "agl agl-stepper only-functions", ...words });
    this.root.append(this.controls.element, this.sentence, this.pauses.element, this.middle, this.legend());
    this.root.addEventListener("keydown", (event) => this.key(event));
    el.append(this.root);
    this.sizes = new ResizeObserver(() => this.picture.resized());
    this.step = -1;
    this.turn(this.pages.number);
    this.watch();
    this.show(model.get("step"));
    this.pauses.set(model.get("pauses"));
    this.refresh();
  }

  watch() {
    this.onModel = {
      "change:step": () => this.show(this.model.get("step")),
      "change:until": () => this.refresh(),
      "change:details": () => this.refresh(),
      "change:pauses": () => { this.pauses.set(this.model.get("pauses")); this.refresh(); },
    };
    this.refreshWalk();
    for (const [name, act] of Object.entries(this.onModel)) this.model.on(name, act);
    this.onLink = ({ detail }) => {
      if (detail.view !== this.root.dataset.agl) return;
      this.stop();
      this.go(this.walk.end(detail.event));
      this.root.scrollIntoView({ block: "nearest" });
    };
    window.addEventListener("autograd-lab-step", this.onLink);
  }

  refreshWalk() {
    this.walk.until = Math.min(this.model.get("until"), this.facts.events);
    this.walk.details = this.model.get("details");
  }

  // The same state again, told in another way.
  refresh() {
    this.refreshWalk();
    this.show(this.step, true);
  }

  // Show another page: of a large trace, another section, with other nodes folded.
  turn(number) {
    const before = this.picture, held = before?.held(), open = this.panel?.id;
    this.data = this.pages.turn(number);
    this.timeline = new Timeline(this.data.shown, this.data.changes);
    this.picture = new Picture(this.data, (id) => this.open(id));
    this.panel = new Panel(this.data, () => this.close());
    this.middle.replaceChildren(this.picture.stage, this.panel.element);
    this.picture.update(this.picture.show.keys(), this.timeline.shown);
    for (const id of this.picture.order) this.picture.describe(id, this.timeline.shown);
    this.sizes.disconnect();
    this.sizes.observe(this.picture.stage);
    if (open && this.picture.nodes.has(open)) this.open(open);
    if (held) this.picture.nodes.has(held) ? this.picture.focusNode(held) : this.root.focus();
  }

  legend() {
    const foot = make("div", { class: "agl-legend" });
    const way = make("span", { class: "way" });
    const say = (name) => {
      way.textContent = name === "gradients" ? "backward, as gradients travel" : "forward, as values travelled";
    };
    foot.append(
      choice("boxes", ["functions", "values"], (name) => {
        this.root.classList.toggle("only-functions", name === "functions");
        this.root.classList.toggle("only-values", name === "values");
      }),
      choice("arrows", ["gradients", "data"], (name) => { this.root.classList.toggle("data-way", name === "data"); say(name); }), way,
    );
    for (const [name, words] of [["value", "v= value"], ["message", "∂= gradient"], ["message", "received × slope = sent"], ["total", ".grad= kept"]])
      foot.append(make("span", { class: `key ${name}` }, words));
    say("gradients");
    return foot;
  }

  // Go to a state; on the way forward, stop where a guess waits.
  go(state) {
    if (state > this.step) state = this.pauses.gate(this.step, state);
    this.show(state);
    if (this.model.get("step") !== this.step) this.model.set("step", this.step);
  }

  show(state, again = false) {
    state = Math.max(0, Math.min(this.walk.until, state));
    if (state === this.step && !again) return;
    const number = this.pages.at(state);
    this.wanted = null;
    if (!this.pages.has(number)) return this.wait(state, number);
    if (number !== this.pages.number) this.turn(number);
    this.step = state;
    const { shown } = this.timeline, touched = this.timeline.go(state - (this.data.first ?? 0));
    this.picture.update(touched, shown);
    this.picture.focus(...this.lit(state));
    this.panel.update(touched, shown);
    const sentence = this.words(state);
    this.sentence.textContent = sentence;
    this.controls.update(this.walk, state, sentence);
    this.pauses.show(state);
    this.pages.prepare();
  }

  words(state) {
    const step = this.walk.details ? null : this.data.steps.find(([stop]) => stop === state);
    return step ? step[1] : this.data.sentences[state - (this.data.first ?? 0)];
  }

  // What the latest step was about: its node, the arrows along which it sent something, and the texts it changed.
  lit(state) {
    const first = this.data.first ?? 0, before = this.walk.before(state), from = Math.max(before, first);
    const changes = this.data.changes.slice(from - first, state - first), focus = this.data.focus.slice(from - first + 1, state - first + 1);
    const fresh = before < first || (state === first && state) ? [...this.data.fresh ?? []] : [];
    for (const change of changes) fresh.push(...change.map(([key]) => key));
    return [this.data.focus[state - first][0], focus.map(([, edge]) => edge), fresh];
  }

  // The page of this state is not here yet. Without a kernel it never comes.
  wait(state, number) {
    this.wanted = state;
    this.pages.ask(number);
    setTimeout(() => {
      if (this.wanted === state) this.sentence.textContent = `Step ${this.walk.number(state)} is not here: of a large trace, a saved notebook keeps only a part. Run the cell again to go there.`;
    }, 1500);
  }

  arrived(number) {
    if (this.wanted !== null && this.pages.at(this.wanted) === number) this.go(this.wanted);
  }

  // A form has told a guess. What the learner has seen already, settles it.
  heard(pause) {
    if (pause.before.length && pause.event < this.step) this.pauses.settle([pause]);
    this.pauses.show(this.step);
  }

  steer(name, value) {
    if (name === "play") return this.timer ? this.stop() : this.start();
    this.stop();
    if (name === "details") return this.model.set("details", !this.walk.details);
    if (name === "forward") this.forward();
    else this.go(this.target(name, value));
    this.controls.update(this.walk, this.step, this.sentence.textContent);
    this.attend();
  }

  target(name, value) {
    const { walk, step } = this, visits = this.facts.visits;
    switch (name) {
      case "first": return 0;
      case "last": return walk.until;
      case "back": return walk.before(step);
      case "slide": return walk.state(value);
      case "next node": return walk.end((visits.find((visit) => visit > step) ?? walk.until) - 1);
      default: return visits.map((visit) => walk.end(visit - 1)).findLast((place) => place < step) ?? 0;
    }
  }

  forward() {
    this.pauses.settle(this.pauses.waiting(this.step));
    this.go(this.walk.after(this.step));
  }

  // Where a guess waits, the button that goes on has the keyboard; when it is gone, whatever had it before.
  attend() {
    const { button } = this.pauses;
    if (button) {
      const held = document.activeElement;
      this.attended = this.root.contains(held) && !this.pauses.element.contains(held) ? held : this.attended ?? this.root;
      button.focus({ preventScroll: true });
    } else if (this.attended) {
      this.attended.focus({ preventScroll: true });
      this.attended = null;
    }
  }

  start() {
    if (this.step >= this.walk.until) this.go(0);
    const tick = () => {
      this.forward();
      if (this.step >= this.walk.until || this.pauses.button) {
        this.stop();
        this.attend();
      } else this.timer = setTimeout(tick, +this.controls.speed.value);
    };
    this.timer = setTimeout(tick, 0);
    this.controls.playing(true);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.controls.playing(false);
  }

  open(id) {
    this.picture.select(id);
    this.picture.rove(id);
    this.panel.open(id, this.timeline.shown);
  }

  close() {
    const id = this.panel.id;
    this.panel.close();
    this.picture.select(null);
    if (id !== null) this.picture.focusNode(id);
  }

  key(event) {
    if (!ownKey(event)) return;
    const target = event.target, tag = target.tagName, node = target.closest?.(".node")?.dataset.id;
    const native = tag === "SELECT" ? !["n", "p"].includes(event.key) : tag === "INPUT" && event.key.startsWith("Page");
    const pressing = tag === "BUTTON" && (event.key === " " || event.key === "Enter");
    if (native || pressing) return;
    const act = this.action(event.key, node);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (!(event.repeat && this.pauses.button)) act(); // a key that is held down does not run past a guess
  }

  action(key, node) {
    const steps = { ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", " ": "play", n: "next node", p: "previous node" };
    if (steps[key]) return () => this.steer(steps[key]);
    if (key === "Enter" && node) return () => this.open(node);
    if (key === "Enter" && this.pauses.button) return () => this.steer("forward");
    if (key === "Escape") return () => (this.panel.id !== null ? this.close() : leave(this.root));
    if (node && (key === "ArrowDown" || key === "ArrowUp"))
      return () => this.picture.focusNode(this.picture.neighbour(node, key === "ArrowDown" ? 1 : -1));
    return null;
  }

  destroy() {
    this.stop();
    this.sizes.disconnect();
    this.pages.destroy();
    this.pauses.destroy();
    window.removeEventListener("autograd-lab-step", this.onLink);
    for (const [name, act] of Object.entries(this.onModel)) this.model.off(name, act);
  }
}

function render({ model, el }) {
  const stepper = new Stepper(model, el);
  return () => stepper.destroy();
}

export default { render };
