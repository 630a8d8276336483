// The graph stepper: picture, panel and controls around one timeline. A step asks nobody: no kernel, no network.

// Pixels of a picture's width that are enough to read it beside a card.
const ENOUGH = 640;

class Stepper {
  constructor(model, el) {
    this.model = model;
    this.facts = model.get("data");
    this.walk = new Walk(this.facts.stops, this.facts.events);
    this.parts = this.makeParts(model);
    this.controls = new Controls((name, value) => this.steer(name, value));
    this.pauses = new Pauses(this.walk, () => { this.attended ??= this.root; this.steer("forward"); }, (pause) => this.heard(pause));
    this.sentence = make("output", { class: "agl-sentence", "aria-live": "polite" });
    this.middle = make("div", { class: "agl-middle" });
    const words = { role: "group", "aria-label": `Stepper. ${this.facts.title}`, tabindex: 0, "data-agl": model.get("name") };
    this.root = make("div", { class: "agl agl-stepper only-functions", ...words });
    this.picture = this.makePicture((id, event) => this.open(id, event));
    this.panel = new Panel({ boxes: [], panels: this.parts.cards }, () => this.close());
    this.shown = { get: (key) => this.parts.at(key, this.step), has: (key) => this.shown.get(key) !== undefined };
    this.middle.append(this.picture.stage, this.panel.element);
    this.root.append(...this.note(), this.controls.element, this.sentence, this.middle, this.pauses.element, ...this.absent(), this.legend());
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.onPageKey = (event) => { if (document.activeElement === document.body) this.key(event); };
    if (document.body.classList.contains("agl-page")) document.addEventListener("keydown", this.onPageKey); // it is all there is on this page
    el.append(this.root);
    this.begin();
    this.step = -1;
    this.sizes = new ResizeObserver(() => this.resized());
    this.watch();
    this.show(model.get("step"));
    this.pauses.set(model.get("pauses"));
    this.refresh();
    this.sizes.observe(this.picture.stage);
  }

  // The note above the stepper: an answer to a question, for instance.
  note() {
    const lines = (words) => words.split("\n").map((line) => make("p", {}, ...coded(line)));
    const words = this.model.get("note"), [state, reasons] = this.model.get("worst") ?? [], note = make("div", { class: "agl-note" }, ...lines(words));
    if (reasons) {
      const why = make("button", { type: "button", title: "the reasons, and the first step that shows one" }, "why?");
      why.addEventListener("click", () => {
        note.replaceChildren(...lines(reasons));
        this.stop();
        this.go(state);
        this.root.focus({ preventScroll: true });
      });
      note.lastChild.append(" ", why);
    }
    return words ? [note] : [];
  }

  // The parameters of a model that have no box, and why.
  absent() {
    const { absent } = this.facts;
    return absent ? [make("p", { class: "agl-absent" }, make("b", {}, "Without a box: "), absent.join(" · "))] : [];
  }

  makeParts(model) { return new Parts(model); }

  makePicture(onOpen) { return new Picture(this.parts, onOpen); }

  begin() {}

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
    this.reserve();
  }

  // The same state again, told in another way.
  refresh() {
    this.refreshWalk();
    this.controls.mark(this.walk, this.facts.marks);
    this.show(this.step, true);
  }

  reserve() { keepRoom(this.sentence, this.parts.sentences(this.walk.details)); }

  // Draw the picture, and again when it is to run another way.
  arrange() {
    if (this.down !== undefined) return;
    const { plans } = this.parts.facts;
    this.turn([...plans.keys()].slice(1), (number) => plans[number]);
    this.picture.arrange(this.picture.placed(this.down));
  }

  // Let the picture run down where it would be too small from left to right: in the first way in which it keeps most of
  // its size, or in which it is largest. Returns how much of its size is left.
  turn(ways, sized) {
    this.wide = this.root.clientWidth;
    const scale = (way) => {
      const { width, height } = sized(way);
      return Math.min(1, ((this.wide || 900) - 20) / width, Camera.tallest() / height);
    };
    const right = scale(0), sizes = right < 0.8 ? ways.map(scale) : [], size = sizes.find((one) => one >= 0.85) ?? Math.max(0, ...sizes);
    this.down = size >= 1.1 * right ? ways[sizes.indexOf(size)] : 0;
    return this.down ? size : right;
  }

  resized() {
    const { camera } = this.picture, wide = this.root.clientWidth;
    if (!wide || camera.room[0] === this.picture.stage.clientWidth) return;
    if (Math.abs(wide - this.wide) > 60) {
      this.down = undefined;
      this.refresh();
    }
    camera.measure();
    this.follow(this.step === 0);
  }

  open(id) { this.card(id); }

  card(id, isWanted = true) {
    this.picture.select(id);
    this.picture.rove(id);
    this.panel.titles.set(id, this.parts.boxes.get(id).title);
    this.panel.open(id, this.shown);
    this.beside(this.picture.nodes.get(id)?.rect);
    if (isWanted) this.panel.element.scrollIntoView({ block: "nearest" });
  }

  // The card opens beside the picture where the picture hardly loses by it or keeps enough, else below. The node that was
  // clicked stays in view.
  beside(rect) {
    const { camera, stage } = this.picture, { clientWidth } = this.root, wide = Math.min(camera.size[0] * camera.scale, clientWidth, ENOUGH);
    this.middle.classList.toggle("below", clientWidth - 340 < wide * 0.9);
    if (stage.clientWidth === camera.room[0]) return;
    camera.measure();
    camera.follow(rect);
  }

  close() {
    const { id } = this.panel;
    this.panel.close();
    this.picture.select(null);
    if (id !== null) this.picture.focusNode(id);
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
    if (this.facts.widths) foot.append(make("span", { class: "key width" }, "width: log ‖∂‖; red dots: nan or inf"));
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
    if (this.waits(state)) return;
    const from = this.walk.before(state), before = this.step, first = before < 0;
    this.step = state;
    const sentence = (this.sentence.textContent = this.parts.sentence(state, this.walk.details)); // above the picture, which gets what room is left
    this.arrange(state);
    this.picture.update(state);
    this.active = this.picture.focus(this.parts.focus(state)[0], this.focuses(from, state), from, state);
    this.follow(first || state === 0);
    if (this.panel.id !== null) this.panel.update([...this.changed(this.panel.id, before, state)], this.shown);
    this.controls.update(this.walk, state, sentence);
    this.pauses.show(state);
  }

  follow(whole) { this.picture.camera.follow(this.active, whole); }

  waits() { return false; }

  // What the latest step was about, event by event.
  focuses(from, state) {
    const found = [];
    for (let step = Math.max(from, state - 200) + 1; step <= state; step++) found.push(this.parts.focus(step));
    return found;
  }

  // What the panel of a node has to know: whether its rules ran or what it saved is gone.
  *changed(id, before, state) {
    for (const key of this.parts.texts.keys())
      if ((key === `card/${id}` || key.startsWith(`freed/${id}/`)) && this.parts.place(key, before) !== this.parts.place(key, state)) yield key;
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
    this.pauses.reveal();
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

  key(event) { pressed(this, event); }
  action(key, node, shift) { return actionOf(this, key, node, shift); } // a folded stepper has more

  destroy() {
    this.stop();
    this.sizes.disconnect();
    this.parts.destroy();
    this.pauses.destroy();
    window.removeEventListener("autograd-lab-step", this.onLink);
    document.removeEventListener("keydown", this.onPageKey);
    for (const [name, act] of Object.entries(this.onModel)) this.model.off(name, act);
  }
}
