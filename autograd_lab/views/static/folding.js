// `Finder` searches, `FoldedPicture` draws a graph with boxes, and `FoldedStepper` steps through it.

// Search: a node by name, class or shape; a parameter, or why it is not here; the first value and the first gradient with a
// nan or an infinity.

const MOST_FOUND = 9;

// What is written in a search, in words: "(16, 1)" is a shape, "[16×1]".
const wordsOf = (search) => search.toLowerCase().replace(/[([]\s*(\d[\d\s,x×]*)[)\]]/g, (_, sizes) => `[${sizes.match(/\d+/g).join("×")}]`).split(/\s+/).filter(Boolean);

// Whether a text holds a word: a number as a whole one (not 5 in 315), a shape also with the letter x.
const holds = (text, word) => (/^\d+$/.test(word) ? text.match(/\d+/g)?.includes(word) : text.includes(word) || text.includes(word.replace(/(\d)x(?=\d)/g, "$1×")));

class Finder {
  // `onPick` gets a node and, where it is a place in time, the number of events that lead there.
  constructor(parts, onPick) {
    this.parts = parts;
    this.onPick = onPick;
    this.input = make("input", { type: "search", placeholder: "find a name, class, shape, nan …", "aria-label": "find a node", role: "combobox", "aria-expanded": false, "aria-autocomplete": "list" });
    this.list = make("div", { class: "found", role: "listbox", "aria-label": "found", hidden: "" });
    this.element = make("span", { class: "agl-finder" }, this.input, this.list);
    this.input.addEventListener("focus", () => this.look());
    this.input.addEventListener("input", () => this.look());
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusout", ({ relatedTarget }) => { if (!this.element.contains(relatedTarget)) this.show([]); });
  }

  arrived(name) { if (name === "index" && this.element.contains(document.activeElement)) this.look(); }

  look() {
    const { index } = this.parts, words = wordsOf(this.input.value);
    if (!index) return this.parts.ask("index");
    const fits = (text) => words.every((word) => holds(text.toLowerCase(), word));
    const places = index.places.filter(({ title, kind }) => fits(`${title} ${kind}`)).map(({ title, node, step }) => [title, node, step]);
    const nodes = words.length ? index.nodes.filter(([, called, shapes]) => fits(`${called} ${shapes}`)).map(([node, called, shapes]) => [`${called} ${shapes}`, node]) : [];
    const absent = words.length ? index.absent.filter(fits) : [];
    const found = [...places.slice(0, words.length ? 4 : MOST_FOUND), ...absent.map((title) => [title]), ...nodes];
    this.show(found.slice(0, MOST_FOUND), found.length, words.length);
  }

  show(found, all = 0, asked = false) {
    const options = found.map(([title, node, step]) => {
      if (!node) return make("span", { class: "more" }, title);
      const option = make("button", { type: "button", role: "option", tabindex: -1, "aria-selected": false }, title);
      option.addEventListener("click", () => this.pick(node, step));
      return option;
    });
    if (all > found.length) options.push(make("span", { class: "more" }, `and ${(all - found.length).toLocaleString("en-US")} more`));
    if (asked && !all) options.push(make("span", { class: "more" }, "nothing found"));
    this.list.replaceChildren(...options);
    this.list.hidden = !options.length;
    this.input.setAttribute("aria-expanded", options.length > 0);
  }

  pick(node, step) {
    this.input.blur();
    this.show([]);
    this.onPick(node, step);
  }

  key(event) {
    const options = [...this.list.querySelectorAll("button")], place = options.indexOf(document.activeElement);
    const move = { ArrowDown: place + 1, ArrowUp: place - 1 }[event.key];
    if (event.key === "Enter" && place < 0) options[0]?.click();
    else if (event.key === "Escape") this.element.closest(".agl").focus({ preventScroll: true }); // which closes the list
    else if (move !== undefined) (options[move] ?? this.input).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

// The stepper of a graph with groups: boxes that open and close, and parts that may be far away.

const { SCALES, READ_FROM, RATHER } = LAYOUT;

// The line of a closed box that is an alarm, as in trouble.py. (A line of code with "inf" in it is none.)
const NOT_FINITE = "nan or inf inside";

class FoldedPicture extends Picture {
  constructor(parts, onOpen) {
    super(parts, onOpen);
    this.camera.moved = (left, top) => this.pin(left, top);
  }

  placed(down, opened, before) {
    const placing = new Placing(this.parts, opened, down, before), routes = new Routes(placing);
    const seeds = this.parts.facts.seeds.map(([node, slot]) => routes.seed(node, slot));
    return Object.assign(placing, { wires: routes.wires, seeds, width: Math.max(placing.width, routes.width), height: Math.max(placing.height, routes.height) });
  }

  arrange(placed) {
    super.arrange(placed);
    for (const [id, rect] of placed.frames) this.frame(id, rect);
    this.order = this.inOrder();
    this.rove(this.nodes.has(this.tabStop) ? this.tabStop : this.order[0]);
  }

  // A box has opened or closed. What gradients reach before it is seen where it was; across, as many others as can be are.
  stay(places, id, point, opened) {
    const { rect } = this.nodes.get(id), along = this.vertical ? 1 : 0, across = 1 - along, moved = [0, 0], counts = new Map();
    for (const [other, { rect, isFrame }] of this.nodes) {
      if (other === id || isFrame || !places.has(other)) continue;
      const shift = Math.round(rect[across] - places.get(other)[across]);
      counts.set(shift, (counts.get(shift) ?? 0) + 1);
    }
    moved[across] = [...counts].sort((a, b) => b[1] - a[1] || Math.abs(a[0]) - Math.abs(b[0]))[0]?.[0] ?? 0;
    if (opened) { // it stays under the pointer
      const least = rect[across] + SIDE - point[across];
      moved[across] = Math.max(least, Math.min(least + rect[across + 2] - 2 * SIDE, moved[across]));
    }
    this.camera.stay(point, moved, rect);
  }

  inOrder(group = ROOT) {
    return this.parts.groups.get(group).members.flatMap((id) => (this.placing.frames.has(id) ? [id, ...this.inOrder(id)] : [id]));
  }

  // An open group: its title closes it.
  frame(id, rect) {
    const [x, y, width, height] = rect, { title: whole, short: title = whole, lines } = this.parts.boxes.get(id);
    draw("rect", { class: "frame", x, y, width, height, rx: 10 }, this.layers.frames);
    const wide = Math.min(width, titleWidth(title) + FRAME_SIGN), { group } = Object.assign(this.node(id, "frame", [whole, ...lines, "open"], this.layers.titles, rect), { wide });
    draw("rect", { class: "back", x, y, width: wide, height: FRAME_HEAD, rx: 10 }, group);
    draw("text", { class: "title", x: x + SIDE, y: y + 16 }, group, `− ${shorten(title, Math.max(Math.floor((width - FRAME_SIGN) / 8.4), 3))}`);
    draw("title", {}, group, `${whole} (open group: click to close it)`);
    group.setAttribute("aria-expanded", true);
    group.setAttribute("aria-label", `${whole}, ${lines.join(", ")}, open`);
  }

  // The title of an open group stays in view while a part of the group is, below those of the groups around it.
  pin(left, top) {
    const feet = new Map();
    for (const id of this.placing.frames.keys()) {
      const { group, wide, pinned: before, rect: [x, y, width, height] } = this.nodes.get(id);
      const above = feet.get(this.parts.facts.parents[id]) ?? top;
      const across = Math.max(0, Math.min(left - x, width - wide)), down = Math.max(0, Math.min(above - y, height - FRAME_HEAD));
      const pinned = across > 0 || down > 0;
      if (pinned) feet.set(id, y + down + FRAME_HEAD);
      if (!pinned && !before) continue;
      this.nodes.get(id).pinned = pinned;
      group.classList.toggle("pinned", pinned);
      group.setAttribute("transform", `translate(${across},${down})`);
    }
  }

  inside(box, node) {
    if (box.kind !== "fold") return super.inside(box, node);
    const { group } = node, { width, height } = box, back = draw("rect", { class: "back", x: BEHIND, y: BEHIND, width, height, rx: 7 }, group);
    group.prepend(back);
    this.title(box, box.short ?? box.title, "", group);
    box.lines.forEach((line, i) => draw("text", { class: line === NOT_FINITE ? "line wrong" : "line", x: SIDE, y: TITLE_HEIGHT + 13 + i * LINE_HEIGHT }, group, shorten(line, Math.floor((width - 2 * SIDE) / LETTER_WIDTH))));
    draw("text", { class: "sign", x: width - 9, y: height - 7, "text-anchor": "end" }, group, "+");
    group.setAttribute("aria-expanded", false);
    this.label(box, node);
  }

  update(step) {
    super.update(step);
    for (const [id, { box, said }] of this.nodes) if (box.kind === "fold" && said) this.progress(id, box, said, this.parts.done(id, step));
  }

  // How far the backward has come in a closed group.
  progress(id, { size }, { say }, done) {
    const key = `done/${id}`;
    if (this.shown.get(key) === done) return;
    this.shown.set(key, done);
    const words = done === 0 ? "" : done === size ? "✓ all done" : `${countOf(done)} of ${countOf(size)} done`;
    const { group, words: fixed } = this.nodes.get(id);
    say(words);
    group.dataset.status = done === size ? "done" : "";
    group.setAttribute("aria-label", [...fixed, words || "none has run"].join(", "));
  }

  seenAs(node) { return node && (this.nodes.has(node) ? node : this.placing.seenAs(node)); }

  // The arrow of an edge: its own, or one that it shares with others.
  arrowOf(focus) {
    const own = super.arrowOf(focus), [, node, , target] = focus;
    if (own || !target) return own;
    const ends = [this.seenAs(node), this.seenAs(target)];
    return [...this.arrows.drawn.values()].find((edge) => edge.source === ends[0] && edge.target === ends[1])?.group;
  }
}

class FoldedStepper extends Stepper {
  makeParts(model) {
    const parts = new FarParts(model);
    parts.arrived = (name) => this.arrived(name);
    return parts;
  }

  makePicture(onOpen) { return new FoldedPicture(this.parts, onOpen); }

  begin() {
    this.byReader = new Map(); // group -> whether the reader wants it open
    this.following = true;
    this.ofParameters = new Set(this.facts.parameters);
    this.nodeIds = this.facts.visited.split(" "); // in the order of their visits
  }

  legend() {
    const foot = super.legend();
    const follow = make("button", { type: "button", class: "follow", "aria-pressed": true, title: "open the group in which the backward is at work" }, "follow");
    follow.addEventListener("click", () => {
      follow.setAttribute("aria-pressed", (this.following = !this.following));
      this.refresh();
    });
    this.finder = new Finder(this.parts, (node, step) => this.find(node, step));
    foot.prepend(this.finder.element, ...(Object.keys(this.facts.parents).length ? [follow] : []));
    return foot;
  }

  // ----- what is open
  // The groups that are open at a step: those of the beginning, those that hold the node at work, and as the reader says.
  // Boxes of parameters open for the reader alone.
  opened(state) {
    const open = new Set(this.early ?? this.facts.open);
    if (this.following) for (const node of this.atWork(state)) for (const group of this.parts.holding(node)) if (!this.ofParameters.has(group)) open.add(group);
    for (const [group, wanted] of this.byReader) wanted ? open.add(group) : open.delete(group);
    return new Set([...open].filter((group) => this.parts.way(group).every((outer) => open.has(outer))));
  }

  // The node at work and, where that is a leaf, the function that has sent to it: else that one's groups would close for a
  // moment.
  atWork(state) {
    const [node] = this.parts.focus(state), { visits } = this.facts, nodes = this.nodeIds;
    const isLeaf = (id) => this.parts.boxes.get(id)?.kind === "leaf" || this.ofParameters.has(this.parts.home.get(id));
    if (node === null || !isLeaf(node)) return node === null ? [] : [node];
    let last = upTo(visits, state) - 1;
    while (last >= 0 && isLeaf(nodes[last])) last -= 1;
    return last < 0 ? [node] : [node, nodes[last]];
  }

  // The groups of the beginning, as far as letters can be read then: where they would be too small, the innermost close.
  readable() {
    let { open } = this.facts;
    const [few, small] = RATHER, depth = (group) => this.parts.way(group).length, shown = (groups) => groups.reduce((sum, group) => sum + this.parts.groups.get(group).members.length - 1, 1);
    while (open.length > 1) {
      const size = this.turned(new Set(open)), deepest = Math.max(...open.map(depth)), fewer = open.filter((group) => depth(group) < deepest);
      if (size >= READ_FROM || (size >= small && shown(fewer) < few)) break;
      open = fewer;
    }
    return open;
  }

  // What a first drawing keeps to (see `Placing`): nothing.
  placesBefore() { return new Map(); }

  turned(open) { return this.turn(SCALES.map((scale) => Camera.tallest() / scale), (down) => new Placing(this.parts, open, down)); }

  // Draw the picture anew if other groups are open now, or when it is to run another way.
  arrange(state) {
    const isNew = this.down === undefined;
    if (isNew) this.early = this.readable();
    const open = this.opened(state), drawn = [...open].join();
    if (drawn === this.drawn && !isNew) return;
    if (isNew) {
      this.turned(open);
      this.drawnBefore = this.placesBefore();
    }
    const held = this.picture.held(), before = this.picture.placing?.boxes;
    this.drawn = drawn;
    this.picture.arrange(this.picture.placed(this.down, open, this.drawnBefore));
    if (this.clicked) this.picture.stay(before, ...this.clicked);
    if (held) this.picture.nodes.has(held) ? this.picture.focusNode(held) : this.root.focus({ preventScroll: true });
  }

  // A click: a closed group opens, an open one closes, and stays under the pointer; a node shows its card.
  open(id, event) {
    const { isFrame, box, rect: [x, y] } = this.picture.nodes.get(id), { camera } = this.picture, held = this.picture.held();
    if (!isFrame && box.kind !== "fold") return this.card(id);
    this.byReader.set(id, !isFrame);
    this.toggled?.(id, !isFrame);
    this.clicked = [id, event ? camera.point(event) : [x + SIDE, y + SIDE], !isFrame];
    this.refresh();
    if (held) this.picture.focusNode(id);
  }

  // What the reader has opened stays where it is, whatever is at work elsewhere. Of a leaf in a closed box of parameters,
  // one sees who sends to it.
  follow(whole) {
    if (this.clicked) return void (this.clicked = null);
    const [node, sender] = this.atWork(this.step).map((id) => this.picture.seenAs(id));
    if (sender && this.ofParameters.has(node)) this.active = this.picture.nodes.get(sender).rect;
    super.follow(whole);
  }

  // Show a node, whatever groups hold it, and go to where something happens to it.
  find(node, step) {
    for (const group of this.parts.holding(node)) this.byReader.set(group, true);
    this.wantedNode = node;
    this.stop();
    if (step !== undefined) this.go(this.walk.end(step - 1));
    if (this.wanted === null) this.refresh();
  }

  reveal(node) {
    this.wantedNode = null;
    this.picture.camera.near(this.picture.nodes.get(node).rect);
    this.card(node);
    this.picture.focusNode(node);
  }

  card(id, isWanted) {
    this.waiting = this.parts.cards[id] ? null : id;
    if (this.waiting) this.parts.ask(this.parts.cardsOf(id));
    else super.card(id, isWanted);
  }

  show(state, again) {
    this.wanted = null;
    super.show(state, again);
    if (this.wanted === null && this.picture.nodes.has(this.wantedNode)) this.reveal(this.wantedNode);
    if (this.facts.chapter) this.prepare();
  }

  waits(state) {
    const missing = this.missing(state);
    if (missing.length) this.wait(state, missing);
    return missing.length > 0;
  }

  // The parts that a state needs and that are not here.
  missing(state) {
    const { known } = this.parts, names = new Set([`tale/${this.parts.chapter(state)}`]);
    const { visits } = this.facts;
    const groups = known.has([...names][0]) ? this.opened(state) : this.parts.holding(this.nodeIds[upTo(visits, state) - 1]);
    for (const group of groups) names.add(this.parts.partOf(group));
    return [...names].filter((name) => !known.has(name));
  }

  // Without a kernel what is missing never comes.
  wait(state, missing) {
    this.wanted = state;
    for (const name of missing) this.parts.ask(name);
    setTimeout(() => {
      if (this.wanted === state) this.sentence.textContent = `Step ${this.walk.number(state)} is not here: of a large trace, a saved notebook keeps only a part. Run the cell again to go there.`;
    }, 1500);
  }

  arrived(name) {
    this.reserve();
    if (this.wanted !== null) this.go(this.wanted);
    if (this.waiting && this.parts.cards[this.waiting]) this.card(this.waiting);
    this.finder.arrived(name);
  }

  // What a reader may want next; not at once, for now the browser has this step to draw.
  prepare() {
    this.later ??= setTimeout(() => {
      this.later = null;
      const chapter = this.parts.chapter(this.step), { visits } = this.facts, next = upTo(visits, this.step);
      for (const number of [chapter + 1, chapter - 1, 0, this.parts.chapters - 1]) if (number >= 0 && number < this.parts.chapters) this.parts.ask(`tale/${number}`);
      for (const node of this.nodeIds.slice(Math.max(next - 10, 0), next + 40)) for (const group of this.parts.holding(node)) this.parts.ask(this.parts.partOf(group));
    }, 40);
  }

  action(key, node, shift) {
    return key === "/" ? () => this.finder.input.focus() : super.action(key, node, shift);
  }

  destroy() {
    clearTimeout(this.later);
    super.destroy();
  }
}
