// The graph. It is drawn anew when a box opens or closes; a step sets a few texts and classes.

const KINDS = { op: "function", function: "your Function", leaf: "leaf", fold: "closed group: click to open it" };
const { TITLE_HEIGHT, LINE_HEIGHT, SIDE, LETTER_WIDTH } = LAYOUT, LARGE_TITLE = 24, FAR_TITLE = 18, { LONGEST_NAME } = LAYOUT;
const { WIDE_LEAF, SECOND_TITLE } = LAYOUT;
const LAYERS = ["frames", "arrows", "boxes", "ports", "labels", "titles"];

// A gradient with a nan or an infinity has one of these words in its text, as in Python. Of a value, -inf and a number of
// infinities are no alarm: masks have them.
const WRONG = /\b(nan|inf)\b/, WRONG_VALUE = /\bnan\b|(?<!-)(?<!\d )\binf\b/;

// Pixels of a title, as in Python.
const titleWidth = (title) => LAYOUT.TITLE_LETTER * title.length + LAYOUT.WIDER * (title.match(/[MmWw@%]/g) ?? []).length;

class Picture {
  constructor(parts, onOpen) {
    this.parts = parts;
    this.onOpen = onOpen;
    this.nodes = new Map(); // id -> the element of a node, closed group or frame, and its place
    this.stage = make("div", { class: "agl-stage" });
    this.svg = draw("svg", { role: "group", "aria-label": parts.facts.title }, this.stage);
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, draw("g", { class: name }, this.svg)]));
    this.arrows = new Arrows(this.layers, parts);
    this.camera = new Camera(this.stage, this.svg);
    this.tabStop = null;
  }

  // ----- places
  // The picture as Python has placed it: the first runs right, the others down.
  placed(number) {
    const { boxes, facts } = this.parts, { width, height, rects, ways, seeds, crowded = [] } = facts.plans[number], vertical = number > 0;
    const points = (way) => way.slice(2).flatMap((x, i, all) => (i % 2 ? [] : [[x, all[i + 1]]])), wires = [];
    for (const [source, { edges }] of boxes)
      edges.forEach(([target, slot, input], index) => {
        const way = ways[wires.length], id = `${source}/${index}`;
        wires.push({ id, source, target, slot, input, key: `message/${id}`, points: points(way), at: way.slice(0, 2), crowded: crowded.includes(wires.length) });
      });
    return { vertical, width, height, boxes: new Map([...boxes.keys()].map((id, i) => [id, rects[i]])), wires, seeds: seeds.map((way) => ({ points: points(way), at: way.slice(0, 2) })) };
  }

  arrange(placed) {
    if (!this.camera.wide) this.camera.look();
    this.placing = placed;
    this.vertical = placed.vertical;
    const shown = this.shown ?? new Map(), before = this.nodes;
    this.show = new Map(); // key -> function(text or undefined)
    this.texts = new Map(); // key -> the element that shows it
    this.shown = new Map(); // key -> the text that is there
    for (const name of ["frames", "titles"]) this.layers[name].replaceChildren();
    this.nodes = new Map();
    this.unsaid = []; // what is new here
    for (const [id, rect] of placed.boxes) {
      const old = before.get(id), same = old && !old.isFrame && old.rect[2] === rect[2];
      if (same) this.nodes.set(id, Object.assign(old, { rect }));
      else {
        this.box({ ...this.parts.boxes.get(id), width: rect[2], height: rect[3] }, rect);
        this.unsaid.push(id);
      }
      const node = this.nodes.get(id);
      node.group.style.transform = `translate(${rect[0]}px,${rect[1]}px)`;
      for (const line of node.lines) this.note(line, same, shown);
    }
    settle(this.layers.boxes, [...this.nodes.values()].map(({ group }) => group));
    const kept = this.arrows.arrange(placed);
    for (const arrow of this.arrows.drawn.values()) for (const line of arrow.lines) this.note(line, kept.has(arrow), shown);
    const tips = tipsOf(this.vertical ? placed.wires.map(({ target, points }) => [target, points.at(-1)[0]]) : []);
    for (const [id, { rect, said }] of this.nodes) if (said) said.beside(tips.has(id) ? tips.get(id) - rect[0] : undefined);
    this.order = this.inOrder();
    this.camera.hold(placed.width, placed.height, [...placed.boxes.values()], [...placed.frames?.values() ?? []]);
    this.rove(this.nodes.has(this.tabStop) ? this.tabStop : this.order[0]);
    this.select(this.chosen);
  }

  inOrder() { return [...this.nodes.keys()]; }

  // A text of a box or an arrow; `kept`: it shows what it showed before.
  note([key, show, element], kept, shown) {
    this.show.set(key, show);
    this.texts.set(key, element);
    if (kept) this.shown.set(key, shown.get(key));
  }

  node(id, kind, words, parent, rect) {
    const group = draw("g", { class: `node ${kind}`, "data-id": id, role: "button", tabindex: -1 }, parent);
    group.addEventListener("click", (event) => this.onOpen(id, event));
    group.addEventListener("focus", () => this.rove(id));
    const node = { group, words, rect, lines: [], box: this.parts.boxes.get(id), isFrame: kind === "frame" };
    this.nodes.set(id, node);
    return node;
  }

  // In two lines, where the name of a leaf is long.
  titles({ kind, title }) {
    const [name, leaf] = title.split(/[()]/);
    return kind === "leaf" && leaf && titleWidth(title) > WIDE_LEAF ? [name, leaf] : [title];
  }

  title(box, text, name, group, y = 22) {
    const room = box.width - 2 * SIDE + 4, size = Math.max(13 * Math.min(1, room / titleWidth(text)), 11);
    const words = shortTitle(text, Math.floor(room / (size * 0.65))), far = Math.min(LARGE_TITLE, (13 * room) / titleWidth(words));
    if (far > FAR_TITLE && box.kind === "fold") group.classList.add("short");
    draw("text", { class: `title ${name}`, x: SIDE, y, style: `font-size:${tenth(size)}px;--far:${tenth(Math.max(far, size))}px` }, group, words);
  }

  box(box, rect) {
    const node = this.node(box.id, box.kind, [box.title, ...(box.lines ?? [])], this.layers.boxes, rect), { group } = node, { width, height } = box;
    draw("rect", { class: "back", width, height, rx: box.kind === "leaf" ? 22 : 7 }, group);
    if (box.kind === "function") draw("rect", { class: "inner", x: 3, y: 3, width: width - 6, height: height - 6, rx: 5 }, group);
    this.inside(box, node);
    draw("title", {}, group, `${box.title} (${KINDS[box.kind]})`);
  }

  inside(box, node) {
    const { group, lines } = node;
    this.titles(box).forEach((title, line) => this.title(box, title, "only-functions", group, 22 + line * SECOND_TITLE));
    this.title(box, box.names.map((name) => name ?? "(no name)").join(", ") + (box.kind === "leaf" ? " (leaf)" : ""), "only-values", group);
    this.lines(box, group, lines);
    this.badge(box, node);
    this.mark(box, group, lines);
  }

  // A line of value and a line of gradient for each slot; for a leaf also its .grad.
  lines(box, group, lines) {
    const several = box.values.length > 1, fits = Math.floor((box.width - 2 * SIDE) / LETTER_WIDTH);
    const named = box.names.map((name) => shorten((box.kind !== "leaf" && name) || "", LONGEST_NAME)); // that of a leaf stands in its title
    const fronts = named.map((name, slot) => (several ? `[${slot}] ` : "") + name + (name && " ")), used = Math.max(...fronts.map(({ length }) => length)), indent = used * LETTER_WIDTH;
    let y = TITLE_HEIGHT + 13 + SECOND_TITLE * (this.titles(box).length - 1);
    const line = (name, prefix, key, known = "") => {
      const text = draw("text", { class: `line ${name}`, x: SIDE + indent, y }, group), room = Math.max(fits - used - prefix.length - 1, 3);
      draw("tspan", { class: "prefix" }, text, prefix + " ");
      const value = draw("tspan", { class: "number" }, text), show = (shown = known) => {
        value.textContent = shorten(shown, room);
        text.classList.toggle("wrong", (name === "value" ? WRONG_VALUE : WRONG).test(shown));
      };
      y += LINE_HEIGHT;
      show();
      if (key) lines.push([key, show, text]);
    };
    box.values.forEach((value, slot) => {
      draw("text", { class: several ? "name" : "name single", x: SIDE, y }, group, fronts[slot].trimEnd());
      line("value", "v=", box.kind === "leaf" && `value/${box.id}/${slot}`, value || "?");
      line("message", "∂=", `grad/${box.id}/${slot}`);
    });
    if (box.kind === "leaf") line("total", ".grad=", `total/${box.id}`);
  }

  // A short text on the upper edge of a box, beside the arrows that come from above.
  label(box, node) {
    const pill = draw("g", { class: "badge" }, node.group), back = draw("rect", { y: -13, height: 18, rx: 9 }, pill), text = draw("text", { y: 0, "text-anchor": "middle" }, pill);
    let tip, words = "";
    const settle = () => {
      const width = words.length * 6.6 + 16, left = badgeLeft(box.width, width, tip);
      text.textContent = words;
      pill.style.display = words ? "" : "none";
      back.setAttribute("x", left);
      text.setAttribute("x", left + width / 2);
      back.setAttribute("width", width);
    };
    pill.style.display = "none";
    node.said = { pill, say: (said) => { words = said; settle(); }, beside: (right) => { tip = right; if (words) settle(); } };
    return node.said;
  }

  badge(box, node) {
    const { group, lines } = node, { pill, say } = this.label(box, node), state = {}, signs = { ready: "ready", running: "▶ running", done: "✓ done", error: "✗ error" };
    for (const part of ["status", "heard"])
      lines.push([`${part}/${box.id}`, (value) => {
        state[part] = value;
        const { status, heard } = state;
        say(status === "waiting" ? (heard ? `received ${heard}` : "") : signs[status] ?? "");
        group.dataset.status = status ?? "";
      }, pill]);
    group.dataset.status = "";
  }

  // What a hook has made of a gradient here.
  mark(box, group, lines) {
    const pill = draw("g", { class: "mark", transform: `translate(${this.vertical ? -24 : 10},${box.height})` }, group);
    const back = draw("rect", { y: -8, height: 18, rx: 9 }, pill), text = draw("text", { x: 8, y: 5 }, pill), full = draw("title", {}, pill);
    pill.style.display = "none";
    lines.push([`hook/${box.id}`, (value) => {
      pill.style.display = value === undefined ? "none" : "";
      full.textContent = value ?? "";
      text.textContent = shorten(value ?? "", Math.floor((box.width - 36) / 6.2));
      back.setAttribute("width", text.textContent.length * 6.2 + 16);
    }, pill]);
  }

  // ----- what is known at a step
  update(step) {
    const { parts } = this, changed = new Set();
    for (const [key, show] of this.show) {
      const text = parts.at(key, step);
      if (text === this.shown.get(key)) continue;
      this.shown.set(key, text);
      show(text);
      changed.add(key.split("/")[1]);
    }
    for (const id of [...changed, ...this.unsaid]) if (this.nodes.has(id)) this.describe(id, step);
    this.unsaid = [];
  }

  // What a screen reader says for a node.
  describe(id, step) {
    const { group, box, words } = this.nodes.get(id), said = [...words], text = (key) => this.parts.at(`${key}/${id}`, step);
    if (!box.values) return;
    box.values.forEach((value, slot) => {
      const front = box.values.length > 1 ? `output ${slot} ` : "", gradient = this.parts.at(`grad/${id}/${slot}`, step);
      said.push(`${front}${box.names[slot] ?? "value"} = ${this.parts.at(`value/${id}/${slot}`, step) ?? (value || "unknown")}`);
      if (gradient !== undefined) said.push(`${front}gradient ${gradient}`);
    });
    if (box.kind === "leaf") said.push(`.grad ${text("total") ?? "None"}`);
    if (text("hook")) said.push(text("hook"));
    const status = text("status"), heard = text("heard");
    if (status === "waiting" && heard) said.push(`received ${heard.replace("/", " of ")}`);
    else if (status && status !== "waiting") said.push(status);
    group.setAttribute("aria-label", said.join(", "));
  }

  // What shows a node in the picture, and what shows an edge.
  seenAs(node) { return node; }

  arrowOf([, node, index]) { return this.arrows.drawn.get(`${node}/${index}`)?.group; }

  focus(node, focuses, from, step) {
    for (const element of this.lit ?? []) element.classList.remove("active", "fresh");
    const active = this.nodes.get(this.seenAs(node)), arrows = focuses.filter((one) => one.length > 1).map((one) => this.arrowOf(one));
    this.lit = [active?.group, ...arrows].filter(Boolean);
    for (const element of this.lit) element.classList.add("active");
    for (const [key, element] of this.texts)
      if (this.parts.place(key, step) > this.parts.place(key, from)) { element.classList.add("fresh"); this.lit.push(element); }
    return active?.rect;
  }

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

  // The node that has the keyboard, if one has.
  held() { return this.stage.contains(document.activeElement) ? document.activeElement.dataset.id : null; }

  focusNode(id) {
    const node = this.nodes.get(id);
    if (!node) return;
    if (!node.isFrame) this.camera.see(node.rect);
    node.group.focus({ preventScroll: true });
  }

  select(id) {
    this.nodes.get(this.chosen)?.group.classList.remove("chosen");
    this.chosen = id;
    this.nodes.get(id)?.group.classList.add("chosen");
  }
}
