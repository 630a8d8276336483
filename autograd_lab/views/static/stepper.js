// The graph stepper. The whole trace is here; a step only sets a few texts and classes, and asks nobody.
// Everything a learner wrote (names, values) reaches the page through textContent, never as markup.

const SVG = "http://www.w3.org/2000/svg";
const SPEEDS = [["slow", 2400], ["normal", 1300], ["fast", 450]];
const KINDS = { op: "function", function: "your Function", leaf: "leaf" };

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function draw(tag, attributes, parent, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

const shorten = (text, most) => (text.length <= most ? text : text.slice(0, Math.max(most - 1, 1)) + "…");

// ----- time: the trace as changes that can be undone ------------------------------------------------------------
class Timeline {
  constructor(shown, changes) {
    this.changes = changes;
    this.shown = new Map(shown);
    this.undo = [];
    this.step = 0;
  }

  // Go to `step`; returns the keys whose text may have changed.
  go(step) {
    const touched = new Set();
    while (this.step < step) this.forward(touched);
    while (this.step > step) this.back(touched);
    return touched;
  }

  forward(touched) {
    const before = [];
    for (const [key, text] of this.changes[this.step]) {
      before.push([key, this.shown.get(key) ?? null]);
      this.set(key, text, touched);
    }
    this.undo.push(before);
    this.step += 1;
  }

  back(touched) {
    for (const [key, text] of this.undo.pop().reverse()) this.set(key, text, touched);
    this.step -= 1;
  }

  set(key, text, touched) {
    if (text === null) this.shown.delete(key);
    else this.shown.set(key, text);
    touched.add(key);
  }
}

// ----- the picture ------------------------------------------------------------------------------------------------
class Picture {
  constructor(data, onOpen) {
    this.data = data;
    this.show = new Map(); // key -> function(text or undefined)
    this.texts = new Map(); // key -> the element that shows it
    this.nodes = new Map();
    this.edges = new Map();
    this.order = data.boxes.map((box) => box.id);
    this.stage = make("div", { class: "agl-stage" });
    const { width, height } = data;
    this.svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": data.title }, this.stage);
    this.stage.style.flexBasis = `min(66%, ${Math.round(width * 0.72)}px)`;
    this.svg.style.width = `max(${Math.round(width * 0.72)}px, min(100%, ${Math.round(width)}px))`;
    const [arrows, boxes, ports, labels] = ["arrows", "boxes", "ports", "labels"].map((name) => draw("g", { class: name }, this.svg));
    for (const arrow of data.arrows) this.arrow(arrow, arrows, ports, labels);
    for (const seed of data.seeds) this.seed(seed, arrows, labels);
    for (const box of data.boxes) this.box(box, boxes, onOpen);
    this.tabStop = null;
    this.rove(this.order[0]);
  }

  head(place, size, right, parent, name) {
    const [x, y] = place, back = right ? -size : size;
    draw("path", { class: name, d: `M${x},${y} l${back},${-size / 1.8} v${size / 0.9} z` }, parent);
  }

  pill(key, place, parent, prefix) {
    const group = draw("g", { class: "pill", transform: `translate(${place[0]},${place[1]})` }, parent);
    const back = draw("rect", { y: -9.5, height: 19, rx: 9.5 }, group);
    const text = draw("text", { y: 4, "text-anchor": "middle" }, group);
    const full = draw("title", {}, group);
    group.style.display = "none";
    this.texts.set(key, group);
    return (value) => {
      group.style.display = value === undefined ? "none" : "";
      if (value === undefined) return;
      text.textContent = prefix + shorten(value, this.data.messageFits);
      full.textContent = prefix + value;
      const width = 7.3 * text.textContent.length + 14;
      back.setAttribute("x", -width / 2);
      back.setAttribute("width", width);
    };
  }

  arrow(arrow, arrows, ports, labels) {
    const group = draw("g", { class: arrow.hole ? "edge hole" : "edge", "data-id": arrow.id }, arrows);
    this.edges.set(arrow.id, group);
    draw("path", { class: "line", d: arrow.path }, group);
    const [x, y] = arrow.start, [endX, endY] = arrow.end;
    if (arrow.hole) {
      draw("path", { class: "line", d: `M${endX},${endY - 6} v12` }, group);
      draw("text", { class: "port", x: endX + 5, y: endY + 4 }, group, "None");
      return;
    }
    this.head(arrow.end, arrow.head, true, group, "head gradient");
    this.head(arrow.start, arrow.head, false, group, "head data");
    draw("text", { class: "port", x: x + 7, y: y - 5 }, ports, shorten(arrow.input, 12));
    if (arrow.slot) draw("text", { class: "port slot", x: endX - 10, y: endY - 5, "text-anchor": "end" }, ports, arrow.slot);
    const show = this.pill(`message/${arrow.id}`, arrow.label, labels, "∂= ");
    this.show.set(`message/${arrow.id}`, (value) => {
      group.classList.toggle("sent", value !== undefined);
      show(value);
    });
  }

  seed(seed, arrows, labels) {
    const group = draw("g", { class: "edge seed" }, arrows);
    draw("path", { class: "line", d: seed.path }, group);
    this.head(seed.end, seed.head, true, group, "head");
    const [x, y] = seed.label;
    draw("text", { class: "port", x, y: y - 14, "text-anchor": "middle" }, group, "seed");
    const show = this.pill(seed.key, seed.label, labels, "∂= ");
    group.style.display = "none";
    this.show.set(seed.key, (value) => {
      group.style.display = value === undefined ? "none" : "";
      show(value);
    });
  }

  box(box, parent, onOpen) {
    const group = draw("g", { class: `node ${box.kind}`, "data-id": box.id, role: "button", tabindex: -1 }, parent);
    group.style.transform = `translate(${box.x}px,${box.y}px)`;
    const round = box.kind === "leaf" ? 22 : 7;
    draw("rect", { class: "back", width: box.width, height: box.height, rx: round }, group);
    if (box.kind === "function") draw("rect", { class: "inner", x: 3, y: 3, width: box.width - 6, height: box.height - 6, rx: 5 }, group);
    const values = box.names.map((name) => name ?? "(no name)").join(", ") + (box.kind === "leaf" ? " (leaf)" : "");
    const most = Math.floor((box.width - 22) / 8.4);
    for (const [name, title] of [["functions", box.title], ["values", values]])
      draw("text", { class: `title only-${name}`, x: 12, y: 24 }, group, shorten(title, most));
    this.lines(box, group);
    this.badge(box, group);
    draw("title", {}, group, `${box.title} (${KINDS[box.kind]})`);
    this.nodes.set(box.id, { group, box });
    group.addEventListener("click", () => onOpen(box.id));
    group.addEventListener("focus", () => this.rove(box.id));
  }

  // A line of value and a line of gradient for each slot; for a leaf also its .grad.
  lines(box, group) {
    const { titleHeight, lineHeight } = this.data, several = box.values.length > 1;
    const fronts = box.names.map((name, slot) => (several ? `[${slot}] ` : "") + shorten(name ?? "", 8));
    const indent = Math.max(...fronts.map((front) => front.length)) * 7.4 + (fronts.some((front) => front) ? 8 : 0);
    const room = Math.max(box.fits - Math.ceil(indent / 7.3) - 3, 3);
    let y = titleHeight + 14;
    const line = (name, prefix, key, fixed) => {
      const text = draw("text", { class: `line ${name}`, x: 12 + indent, y }, group);
      draw("tspan", { class: "prefix" }, text, prefix + " ");
      const value = draw("tspan", { class: "number" }, text, fixed === undefined ? "" : shorten(fixed, room));
      y += lineHeight;
      if (!key) return;
      this.texts.set(key, text);
      this.show.set(key, (shown) => { value.textContent = shown === undefined ? "" : shorten(shown, room); });
    };
    box.values.forEach((value, slot) => {
      draw("text", { class: "name", x: 12, y }, group, fronts[slot]);
      line("value", "v=", null, value || "?");
      line("message", "∂=", `grad/${box.id}/${slot}`);
    });
    if (box.kind === "leaf") line("total", ".grad=", `total/${box.id}`);
  }

  badge(box, group) {
    const pill = draw("g", { class: "badge", transform: `translate(${box.width - 10},0)` }, group);
    const back = draw("rect", { y: -13, height: 18, rx: 9 }, pill);
    const text = draw("text", { y: 0, "text-anchor": "middle" }, pill);
    const state = {};
    const update = () => {
      const { status, heard } = state;
      const signs = { ready: "ready", running: "▶ running", done: "✓ done", error: "✗ error" };
      const words = status === "waiting" ? (heard ? `heard ${heard}` : "") : signs[status] ?? "";
      text.textContent = words;
      pill.style.display = words ? "" : "none";
      const width = words.length * 6.6 + 16;
      back.setAttribute("x", -width);
      text.setAttribute("x", -width / 2);
      back.setAttribute("width", width);
      group.dataset.status = status ?? "";
    };
    for (const part of ["status", "heard"]) {
      this.texts.set(`${part}/${box.id}`, pill);
      this.show.set(`${part}/${box.id}`, (value) => { state[part] = value; update(); });
    }
    update();
  }

  update(keys, shown) {
    for (const key of keys) this.show.get(key)?.(shown.get(key));
    const changed = new Set([...keys].map((key) => key.slice(key.indexOf("/") + 1).split("/")[0]));
    for (const id of changed) if (this.nodes.has(id)) this.describe(id, shown);
  }

  // What a screen reader says for a node.
  describe(id, shown) {
    const { group, box } = this.nodes.get(id), parts = [box.title];
    box.values.forEach((value, slot) => {
      const front = box.values.length > 1 ? `output ${slot} ` : "";
      parts.push(`${front}${box.names[slot] ?? "value"} = ${value || "unknown"}`);
      const gradient = shown.get(`grad/${id}/${slot}`);
      if (gradient !== undefined) parts.push(`${front}gradient ${gradient}`);
    });
    if (box.kind === "leaf") parts.push(`.grad ${shown.get(`total/${id}`) ?? "None"}`);
    const status = shown.get(`status/${id}`), heard = shown.get(`heard/${id}`);
    if (status === "waiting" && heard) parts.push(`heard ${heard.replace("/", " of ")}`);
    else if (status && status !== "waiting") parts.push(status);
    group.setAttribute("aria-label", parts.join(", "));
  }

  focus([node, edge], fresh) {
    for (const element of this.lit ?? []) element.classList.remove("active", "fresh");
    this.lit = [this.nodes.get(node)?.group, this.edges.get(edge)].filter(Boolean);
    for (const element of this.lit) element.classList.add("active");
    for (const key of fresh) {
      const element = this.texts.get(key);
      if (element) { element.classList.add("fresh"); this.lit.push(element); }
    }
    if (this.nodes.has(node)) this.reveal(this.nodes.get(node).box);
  }

  reveal(box) {
    const scale = this.scale ||= this.svg.getBoundingClientRect().width / this.data.width || 1;
    const stage = this.stage, margin = 30;
    const see = (start, size, from, room) => {
      if (start - margin < from) return Math.max(start - margin, 0);
      return start + size + margin > from + room ? start + size + margin - room : from;
    };
    this.room ||= [stage.clientWidth, stage.clientHeight];
    const left = see(box.x * scale, box.width * scale, stage.scrollLeft, this.room[0]);
    const top = see(box.y * scale, box.height * scale, stage.scrollTop, this.room[1]);
    if (left !== stage.scrollLeft) stage.scrollLeft = left;
    if (top !== stage.scrollTop) stage.scrollTop = top;
  }

  resized() { this.scale = this.room = undefined; }

  // One node is in the tab order; up and down move between nodes.
  rove(id) {
    if (!this.nodes.has(id)) return;
    this.nodes.get(this.tabStop)?.group.setAttribute("tabindex", -1);
    this.tabStop = id;
    this.nodes.get(id).group.setAttribute("tabindex", 0);
  }

  neighbour(id, by) {
    const place = this.order.indexOf(id) + by;
    return this.order[Math.max(0, Math.min(this.order.length - 1, place))];
  }

  focusNode(id) { this.nodes.get(id)?.group.focus(); }

  select(id) {
    this.nodes.get(this.chosen)?.group.classList.remove("chosen");
    this.chosen = id;
    this.nodes.get(id)?.group.classList.add("chosen");
  }
}

// ----- the side panel -----------------------------------------------------------------------------------------------
class Panel {
  constructor(data, onClose) {
    this.data = data;
    this.id = null;
    this.titles = new Map(data.boxes.map((box) => [box.id, box.title]));
    this.element = make("section", { class: "agl-panel", "aria-label": "node details", tabindex: -1, hidden: "" });
    this.onClose = onClose;
  }

  open(id, shown) {
    this.id = id;
    this.element.hidden = false;
    this.render(shown);
  }

  close() {
    this.id = null;
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  update(keys, shown) {
    if (this.id === null) return;
    const mine = (key) => key === `card/${this.id}` || key.startsWith(`freed/${this.id}/`);
    if ([...keys].some(mine)) this.render(shown);
  }

  render(shown) {
    const panel = this.data.panels[this.id], hadFocus = this.element.contains(document.activeElement);
    const close = make("button", { type: "button", class: "close", "aria-label": "close node details" }, "×");
    close.addEventListener("click", this.onClose);
    const head = make("header", {}, make("h4", {}, this.titles.get(this.id)), close);
    this.element.replaceChildren(head, make("p", { class: "about" }, panel.about),
      ...this.formula(panel, shown), ...this.saved(panel, shown), ...this.next(panel));
    if (hadFocus) close.focus();
  }

  formula(panel, shown) {
    const card = panel.cards[Math.min(+(shown.get(`card/${this.id}`) ?? 0), panel.cards.length - 1)];
    const parts = [make("h5", {}, "Formula")];
    if (panel.source) parts.push(make("pre", {}, panel.source));
    for (const [input, rule, numbers, result, target] of card.rows) {
      const line = make("div", { class: "rule" });
      line.append(make("b", {}, input));
      for (const [name, text] of [["code", rule], ["code", numbers], ["result", result]])
        if (text) line.append(" ", make("span", { class: name }, text));
      if (target) line.append(" ", make("span", { class: "target" }, target));
      parts.push(line);
    }
    return [...parts, ...card.notes.filter(Boolean).map((note) => make("p", {}, note))];
  }

  saved(panel, shown) {
    const parts = [make("h5", {}, "Saved for backward")];
    if (!panel.saved.length) return [...parts, make("p", {}, panel.nothing)];
    const rows = panel.saved.map(({ name, value, version, frees }) => {
      const gone = shown.has(`freed/${this.id}/${name}`);
      const state = gone ? "✗ freed" : frees ? "● alive" : "○ stays";
      const cells = [name, value, frees ? `v${version}` : "", state];
      return make("tr", { class: gone ? "freed" : "" }, ...cells.map((cell) => make("td", {}, cell)));
    });
    const header = ["name", "value", "version", "now"].map((name) => make("th", { scope: "col" }, name));
    return [...parts, make("table", {}, make("thead", {}, make("tr", {}, ...header)), make("tbody", {}, ...rows))];
  }

  next(panel) {
    const parts = [make("h5", {}, "next_functions")];
    if (!panel.next.length) return [...parts, make("p", {}, "(): the way ends here")];
    const rows = panel.next.map(({ pair, means }) => make("li", {}, make("code", {}, pair), make("p", {}, means)));
    return [...parts, make("ol", { start: 0 }, ...rows)];
  }
}

// ----- the controls --------------------------------------------------------------------------------------------------
const ICONS = {
  first: "M3,3 v10 M13,3 l-7,5 7,5 z", last: "M13,3 v10 M3,3 l7,5 -7,5 z",
  back: "M11,3 l-7,5 7,5 z", forward: "M5,3 l7,5 -7,5 z",
  "previous node": "M8,3 l-6,5 6,5 z M14,3 l-6,5 6,5 z", "next node": "M2,3 l6,5 -6,5 z M8,3 l6,5 -6,5 z",
  play: "M4,2 l10,6 -10,6 z", pause: "M5,3 v10 M11,3 v10",
};
const KEYS = { first: "Home", last: "End", back: "←", forward: "→", "previous node": "P", "next node": "N", play: "space" };

function icon(button, name) {
  button.replaceChildren();
  const svg = draw("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, button);
  draw("path", { d: ICONS[name] }, svg);
  button.setAttribute("aria-label", name);
  button.title = `${name} (${KEYS[name] ?? KEYS.play})`;
}

function choice(label, names, pick) {
  const group = make("span", { class: "choice", role: "group", "aria-label": label });
  const buttons = names.map((name, i) => {
    const button = make("button", { type: "button", "aria-pressed": i === 0 }, name);
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", other === button);
      pick(name);
    });
    return button;
  });
  group.append(make("span", { class: "label" }, label), ...buttons);
  return group;
}

class Controls {
  constructor(steer) {
    this.element = make("div", { class: "agl-controls", role: "toolbar", "aria-label": "steps" });
    for (const name of ["first", "previous node", "back", "play", "forward", "next node", "last"]) {
      const button = make("button", { type: "button", class: `step ${name.replace(" ", "-")}` });
      icon(button, name);
      button.addEventListener("click", () => steer(name));
      this.element.append(button);
      if (name === "play") this.play = button;
    }
    this.slider = make("input", { type: "range", min: 0, value: 0, "aria-label": "step" });
    this.slider.addEventListener("input", () => steer("slide", +this.slider.value));
    this.count = make("span", { class: "count" });
    this.speed = make("select", { "aria-label": "speed of play" }, ...SPEEDS.map(([name, ms]) => make("option", { value: ms }, name)));
    this.speed.value = SPEEDS[1][1];
    this.element.append(this.slider, this.count, this.speed);
  }

  update(step, until, all, sentence) {
    this.slider.max = until;
    this.slider.value = step;
    this.slider.setAttribute("aria-valuetext", `step ${step} of ${until}: ${sentence}`);
    this.count.textContent = until < all ? `${step} / ${until} (of ${all})` : `${step} / ${until}`;
  }

  playing(on) { icon(this.play, on ? "pause" : "play"); }
}

// ----- all together ---------------------------------------------------------------------------------------------------
class Stepper {
  constructor(model, el) {
    this.model = model;
    this.data = model.get("data");
    this.timeline = new Timeline(this.data.shown, this.data.changes);
    this.picture = new Picture(this.data, (id) => this.open(id));
    this.panel = new Panel(this.data, () => this.close());
    this.controls = new Controls((name, value) => this.steer(name, value));
    this.sentence = make("output", { class: "agl-sentence", "aria-live": "polite" });
    this.root = make("div", { class: "agl agl-stepper only-functions", role: "group", "aria-label": `Stepper. ${this.data.title}`, tabindex: 0 });
    this.root.append(this.controls.element, this.sentence, make("div", { class: "agl-middle" }, this.picture.stage, this.panel.element), this.legend());
    this.root.addEventListener("keydown", (event) => this.key(event));
    el.append(this.root);
    this.picture.update(this.picture.show.keys(), this.timeline.shown);
    for (const id of this.picture.order) this.picture.describe(id, this.timeline.shown);
    this.watch();
    this.step = -1;
    this.go(model.get("step"), false);
  }

  watch() {
    this.onStep = () => this.go(this.model.get("step"), false);
    this.onUntil = () => this.go(this.step, false, true);
    this.model.on("change:step", this.onStep);
    this.model.on("change:until", this.onUntil);
    this.sizes = new ResizeObserver(() => this.picture.resized());
    this.sizes.observe(this.picture.stage);
  }

  legend() {
    const foot = make("div", { class: "agl-legend" });
    const way = make("span", { class: "way" });
    const say = (name) => {
      way.textContent = name === "gradients" ? "the way gradients travel (backward)" : "the way values travelled (forward)";
    };
    foot.append(
      choice("boxes", ["functions", "values"], (name) => {
        this.root.classList.toggle("only-functions", name === "functions");
        this.root.classList.toggle("only-values", name === "values");
      }),
      choice("arrows", ["gradients", "data"], (name) => { this.root.classList.toggle("data-way", name === "data"); say(name); }), way,
    );
    for (const [name, words] of [["value", "v= value"], ["message", "∂= gradient"], ["total", ".grad= kept by the leaf"]])
      foot.append(make("span", { class: `key ${name}` }, words));
    say("gradients");
    return foot;
  }

  get until() { return Math.min(this.model.get("until"), this.data.changes.length); }

  go(step, tell = true, force = false) {
    step = Math.max(0, Math.min(this.until, step));
    if (step === this.step && !force) return;
    this.step = step;
    const { shown } = this.timeline, touched = this.timeline.go(step);
    this.picture.update(touched, shown);
    const fresh = step ? this.data.changes[step - 1].map(([key]) => key) : [];
    this.picture.focus(this.data.focus[step], fresh);
    this.panel.update(touched, shown);
    const sentence = this.data.sentences[step];
    this.sentence.textContent = sentence;
    this.controls.update(step, this.until, this.data.changes.length, sentence);
    if (tell) this.model.set("step", step);
  }

  steer(name, value) {
    if (name === "play") return this.timer ? this.stop() : this.start();
    this.stop();
    const { visits } = this.data;
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

  // The notebook has its own uses for these keys, so what is handled here goes no further.
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target, tag = target.tagName, node = target.closest?.(".node")?.dataset.id;
    const native = (tag === "INPUT" || tag === "SELECT") && !["n", "p"].includes(event.key);
    const pressing = tag === "BUTTON" && (event.key === " " || event.key === "Enter");
    if (native || pressing) return event.stopPropagation();
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
    this.model.off("change:step", this.onStep);
    this.model.off("change:until", this.onUntil);
  }
}

function render({ model, el }) {
  const stepper = new Stepper(model, el);
  return () => stepper.destroy();
}

export default { render };
