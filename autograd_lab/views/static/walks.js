// Ways to walk a graph: a table with a line for each, and one of them run by run in the picture. Words come ready made.
// All walks follow one after the other in one line of states; `first` is where a walk begins.

const HEAD_LENGTH = 8, LETTER = 7.3, TALLEST = 560;

class Walks extends Player {
  constructor(model, el) {
    super();
    this.model = model;
    this.data = model.get("data");
    for (const way of this.data.ways) way.last = way.first + way.steps.length;
    this.way = this.wayAt(model.get("place"));
    const line = (this.line = this.timeline());
    this.pauses = new Pauses(line, () => this.steer("forward"), (pause) => this.heard(pause));
    this.controls = new Controls((name, value) => this.steer(name, value));
    this.controls.details.remove();
    this.sentence = make("output", { class: "agl-sentence", "aria-live": "polite" });
    this.counts = make("p", { class: "counts" });
    this.stage = make("div", { class: "stage", tabindex: 0, role: "region", "aria-label": "the graph" });
    this.code = make("code");
    this.fold = make("details", {}, make("summary", {}, "Python code of this walk"), make("pre", { tabindex: 0 }, this.code));
    this.root = make("div", { class: "agl agl-walks", role: "group", "aria-label": this.data.title, tabindex: 0 });
    this.root.append(this.table(), this.controls.element, this.sentence, this.counts, this.stage, this.pauses.element, this.legend(), this.fold);
    this.root.addEventListener("keydown", (event) => this.key(event));
    keepRoom(this.sentence, [this.data.start, ...this.data.ways.flatMap(({ steps }) => steps.map(({ sentence }) => sentence))]);
    el.append(this.root);
    this.draw();
    this.pauses.set(model.get("pauses"));
    this.show(model.get("place"));
    this.sizes = new ResizeObserver(() => this.resized());
    this.sizes.observe(this.root);
  }

  wayAt(state) { return this.data.ways.findLast((way) => way.first <= state); }

  // The states of the walk that is on, as pauses and controls want to know them.
  timeline() {
    const number = (state) => state - this.way.first, length = () => this.way.steps.length, secret = () => this.isSecret();
    return {
      details: false, number, start: (event) => event, end: (event) => event + 1,
      after: (state) => Math.min(state + 1, this.way.last),
      get last() { return length(); }, get all() { return length(); }, get told() { return secret() ? "?" : length(); },
    };
  }

  // ----- the table
  table() {
    const head = make("tr", {}, ...this.data.columns.map((words) => make("th", { scope: "col" }, words)));
    this.rows = this.data.ways.map((way) => {
      const button = make("button", { type: "button", title: "show this way in the picture" }, way.name);
      button.addEventListener("click", () => this.choose(way));
      const cells = way.row.slice(1).map(() => make("td"));
      return { way, button, cells, line: make("tr", {}, make("th", { scope: "row" }, button), ...cells) };
    });
    const body = make("tbody", {}, ...this.rows.map((row) => row.line));
    return make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "all ways" }, make("table", {}, make("thead", {}, head), body));
  }

  // While a guess waits, no way tells what comes out, or how long it is: another way's numbers would narrow the guess.
  isSecret() { return this.pauses.all.some((pause) => !pause.over); }

  fill() {
    const secret = this.isSecret();
    for (const { way, button, cells, line } of this.rows) {
      cells.forEach((cell, i) => {
        cell.textContent = secret ? "?" : way.row[i + 1];
        cell.title = secret ? "shown when your prediction is settled" : "";
      });
      button.setAttribute("aria-pressed", way === this.way);
      line.classList.toggle("on", way === this.way);
      line.classList.toggle("no", !secret && way.row.at(-1).startsWith("✗"));
    }
  }

  choose(way) {
    this.stop();
    this.way = way;
    this.show(way.first);
  }

  // ----- the picture
  // The one that is to be read better where there is so much room: it runs right, or down.
  pick() {
    const wide = this.root.clientWidth || 1000, { pictures } = this.data;
    const [right, down] = pictures.map(({ size: [width, height] }) => Math.min(1, wide / width, TALLEST / height));
    return pictures[right < 0.8 && down >= 1.1 * right ? 1 : 0];
  }

  resized() {
    if (this.pick() === this.picture) return;
    this.draw();
    this.paint(this.state - this.way.first);
  }

  draw() {
    this.picture = this.pick();
    this.stage.replaceChildren();
    const { size: [width, height], boxes, arrows, seed } = this.picture;
    this.svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${this.data.title}: the graph` }, this.stage);
    const least = Math.min(width, Math.max(width * 0.55, 300)); // below that it is scrolled: letters stay legible
    this.svg.style.width = `${Math.max(least, width * Math.min(1, TALLEST / height))}px`;
    this.svg.style.minWidth = `${least}px`;
    this.edges = new Map(arrows.map((arrow) => [arrow.key, this.arrow(arrow)]));
    if (seed) this.arrow({ ...seed, at: null }).group.classList.add("seed");
    this.boxes = new Map(boxes.map((box) => [box.id, this.box(box)]));
    for (const edge of this.edges.values()) if (edge.pill) this.svg.append(edge.pill);
  }

  arrow({ points, at, hole }) {
    const group = draw("g", { class: hole ? "edge hole" : "edge" }, this.svg), [x, y] = points.at(-1), wing = HEAD_LENGTH / 1.8;
    const curves = points.slice(1).map((point, i) => `${i % 3 ? "" : "C"}${point}`).join(" ");
    draw("path", { class: "line", d: `M${points[0]} ${curves}` }, group);
    if (hole) return { group };
    const d = this.picture.down ? `M${x},${y} l${-wing},${-HEAD_LENGTH} h${2 * wing} z` : `M${x},${y} l${-HEAD_LENGTH},${-wing} v${2 * wing} z`;
    draw("path", { class: "head", d }, group);
    if (!at) return { group };
    const pill = draw("g", { class: "pill", transform: `translate(${at})` }, this.svg);
    const back = draw("rect", { y: -9.5, height: 19, rx: 9.5 }, pill), text = draw("text", { y: 4, "text-anchor": "middle" }, pill);
    return { group, pill, back, text };
  }

  box({ kind, title, name, value, state, place: [x, y, width, height] }) {
    const group = draw("g", { class: `node ${kind}`, transform: `translate(${x},${y})` }, this.svg), rx = kind === "leaf" ? 22 : 7;
    draw("rect", { class: "back", width, height, rx }, group);
    draw("text", { class: "title", x: 12, y: 22 }, group, title);
    draw("text", { class: "name", x: 12, y: 43 }, group, shorten(name, 8));
    const left = 12 + (name ? 8 + LETTER * Math.min(name.length, 8) : 0);
    draw("text", { class: "line value", x: left, y: 43 }, group, `v= ${value || "?"}`);
    const sum = draw("text", { class: "line message", x: left, y: 62 }, group);
    const pill = draw("g", { class: "badge", transform: `translate(${state},0)` }, group);
    const back = draw("rect", { y: -13, height: 18, rx: 9 }, pill), text = draw("text", { y: 0, "text-anchor": "middle" }, pill);
    return { group, sum, pill, back, text };
  }

  // A text on its own ground; `anchor` 0: its start is there, 0.5: its middle.
  label({ pill, back, text }, words, letter, anchor) {
    const width = words.length * letter + 14;
    pill.style.display = words ? "" : "none";
    text.textContent = words;
    text.setAttribute("x", width * (0.5 - anchor));
    back.setAttribute("x", -width * anchor);
    back.setAttribute("width", width);
  }

  // What has gathered where after so many runs, and what the latest run did.
  paint(number) {
    const { steps } = this.way, [root, seed] = this.data.seed, heard = new Map(), ran = new Map(), carried = new Map();
    for (const step of steps.slice(0, number)) {
      if (step.node) ran.set(step.node, (ran.get(step.node) ?? 0) + 1);
      for (const [node, sum, count] of step.heard) heard.set(node, [sum, count]);
      for (const [key, message] of step.sent) carried.set(key, message);
    }
    const { node = null, way = [], sent = [] } = steps[number - 1] ?? {}, now = new Set(sent.map(([key]) => key)), path = new Set(way);
    for (const { id, owed } of this.picture.boxes) {
      const box = this.boxes.get(id), [sum, count] = heard.get(id) ?? ["", 0], runs = ran.get(id) ?? 0;
      box.sum.textContent = `∂= ${sum || (id === root ? seed : "")}`;
      box.group.classList.toggle("active", id === node);
      this.label(box, [owed && `${count}/${owed}`, runs && `${runs}×`].filter(Boolean).join(" · "), 5.6, 0);
    }
    for (const [key, edge] of this.edges) {
      edge.group.classList.toggle("active", now.has(key));
      edge.group.classList.toggle("path", path.has(key));
      edge.group.classList.toggle("sent", carried.has(key));
      if (edge.pill) this.label(edge, carried.has(key) ? carried.get(key) : "", LETTER, 0.5);
      edge.pill?.classList.toggle("fresh", now.has(key));
    }
    this.follow(node);
  }

  // Where the picture is larger than its place, the node at work is brought into the middle.
  follow(node) {
    const box = this.picture.boxes.find(({ id }) => id === node);
    if (!box) return;
    const [x, y, width, height] = box.place, scale = this.svg.clientWidth / this.picture.size[0];
    this.stage.scrollLeft = (x + width / 2) * scale - this.stage.clientWidth / 2;
    this.stage.scrollTop = (y + height / 2) * scale - this.stage.clientHeight / 2;
  }

  legend() {
    const key = (name, words) => make("span", { class: `key ${name}` }, words);
    return make("div", { class: "agl-legend" }, key("path", "▬ the path that led here"), key("message", "╍ what it sends now"), key("", "1/2: received 1 of 2 messages"), key("", "3×: three runs so far"));
  }

  // ----- going
  get first() { return this.way.first; }
  get last() { return this.way.last; }

  show(state) {
    const number = state - this.way.first, { steps } = this.way, step = steps[number - 1];
    this.state = state;
    if (this.model.get("place") !== state) this.model.set("place", state);
    this.sentence.textContent = step?.sentence ?? this.data.start;
    const sum = (count) => steps.slice(0, number).reduce((total, one) => total + count(one), 0);
    const [runs, messages] = step?.counts ?? [sum((one) => (one.node ? 1 : 0)), sum((one) => one.sent.length)];
    this.counts.replaceChildren(make("b", {}, this.way.name), ` · node runs: ${runs.toLocaleString("en-US")} · messages: ${messages.toLocaleString("en-US")}`);
    this.code.textContent = this.way.code;
    this.fold.hidden = !this.way.code;
    this.paint(number);
    this.controls.update(this.line, state, this.sentence.textContent);
    this.pauses.show(state);
    this.fill();
  }

  // Without a guess the walk waits before its first step. Going on anyway leads to its end, where it waits again.
  forward() {
    for (const pause of this.pauses.waiting(this.state)) if (!pause.before.length) pause.event = this.way.last - 1;
    super.forward();
  }

  // A form has told a guess. What the learner has seen already, settles it.
  heard(pause) {
    const { first, last } = this.wayAt(pause.event);
    pause.event = pause.before.length ? Math.min(first + (pause.run ?? Infinity), last) - 1 : first;
    const seen = this.wayAt(pause.event) === this.way && pause.event < this.state;
    if (seen && pause.before.length) this.pauses.settle([pause]);
    this.show(this.state);
  }

  destroy() {
    this.sizes.disconnect();
    super.destroy();
  }
}

function render({ model, el }) {
  const walks = new Walks(model, el);
  return () => walks.destroy();
}

export default { render };
