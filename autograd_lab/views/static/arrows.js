// The arrows of the graph, with the names at their ends and what travels along. An arrow that keeps its shape while boxes
// open and close is moved, not drawn anew.

const HEAD = 8, NAME_FITS = 12;

// What is written at the start of an arrow: the name of the edge's input, or how many edges it stands for.
const nameOf = ({ input, edges }) => (edges ? `×${countOf(edges.length)}` : input);
const COUNTS = new Intl.NumberFormat("en-US"), countOf = (number) => COUNTS.format(number); // toLocaleString makes one each time

// What stands before the latest message of several edges.
const sentOf = (sent, count) => `${countOf(sent)}/${countOf(count)}: `;

// Where the state of a box begins, which stands on its upper side: beside the arrows that come from above, whose rightmost
// one is at `tip`.
const BADGE_ASIDE = 10, BADGE_OVER = 24;
const badgeLeft = (right, width, tip = -Infinity) => Math.max(right - BADGE_ASIDE - width, Math.min(tip + BADGE_ASIDE, right + BADGE_OVER - width));

// How far right arrows come into each box.
function tipsOf(ends) {
  const tips = new Map();
  for (const [box, x] of ends) if (box !== null) tips.set(box, Math.max(tips.get(box) ?? x, x));
  return tips;
}

const tenth = (number) => Math.round(number * 10) / 10;
const path = (points) => points.map(([x, y], i) => `${i ? (i % 3 === 1 ? "C" : "") : "M"}${x},${y}`).join(" ");

class Arrows {
  constructor(layers, parts) {
    Object.assign(this, { parts, layers: [layers.arrows, layers.ports, layers.labels], drawn: new Map() });
  }

  // Returns those that were there before.
  arrange({ wires, seeds, vertical }) {
    const before = this.drawn, kept = new Set(), ends = this.parts.facts.seeds;
    this.drawn = new Map();
    for (const wire of wires) this.put(wire.id, wire, vertical, before, kept);
    seeds.forEach((way, i) => this.put(`seed/${ends[i].join("/")}`, way, vertical, before, kept));
    const all = [...this.drawn.values()];
    this.layers.forEach((layer, i) => settle(layer, all.map(({ groups }) => groups[i])));
    return kept;
  }

  // What an arrow looks like is told from its start, so that it looks the same wherever it stands.
  put(id, { points, at, crowded, source, target, slot, input, edges, key }, vertical, before, kept) {
    const [x, y] = points[0], from = (point) => [tenth(point[0] - x), tenth(point[1] - y)];
    const { values = [] } = this.parts.boxes.get(target) ?? {};
    const changes = this.parts.texts.has(`value/${target}/${slot}`); // a leaf that is written to: forward has read what it held then
    const look = { id, vertical, source, target, slot, input, edges, key, value: key && !changes && values[slot], several: values.length > 1, points: points.map(from), at: at && from(at), crowded };
    const shape = JSON.stringify(look), old = before.get(id), stays = old?.shape === shape;
    const arrow = stays ? old : this.draw(look, shape);
    for (const group of arrow.groups) group.setAttribute("transform", `translate(${x},${y})`);
    this.drawn.set(id, arrow);
    if (stays) kept.add(arrow);
  }

  draw(look, shape) {
    const { id, source, target } = look, seed = source === undefined, name = seed ? "edge seed" : target === null ? "edge hole" : "edge";
    const [group, ports, labels] = this.layers.map((layer) => draw("g", {}, layer));
    group.setAttribute("class", name);
    group.setAttribute("data-id", id);
    draw("path", { class: "line", d: path(look.points) }, group);
    const arrow = { shape, source, target, group, groups: [group, ports, labels], lines: [] };
    if (seed) this.seed(look, arrow);
    else if (target === null) this.hole(look, group);
    else this.edge(look, arrow);
    return arrow;
  }

  head([x, y], down, back, parent, name) {
    const size = back ? HEAD : -HEAD, wing = HEAD / 1.8;
    const d = down ? `M${x},${y} l${-wing},${size} h${2 * wing} z` : `M${x},${y} l${size},${-wing} v${2 * wing} z`;
    draw("path", { class: name, d }, parent);
  }

  pill(place, parent, way, fits = this.parts.facts.fits) {
    const group = draw("g", { class: `pill ${way}`, transform: `translate(${place[0]},${place[1]})` }, parent);
    const back = draw("rect", { y: -9.5, height: 19, rx: 9.5 }, group);
    const text = draw("text", { y: 4, "text-anchor": "middle" }, group);
    const full = draw("title", {}, group);
    group.style.display = "none";
    const show = (value) => {
      group.style.display = value === undefined ? "none" : "";
      if (value === undefined) return void (text.textContent = full.textContent = "");
      text.textContent = shorten(value, fits);
      full.textContent = value;
      group.classList.toggle("wrong", WRONG.test(value));
      const width = LETTER_WIDTH * text.textContent.length + 14;
      back.setAttribute("x", -width / 2);
      back.setAttribute("width", width);
    };
    return [show, group];
  }

  // An edge that leads nowhere.
  hole({ points, vertical }, group) {
    const [x, y] = points.at(-1);
    draw("path", { class: "line", d: vertical ? `M${x - 6},${y} h12` : `M${x},${y - 6} v12` }, group);
    draw("text", { class: "port", x: x + (vertical ? 4 : 5), y: y + (vertical ? 12 : 4) }, group, "None");
  }

  edge({ points, at, crowded, slot, input, edges, key, value, several, vertical }, { group, groups: [, ports, labels], lines }) {
    const [x, y] = points.at(-1);
    this.head(points.at(-1), vertical, false, group, "head gradient");
    this.head(points[0], vertical, true, group, "head data");
    draw("text", { class: "port", x: vertical ? 5 : 7, y: vertical ? 12 : -5 }, ports, shorten(nameOf({ input, edges }), NAME_FITS));
    if (edges) draw("title", {}, group, `${countOf(edges.length)} edges`);
    if (several) draw("text", { class: "port slot", x: x - 10, y: y - 5, "text-anchor": "end" }, ports, `[${slot}]`);
    if (edges) this.bundle(key, edges, group, lines);
    const { facts } = this.parts, [show, pill] = this.pill(at, labels, "gradient", facts.fits + (edges ? sentOf(edges.length, edges.length).length : 0));
    if (value) this.pill(at, labels, "data")[0](`v= ${value}`);
    if (crowded) for (const one of labels.children) one.classList.add("crowded");
    lines.push([key, (text) => {
      group.classList.toggle("sent", text !== undefined);
      show(edges && text ? sentOf(text[0], edges.length) + text[1] : text);
    }, pill]);
    if (facts.widths && !edges) lines.push([key.replace("message", "weight"), (width) => this.widen(group, width), group]);
  }

  widen(group, width) {
    const wrong = WRONG.test(width);
    group.classList.toggle("wrong", wrong);
    group.style.setProperty("--wide", wrong || width === undefined ? "" : width);
  }

  // Several edges in one arrow: it says how many have sent, and the latest message (as in bundles.py), and is as wide as the
  // widest of them would be; nan and inf win.
  bundle(key, edges, group, lines) {
    const known = new Map();
    this.parts.merge(key, edges.map((edge) => `message/${edge}`));
    if (this.parts.facts.widths)
      for (const edge of edges)
        lines.push([`weight/${edge}`, (width) => {
          if (width === undefined) known.delete(edge);
          else known.set(edge, width);
          const all = [...known.values()];
          this.widen(group, all.find((wide) => WRONG.test(wide)) ?? most(all.map(Number)));
        }, group]);
  }

  // The short arrow from outside into a root.
  seed({ id, points, at, vertical }, { group, groups: [, , labels], lines }) {
    this.head(points.at(-1), vertical, false, group, "head");
    draw("text", { class: "port", x: vertical ? 6 : at[0], y: vertical ? 7 : at[1] - 14, "text-anchor": vertical ? "start" : "middle" }, group, "seed");
    const [show, pill] = this.pill(at, labels, "gradient");
    group.style.display = "none";
    lines.push([id, (text) => {
      group.style.display = text === undefined ? "none" : "";
      show(text);
    }, pill]);
  }
}
