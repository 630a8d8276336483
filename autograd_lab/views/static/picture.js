// The graph. It is drawn once; a step sets a few texts and classes.

// A picture shrinks to its place, but not so far that it can't be read; then it scrolls.
const SMALLEST = 0.58;
const KINDS = { op: "function", function: "your Function", leaf: "leaf", fold: "folded" };

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
    const [least, full] = [SMALLEST, 1].map((scale) => `${Math.round(width * scale)}px`);
    this.stage.style.flexBasis = `min(68%, ${least})`;
    this.svg.style.width = `max(${least}, min(100%, ${full}))`;
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

  pill(key, place, parent, way = "") {
    const group = draw("g", { class: `pill ${way}`, transform: `translate(${place[0]},${place[1]})` }, parent);
    const back = draw("rect", { y: -9.5, height: 19, rx: 9.5 }, group);
    const text = draw("text", { y: 4, "text-anchor": "middle" }, group);
    const full = draw("title", {}, group);
    group.style.display = "none";
    this.texts.set(key, group);
    return (value) => {
      group.style.display = value === undefined ? "none" : "";
      if (value === undefined) return void (text.textContent = full.textContent = "");
      text.textContent = shorten(value, this.data.messageFits);
      full.textContent = value;
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
    const show = this.pill(`message/${arrow.id}`, arrow.label, labels, "gradient");
    if (arrow.value) this.pill(`value/${arrow.id}`, arrow.label, labels, "data")(`v= ${arrow.value}`);
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
    const show = this.pill(seed.key, seed.label, labels, "gradient");
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
    if (box.lines) draw("rect", { class: "back", x: 5, y: -5, width: box.width, height: box.height, rx: round }, group);
    draw("rect", { class: "back", width: box.width, height: box.height, rx: round }, group);
    if (box.kind === "function") draw("rect", { class: "inner", x: 3, y: 3, width: box.width - 6, height: box.height - 6, rx: 5 }, group);
    const values = box.lines ? box.title : box.names.map((name) => name ?? "(no name)").join(", ") + (box.kind === "leaf" ? " (leaf)" : "");
    const most = Math.floor((box.width - 22) / 8.4);
    for (const [name, title] of [["functions", box.title], ["values", values]])
      draw("text", { class: `title only-${name}`, x: 12, y: 24 }, group, shorten(title, most));
    if (box.lines) this.holds(box, group);
    else {
      this.lines(box, group);
      this.badge(box, group);
    }
    draw("title", {}, group, `${box.title} (${KINDS[box.kind]})`);
    this.nodes.set(box.id, { group, box });
    group.addEventListener("click", () => onOpen(box.id));
    group.addEventListener("focus", () => this.rove(box.id));
  }

  // What is folded.
  holds(box, group) {
    const { titleHeight, lineHeight } = this.data;
    box.lines.forEach((line, i) => draw("text", { class: "line", x: 12, y: titleHeight + 14 + i * lineHeight }, group, shorten(line, box.fits)));
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
    const { group, box } = this.nodes.get(id), parts = [box.title, ...(box.lines ?? [])];
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

  focus(node, edges, fresh) {
    for (const element of this.lit ?? []) element.classList.remove("active", "fresh");
    this.lit = [this.nodes.get(node)?.group, ...edges.map((edge) => this.edges.get(edge))].filter(Boolean);
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
    // A box that is not in view comes into the middle: what it sends, and to whom, is to be seen too.
    const see = (start, size, from, room) => {
      const inside = start - margin >= from && start + size + margin <= from + room;
      return inside ? from : Math.max(start + (size - room) / 2, 0);
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

  // The node that has the keyboard, if one has.
  held() { return this.stage.contains(document.activeElement) ? document.activeElement.dataset.id : null; }

  focusNode(id) { this.nodes.get(id)?.group.focus(); }

  select(id) {
    this.nodes.get(this.chosen)?.group.classList.remove("chosen");
    this.chosen = id;
    this.nodes.get(id)?.group.classList.add("chosen");
  }
}
