// The arrows of the graph, with the names at their ends and what travels along. An arrow that stays while boxes open and
// close is moved, not drawn anew.

const { HEAD, NAME_FITS, BEHIND, LETTER, NAME_ASIDE, NAME_HIGH, NAME_LEAST } = LAYOUT, WIDEST = 9, SHARE = 0.6;

// What is written at the start of an arrow: the name of the edge's input, or how many edges it has and the shape of what
// they carry.
const numberOf = ({ edges }) => `×${countOf(edges.length)}`;
const nameOf = ({ input, edges }) => (edges ? `${numberOf({ edges })} ${input}`.trimEnd() : input);

// As much of the name as says something: of several edges their number, if their shape has no room.
function shortName(wire, fits) {
  const whole = nameOf(wire);
  if (whole.length <= fits) return whole;
  if (wire.edges) return numberOf(wire).length <= fits ? numberOf(wire) : "";
  return fits < NAME_LEAST ? "" : shorten(whole, fits);
}

// What is written at the start of each arrow: its name, and that it leads nowhere. Down a picture, as much as ends before the
// next arrow of the row begins; to the right, what has room below the arrow before. `start`: where an arrow starts, along the
// way of the gradients and across.
function namesOf(wires, start, vertical) {
  const starts = wires.map(start), gaps = vertical ? gapsRight(starts) : gapsAbove(wires, starts), names = new Map();
  for (const [i, wire] of wires.entries()) {
    const letters = vertical ? (gaps[i] - NAME_ASIDE) / LETTER : gaps[i] < NAME_HIGH ? 0 : Infinity;
    const name = shortName(wire, Math.trunc(Math.min(letters, NAME_FITS[+vertical])));
    const all = wire.target === null ? [name && `${name}: None`, "None"] : [name];
    names.set(wire, all.find((words) => words && words.length <= letters) ?? "");
  }
  return wires.map((wire) => names.get(wire));
}

// How far it is to the next arrow that starts in the same row.
function gapsRight(starts) {
  const order = starts.map((_, i) => i).sort((i, j) => starts[i][1] - starts[j][1]), gaps = starts.map(() => Infinity);
  order.forEach((i, k) => {
    const [along, across] = starts[i], next = order.slice(k + 1).find((j) => starts[j][1] > across && Math.abs(starts[j][0] - along) < NAME_HIGH);
    if (next !== undefined) gaps[i] = starts[next][1] - across;
  });
  return gaps;
}

// How far it is to the arrow before, of the same box.
function gapsAbove(wires, starts) {
  const beside = new Map();
  return wires.map(({ source }, i) => {
    const before = beside.get(source) ?? Infinity;
    beside.set(source, starts[i][1]);
    return Math.abs(before - starts[i][1]);
  });
}

const COUNTS = new Intl.NumberFormat("en-US"), countOf = (number) => COUNTS.format(number); // toLocaleString makes one each time

// The start of the text on several edges, before what they carry.
const sentOf = (sent, count) => `${countOf(sent)}/${countOf(count)}: `;

// Where the state of a box begins, on the box's upper side: beside the arrows from above, the rightmost of which ends at
// `tip`.
const { BADGE_ASIDE, BADGE_OVER } = LAYOUT;
const badgeLeft = (right, width, tip = -Infinity) => Math.max(right - BADGE_ASIDE - width, Math.min(tip + BADGE_ASIDE, right + BADGE_OVER - width));

// How far right arrows come into each box.
function tipsOf(ends) {
  const tips = new Map();
  for (const [box, x] of ends) if (box !== null) tips.set(box, Math.max(tips.get(box) ?? x, x));
  return tips;
}

// Whether an arrow to the right rises so far that its name stands below its start.
const isBelow = (points) => points[3][1] < points[0][1] - LAYOUT.NAME_RISE;

const tenth = (number) => Math.round(number * 10) / 10;
const moveTo = (element, [x, y]) => element.setAttribute("transform", `translate(${x},${y})`);
const path = (points) => points.map(([x, y], i) => `${i ? (i % 3 === 1 ? "C" : "") : "M"}${x},${y}`).join(" ");

class Arrows {
  constructor(layers, parts) {
    Object.assign(this, { parts, layers: [layers.arrows, layers.ports, layers.labels], drawn: new Map() });
  }

  // Returns those that were there before.
  arrange({ wires, seeds, vertical }) {
    const before = this.drawn, kept = new Set(), ends = this.parts.facts.seeds;
    this.drawn = new Map();
    const names = namesOf(wires, ({ points: [[x, y]] }) => (vertical ? [y, x] : [x, y]), vertical);
    wires.forEach((wire, i) => this.put(wire.id, { ...wire, name: names[i] }, vertical, before, kept));
    seeds.forEach((way, i) => this.put(`seed/${ends[i].join("/")}`, way, vertical, before, kept));
    const all = [...this.drawn.values()];
    this.layers.forEach((layer, i) => settle(layer, all.map(({ groups }) => groups[i])));
    return kept;
  }

  // Everything on an arrow is placed from its start, its tip or its label: only these three can move.
  put(id, { points, at, crowded, source, target, slot, name, edges, parts, key, near = Infinity }, vertical, before, kept) {
    const [x, y] = points[0], from = (point) => [tenth(point[0] - x), tenth(point[1] - y)];
    const { values = [] } = this.parts.boxes.get(target) ?? {};
    const changes = this.parts.texts.has(`value/${target}/${slot}`); // a leaf that is written to: forward has read what it held then
    const look = { id, vertical, below: !vertical && isBelow(points), source, target, slot, name, edges, parts, key, value: key && !changes && values[slot], several: values.length > 1 };
    const shape = JSON.stringify({ ...look, edges: edges?.length, parts: parts?.length }), old = before.get(id), stays = old?.shape === shape;
    const arrow = stays ? old : this.draw(look, shape);
    for (const group of arrow.groups) moveTo(group, points[0]);
    this.lay(arrow, path(points.map(from)), from(points.at(-1)), at && from(at), crowded);
    this.drawn.set(id, arrow);
    arrow.most = Math.max(1, Math.min(WIDEST, near * SHARE)); // no wider than leaves a gap to the arrow beside it
    if (arrow.wide !== undefined) this.widen(arrow, arrow.wide);
    if (stays) kept.add(arrow);
  }

  // Let it run this way; most run as before.
  lay(arrow, way, tip, at, crowded = false) {
    const runs = [way, at, crowded].join();
    if (arrow.runs === runs) return;
    arrow.runs = runs;
    arrow.line.setAttribute("d", way);
    for (const element of arrow.atTip) moveTo(element, tip);
    for (const element of arrow.atLabel) {
      moveTo(element, at);
      element.classList.toggle("crowded", crowded);
    }
  }

  draw(look, shape) {
    const { id, source, target } = look, seed = source === undefined, name = seed ? "edge seed" : target === null ? "edge hole" : "edge";
    const [group, ports, labels] = this.layers.map((layer) => draw("g", {}, layer));
    group.setAttribute("class", name);
    group.setAttribute("data-id", id);
    const line = draw("path", { class: "line" }, group), arrow = { shape, source, target, group, groups: [group, ports, labels], line, atTip: [], atLabel: [], lines: [] };
    if (!seed) this.port(look, ports);
    if (seed) this.seed(look, arrow);
    else if (target === null) this.hole(look, arrow);
    else this.edge(look, arrow);
    return arrow;
  }

  head(down, back, parent, name) {
    const size = back ? HEAD : -HEAD, wing = HEAD / 1.8;
    return draw("path", { class: name, d: down ? `M0,0 l${-wing},${size} h${2 * wing} z` : `M0,0 l${size},${-wing} v${2 * wing} z` }, parent);
  }

  pill({ groups: [, , labels], atLabel }, way, fits = this.parts.facts.fits) {
    const group = draw("g", { class: `pill ${way}` }, labels);
    atLabel.push(group);
    const back = draw("rect", { y: -9.5, height: 19, rx: 9.5 }, group);
    const text = draw("text", { y: 4, "text-anchor": "middle" }, group);
    const full = draw("title", {}, group);
    group.style.display = "none";
    const show = (value) => {
      group.style.display = value === undefined ? "none" : "";
      if (value === undefined) return void (text.textContent = full.textContent = "");
      text.textContent = shorten(value, fits);
      full.textContent = value;
      group.classList.toggle("wrong", (way === "data" ? WRONG_VALUE : WRONG).test(value));
      const width = LETTER_WIDTH * text.textContent.length + 14;
      back.setAttribute("x", -width / 2);
      back.setAttribute("width", width);
    };
    return [show, group];
  }

  // The name at the start of an arrow; below the rim that is seen behind a closed group.
  port({ name, source, vertical, below }, parent) {
    draw("text", { class: "port", x: vertical ? 5 : 7, y: vertical ? 12 + (this.parts.boxes.get(source).kind === "fold" ? BEHIND : 0) : below ? 14 : -5 }, parent, name);
  }

  // An edge that leads nowhere.
  hole({ vertical }, { group, atTip }) {
    atTip.push(draw("path", { class: "line", d: vertical ? "M-3,0 h6" : "M0,-6 v12" }, group));
  }

  edge({ slot, edges, parts, key, value, several, vertical }, arrow) {
    const { group, groups: [, ports], atTip, lines } = arrow;
    atTip.push(this.head(vertical, false, group, "head gradient"));
    this.head(vertical, true, group, "head data");
    if (edges) draw("title", {}, group, `${countOf(edges.length)} edges`);
    if (several) atTip.push(draw("text", { class: "port slot", x: -10, y: -5, "text-anchor": "end" }, ports, `[${slot}]`));
    if (edges) this.bundle(key, edges, parts, arrow);
    const { facts } = this.parts, [show, pill] = this.pill(arrow, "gradient", facts.fits + (edges ? sentOf(edges.length, edges.length).length : 0));
    if (value) this.pill(arrow, "data")[0](`v= ${value}`);
    lines.push([key, (text) => {
      group.classList.toggle("sent", text !== undefined);
      show(edges && text ? sentOf(text[0], edges.length) + text[1] : text);
    }, pill]);
    if (facts.widths && !edges) lines.push([key.replace("message", "weight"), (width) => this.widen(arrow, width), group]);
  }

  widen(arrow, width) {
    const { group, most } = arrow, wrong = WRONG.test(width);
    arrow.wide = width;
    group.classList.toggle("wrong", wrong);
    group.style.setProperty("--wide", wrong || width === undefined ? "" : Math.min(width, most ?? WIDEST));
  }

  // Several edges in one arrow: it says how many have sent, and what (see bundles.py). It is as wide as the widest of its
  // parts would be; nan and inf win.
  bundle(key, edges, parts, arrow) {
    const { group, lines } = arrow, known = new Map();
    this.parts.merge(key, edges, parts);
    if (this.parts.facts.widths)
      for (const part of parts)
        lines.push([`weight/${part}`, (width) => {
          if (width === undefined) known.delete(part);
          else known.set(part, width);
          const all = [...known.values()];
          this.widen(arrow, all.find((wide) => WRONG.test(wide)) ?? most(all.map(Number)));
        }, group]);
  }

  // The short arrow from outside into a root.
  seed({ id, vertical }, arrow) {
    const { group, atTip, atLabel, lines } = arrow, words = (place) => draw("text", { class: "port", ...place }, group, "seed");
    atTip.push(this.head(vertical, false, group, "head"));
    if (vertical) words({ x: 6, y: 7 });
    else atLabel.push(words({ y: -14, "text-anchor": "middle" }));
    const [show, pill] = this.pill(arrow, "gradient");
    group.style.display = "none";
    lines.push([id, (text) => {
      group.style.display = text === undefined ? "none" : "";
      show(text);
    }, pill]);
  }
}
