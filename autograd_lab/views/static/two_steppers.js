// Two steppers with one set of controls: both go to the same step, and stop where the two recordings part.

// What one of the two steppers takes for its model.
class Side {
  constructor(model, place) {
    Object.assign(this, { model, place, state: { ...model.get("sides")[place] }, listeners: {} });
    this.onMessage = ({ side, ...message }) => side === place && this.tell("msg:custom", message);
    model.on("msg:custom", this.onMessage);
  }

  get(key) { return this.state[key]; }
  set(key, value) {
    this.state[key] = value;
    this.tell(`change:${key}`);
  }
  tell(name, message) { for (const listener of this.listeners[name] ?? []) listener(message); }
  on(name, listener) { (this.listeners[name] ||= []).push(listener); }
  off(name, listener) { this.listeners[name] = (this.listeners[name] ?? []).filter((other) => other !== listener); }
  send(message) { this.model.send({ side: this.place, ...message }); }
  destroy() { this.model.off("msg:custom", this.onMessage); }
}

// Beside another picture, all of one is seen down to this part of its size: who compares wants no corner of it.
const STILL_SEEN = 0.4;

// The group of the other side with the same name, in groups of the same names; of several, the one at the same place.
function namesake(parts, group, other) {
  const twins = ({ groups, boxes }, around, title) => groups.get(around)?.members.filter((id) => boxes.get(id).kind === "fold" && boxes.get(id).title === title) ?? [];
  const way = parts.way(group);
  return way.slice(1).reduce((around, id, i) => {
    const { title } = parts.boxes.get(id);
    return twins(other, around, title)[twins(parts, way[i], title).indexOf(id)];
  }, ROOT);
}

class SideBySide {
  constructor(model, el) {
    const names = model.get("names");
    this.parting = model.get("parting");
    this.controls = new Controls((name, value) => this.steer(name, value));
    this.words = make("div", { class: "agl-parting", "aria-live": "polite" });
    this.row = make("div", { class: "sides" });
    this.root = make("div", { class: "agl agl-pair", role: "group", tabindex: 0, "aria-label": `Two steppers: ${names.join(" and ")}` });
    this.root.append(this.controls.element, this.words, this.row);
    el.append(this.root);
    this.models = names.map((_, place) => new Side(model, place));
    const boxes = names.map((name) => make("section", { "aria-label": name }, make("div", { class: "side" }, name)));
    this.row.append(...boxes);
    this.sides = [];
    for (const [place, side] of this.models.entries()) this.sides.push(this.stepper(side, boxes[place]));
    this.root.addEventListener("keydown", (event) => this.sides[0].key(event));
    this.number = -1;
    this.go(this.place);
  }

  // A stepper as it is, steered from here.
  stepper(model, box) {
    const stepper = new (model.get("data").plans ? Stepper : FoldedStepper)(model, box);
    stepper.steer = (name, value) => this.steer(name, value);
    const { camera } = stepper.picture;
    Object.defineProperty(camera, "readable", { value: STILL_SEEN });
    camera.room = [0, 0]; // no higher than it is at this size
    camera.measure();
    const [first] = this.sides;
    if (first && stepper.constructor === first.constructor) this.follow(stepper, first);
    stepper.toggled = (group, isOpen) => this.toggle(stepper, group, isOpen);
    return stepper;
  }

  // A group that opens or closes on one side does so on the other, if a group of the same name is in the same place there.
  toggle(side, group, isOpen) {
    for (const other of this.sides) {
      const found = other !== side && other.byReader && namesake(side.parts, group, other.parts);
      if (!found) continue;
      other.byReader.set(found, isOpen);
      other.refresh();
    }
  }

  // Both pictures run the same way, open the same boxes and go on in another band at the same ones, or nobody could compare
  // them.
  follow(stepper, first) {
    stepper.turn = () => {
      stepper.wide = stepper.root.clientWidth;
      stepper.down = first.down;
    };
    stepper.readable = () => (first.early ?? []).filter((group) => group === ROOT || stepper.parts.way(group).length > 1);
    stepper.placesBefore = () => new Map([...first.drawnBefore ?? []].map(([group, { bands }]) => [group, { bands, rows: [] }]));
    stepper.down = undefined;
    stepper.refresh();
  }

  // The step at which they part; 0 where they do not.
  get place() {
    const { event } = this.parting;
    return event === null ? 0 : Math.max(...this.sides.map(({ walk }) => walk.number(Math.min(event + 1, walk.until))));
  }

  get longer() { return this.sides.reduce((one, other) => (other.walk.last > one.walk.last ? other : one)); }

  // Nobody passes the place by: on the way forward one stops there.
  go(number) {
    const { place } = this, { walk } = this.longer;
    if (this.number < place && number > place) number = place;
    this.number = Math.max(0, Math.min(walk.last, number));
    for (const side of this.sides) side.show(side.walk.state(this.number));
    this.say();
    this.mark();
    const [here, there] = this.sides.map(({ sentence }) => sentence.textContent);
    this.controls.update(walk, walk.state(this.number), here === there ? here : `${here} — ${there}`);
  }

  say() {
    const { parting: { event, words }, place, number } = this, unit = this.sides[0].walk.details ? "Event" : "Step";
    this.root.classList.toggle("parted", event !== null && number === place);
    if (event === null) return void this.words.replaceChildren(make("p", {}, `= ${words}`));
    if (number === place) return void this.words.replaceChildren(make("p", {}, make("b", {}, `≠ First difference: ${unit.toLowerCase()} ${place}. `), words));
    const button = make("button", { type: "button" }, `to ${unit.toLowerCase()} ${place}`);
    button.addEventListener("click", () => {
      this.go(place);
      this.root.focus({ preventScroll: true });
    });
    this.words.replaceChildren(make("p", {}, number < place ? "So far both are the same. The first difference comes later: " : "The first difference came before: ", button));
  }

  // In both pictures, what differs.
  mark() {
    for (const element of this.marked ?? []) element.remove();
    for (const element of this.lit ?? []) element.classList.remove("differs");
    this.marked = this.lit = null;
    if (this.parting.event === null || this.number < this.place) return;
    const found = this.sides.map(({ picture }, i) => ({ picture, place: this.parting.places[i] })).filter(({ place }) => place.length);
    this.lit = found.flatMap(({ picture, place }) => [picture.nodes.get(picture.seenAs(place[0]))?.group, place.length > 1 && picture.arrowOf([null, ...place.slice(1)])]).filter(Boolean);
    for (const element of this.lit) element.classList.add("differs");
    this.marked = this.lit.filter((element) => element.matches(".node")).map((node) => draw("text", { class: "unlike", x: -6, y: 26, "text-anchor": "end", "aria-hidden": "true" }, node, "≠"));
  }

  steer(name, value) {
    if (name === "play") return this.timer ? this.stop() : this.start();
    this.stop();
    if (name === "details") return this.retell();
    this.go(this.target(name, value));
  }

  target(name, value) {
    const targets = { first: 0, last: this.longer.walk.last, back: this.number - 1, forward: this.number + 1, slide: value }, side = this.longer;
    return targets[name] ?? side.walk.number(side.target(name));
  }

  // Every event as a step, or not: at the same place.
  retell() {
    const { longer } = this, state = longer.walk.state(this.number), isThere = this.number === this.place;
    for (const side of this.models) side.set("details", !side.get("details"));
    this.number = isThere ? this.place : longer.walk.number(state);
    this.go(this.number);
  }

  start() {
    const { last } = this.longer.walk, { place } = this;
    if (this.number >= last) this.go(0);
    const tick = () => {
      this.go(this.number + 1);
      if (this.number >= last || this.number === place) this.stop();
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

  destroy() {
    this.stop();
    for (const part of [...this.sides, ...this.models]) part.destroy();
  }
}
