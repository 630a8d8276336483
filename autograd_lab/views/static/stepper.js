// The graph stepper: picture, panel and controls around one timeline. A step asks nobody: no kernel, no network.

class Stepper {
  constructor(model, el) {
    this.model = model;
    this.facts = model.get("data");
    this.pages = new Pages(model, (number) => this.arrived(number));
    this.controls = new Controls((name, value) => this.steer(name, value));
    this.sentence = make("output", { class: "agl-sentence", "aria-live": "polite" });
    this.middle = make("div", { class: "agl-middle" });
    this.root = make("div", { class: "agl agl-stepper only-functions", role: "group", "aria-label": `Stepper. ${this.facts.title}`, tabindex: 0 });
    this.root.append(this.controls.element, this.sentence, this.middle, this.legend());
    this.root.addEventListener("keydown", (event) => this.key(event));
    el.append(this.root);
    this.sizes = new ResizeObserver(() => this.picture.resized());
    this.step = -1;
    this.turn(this.pages.number);
    this.watch();
    this.go(model.get("step"), false);
  }

  watch() {
    this.onStep = () => this.go(this.model.get("step"), false);
    this.onUntil = () => this.go(this.step, false, true);
    this.model.on("change:step", this.onStep);
    this.model.on("change:until", this.onUntil);
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
    for (const [name, words] of [["value", "v= value"], ["message", "∂= gradient"], ["total", ".grad= kept"]])
      foot.append(make("span", { class: `key ${name}` }, words));
    say("gradients");
    return foot;
  }

  get until() { return Math.min(this.model.get("until"), this.facts.steps); }

  go(step, tell = true, force = false) {
    step = Math.max(0, Math.min(this.until, step));
    if (step === this.step && !force) return;
    const number = this.pages.at(step);
    this.wanted = null;
    if (!this.pages.has(number)) return this.wait(step, number);
    if (number !== this.pages.number) this.turn(number);
    this.step = step;
    const { shown } = this.timeline, place = step - (this.data.first ?? 0), touched = this.timeline.go(place);
    this.picture.update(touched, shown);
    const fresh = place ? this.data.changes[place - 1].map(([key]) => key) : this.data.fresh ?? [];
    this.picture.focus(this.data.focus[place], fresh);
    this.panel.update(touched, shown);
    const sentence = this.data.sentences[place];
    this.sentence.textContent = sentence;
    this.controls.update(step, this.until, this.facts.steps, sentence);
    this.pages.prepare();
    if (tell) this.model.set("step", step);
  }

  // The page of this step is not here yet. Without a kernel it never comes.
  wait(step, number) {
    this.wanted = step;
    this.pages.ask(number);
    setTimeout(() => {
      if (this.wanted === step) this.sentence.textContent = `Step ${step} is not here: of a large trace, a saved notebook keeps only a part. Run the cell again to go there.`;
    }, 1500);
  }

  arrived(number) {
    if (this.wanted !== null && this.pages.at(this.wanted) === number) this.go(this.wanted);
  }

  steer(name, value) {
    if (name === "play") return this.timer ? this.stop() : this.start();
    this.stop();
    const { visits } = this.facts;
    const next = visits.find((visit) => visit > this.step) ?? this.until;
    const previous = visits.findLast((visit) => visit < this.step) ?? 0;
    const to = { first: 0, last: this.until, back: this.step - 1, forward: this.step + 1, "next node": next, "previous node": previous, slide: value };
    this.go(to[name]);
  }

  start() {
    if (this.step >= this.until) this.go(0);
    const tick = () => {
      this.go(this.step + 1);
      if (this.step >= this.until) this.stop();
      else this.timer = setTimeout(tick, +this.controls.speed.value);
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
    const native = (tag === "INPUT" || tag === "SELECT") && !["n", "p"].includes(event.key);
    const pressing = tag === "BUTTON" && (event.key === " " || event.key === "Enter");
    if (native || pressing) return;
    const act = this.action(event.key, node);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  action(key, node) {
    const steps = { ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", " ": "play", n: "next node", p: "previous node" };
    if (steps[key]) return () => this.steer(steps[key]);
    if (key === "Enter" && node) return () => this.open(node);
    if (key === "Escape" && this.panel.id !== null) return () => this.close();
    if (node && (key === "ArrowDown" || key === "ArrowUp"))
      return () => this.picture.focusNode(this.picture.neighbour(node, key === "ArrowDown" ? 1 : -1));
    return null;
  }

  destroy() {
    this.stop();
    this.sizes.disconnect();
    this.pages.destroy();
    this.model.off("change:step", this.onStep);
    this.model.off("change:until", this.onUntil);
  }
}

function render({ model, el }) {
  const stepper = new Stepper(model, el);
  return () => stepper.destroy();
}

export default { render };
