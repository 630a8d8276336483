// Where boxes and frames are, and which edges each arrow is for, given which groups are open. placing.py and wires.py do
// the same and say why; layout.json has the sizes for both. u runs with the gradients, v across.

const ROOT = "g0", { MARGIN, ROW_GAP, PORTS_WIDTH, COLUMN_GAP, DOWN_GAP, SEED_ROOM } = LAYOUT;
const { ALONE, DOOR_ROOM, NO_DOOR, FRAME_TITLE, FRAME_SIDE, THIN, EACH, LINE_ROOM, GUTTER, TURN, SHORTEST } = LAYOUT;
const { FRAME_SIGN, FRAME_HEAD } = LAYOUT;

const most = (numbers, otherwise) => { let found = -Infinity; for (const number of numbers) if (number > found) found = number; return found === -Infinity ? otherwise : found; };
const turned = ([u, v], vertical) => (vertical ? [v, u] : [u, v]);

// An arrow for several edges; `label` is the room for the text on each.
const bundle = (wire, label, edges, parts) => ({ ...wire, edges, parts, key: `bundle/${wire.id}`, label: label && tenth(label + LETTER_WIDTH * sentOf(edges.length, edges.length).length) });

// Where each column starts in its band, and which that is: as few bands as there is room for, none longer than it has to be.
function inBands(lengths, gap, room) {
  const filled = (room) => inTurn(lengths, gap, (band, u, length) => (u && u + length > room ? band + 1 : band));
  let best = filled(room);
  while (best.length) {
    const closer = filled(most(best.map(([u], i) => u + lengths[i])) - 1); // the fullest band has to give something away
    if (String(closer) === String(best) || closer.at(-1)[1] > best.at(-1)[1]) break;
    best = closer;
  }
  return best;
}

function inTurn(lengths, gap, bandOf) {
  let u = 0, band = 0;
  return lengths.map((length, i) => {
    const next = bandOf(band, u, length, i), start = next === band ? u : 0;
    [u, band] = [start + length + gap, next];
    return [start, band];
  });
}

class Placing {
  // `down`: how far it may run down before it goes on beside; 0: it runs right. `before`: of each group drawn before, the band
  // of each column and the places of each band's rows. While boxes open and close, which a still picture never sees, a column
  // stays in its band, and a row where it was or, where what has opened needs the room, behind it.
  constructor(parts, opened, down, before = new Map()) {
    const vertical = down > 0;
    Object.assign(this, { parts, opened, vertical, down, before, room: new Map(), extent: new Map(), local: new Map(), boxes: new Map(), frames: new Map(), grids: new Map(), inside: new Map() });
    this.seeded = new Set(parts.facts.seeds.flatMap(([node]) => parts.holding(node)));
    this.open = [ROOT];
    for (const group of this.open) this.open.push(...parts.groups.get(group).members.filter((member) => opened.has(member))); // grows while it is read
    for (const group of this.open) this.inside.set(group, this.read(group));
    for (const group of this.open) this.room.set(group, (group === ROOT ? down || Infinity : this.room.get(parts.facts.parents[group])) - this.borders(group).reduce((a, b) => a + b));
    for (const group of [...this.open].reverse()) this.measure(group);
    this.corner = new Map([[ROOT, [0, 0]]]);
    for (const group of this.open) this.place(group);
    [this.width, this.height] = turned(this.extent.get(ROOT), vertical);
  }

  // The inside of a group by the ids of its members.
  read(group) {
    const { members, rows, bends = [], entries = [], exits = [], label } = this.parts.groups.get(group);
    const doors = (ways) => new Map(ways.map(([member, ...way]) => [members[member], way]));
    return {
      rows: new Map(members.map((member, i) => [member, rows[i]])), label, entries: doors(entries), exits: doors(exits),
      bends: new Map(bends.map(([from, to, points]) => [`${members[from]} ${members[to]}`, points])),
    };
  }

  // Pixels before the first and behind the last column.
  borders(group) {
    const { label, entries, exits } = this.inside.get(group), { vertical } = this;
    if (group === ROOT) return [MARGIN + (vertical ? SEED_ROOM[1] : label + SEED_ROOM[0]), MARGIN];
    const [start, end] = [entries, exits].map((doors) => (doors.size ? DOOR_ROOM : NO_DOOR));
    return [vertical ? Math.max(start, this.seeded.has(group) ? SEED_ROOM[1] : 0) + FRAME_TITLE : start, end];
  }

  measure(group) {
    const inside = this.inside.get(group), extents = this.extents(inside), [head, after] = this.borders(group), bands = [];
    if (!this.before.has(group)) this.before.set(group, { rows: [] });
    const { rows: kept } = this.before.get(group);
    const [columns, place] = this.columns(group, inside, extents, head), last = most(place.values(), 0);
    let v = group === ROOT ? MARGIN : this.vertical ? 0 : FRAME_TITLE;
    for (let number = 0; number <= last; number++) {
      const has = (column) => place.get(column) === number, doors = [...(number ? [] : inside.entries.values()), ...(number < last ? [] : inside.exits.values())];
      const [rows, reach] = this.rows(inside, extents, has, doors, v, kept[number]), foot = most([...columns].filter(([column]) => has(column)).map(([, [u, length]]) => u + length), head);
      kept[number] ??= new Map([...rows].map(([row, at]) => [row, at - v]));
      bands.push({ rows, gutter: v - GUTTER / 2, foot });
      v = reach + GUTTER;
    }
    const end = most(bands.map(({ foot }, i) => foot + (i < last ? TURN : 0))) + after, side = group === ROOT ? MARGIN : this.vertical ? COLUMN_GAP / 2 : FRAME_SIDE;
    this.local.set(group, { columns, place, bands, head, end });
    this.extent.set(group, [end, v - GUTTER + side]);
  }

  extents({ rows }) {
    const longest = new Map(), plain = [...rows].filter(([member]) => !this.extent.has(member));
    for (const [member, [column]] of plain) {
      const { width, height } = this.parts.boxes.get(member), extent = turned([width, height], this.vertical);
      this.extent.set(member, extent);
      longest.set(column, Math.max(longest.get(column) ?? 0, extent[0]));
    }
    if (!this.vertical) for (const [member, [column]] of plain) this.extent.get(member)[0] = longest.get(column);
    return this.extent;
  }

  columns(group, { rows, label }, extents, head) {
    const gap = this.vertical ? DOWN_GAP : label + PORTS_WIDTH, lengths = new Map();
    for (const [member, [column]] of rows) lengths.set(column, Math.max(lengths.get(column) ?? 0, extents.get(member)[0]));
    const order = [...lengths].sort(([a], [b]) => a - b), long = order.map(([, length]) => length), kept = this.before.get(group);
    const found = kept.bands?.length === long.length ? inTurn(long, gap, (band, u, length, i) => kept.bands[i]) : inBands(long, gap, Math.max(this.room.get(group), SHORTEST));
    kept.bands = found.map(([, band]) => band);
    return [new Map(order.map(([column, length], i) => [column, [head + found[i][0], length]])), new Map(order.map(([column], i) => [column, found[i][1]]))];
  }

  rows(inside, extents, has, doors, top, kept) {
    const gap = this.vertical ? COLUMN_GAP : ROW_GAP, members = [...inside.rows], cells = new Map(), seen = new Set();
    const pitch = most(members.filter(([member]) => !this.local.has(member)).map(([member]) => extents.get(member)[1]), ALONE) + gap, thin = this.vertical ? LINE_ROOM : pitch * THIN;
    const cell = (column, row, half) => { if (has(column)) cells.set(column, [...(cells.get(column) ?? []), [row, half]]); };
    for (const [member, [column, row]] of members) cell(column, row, (extents.get(member)[1] + gap) / 2);
    const ways = [...inside.entries.values(), ...inside.exits.values()].map(([, points]) => points);
    for (const points of [...inside.bends.values(), ...ways])
      for (const [column, row] of points) if (!seen.has(`${column} ${row}`)) { seen.add(`${column} ${row}`); cell(column, row, thin / 2); }
    const rows = this.spread(cells.values(), doors.map(([row]) => row), this.vertical ? 0 : pitch, top, kept);
    const lowest = [...cells.values()].flatMap((column) => column.map(([row, half]) => rows.get(row) + half - gap / 2));
    return [rows, most([...lowest, ...doors.map(([row]) => rows.get(row))], top)];
  }

  // The v of each row: the middle between the highest and the lowest place it can have; or, where it has been drawn before,
  // the first that is not above its place then.
  spread(columns, doors, pitch, top, kept) {
    const apart = new Map(doors.map((row) => [row, []])), least = new Map(), up = new Map(), down = new Map();
    for (const cells of columns) {
      cells.sort((a, b) => a[0] - b[0] || a[1] - b[1]).forEach(([row, half], i) => {
        if (!apart.has(row)) apart.set(row, []);
        if (i) apart.get(row).push([cells[i - 1][0], cells[i - 1][1] + half]);
        else least.set(row, Math.max(least.get(row) ?? top, top + half));
      });
    }
    const order = [...apart.keys()].sort((a, b) => a - b), step = (i) => (order[i] - order[i - 1]) * pitch;
    order.forEach((row, i) => up.set(row, most([least.get(row) ?? top, ...(kept ? [top + kept.get(row)] : []), ...(i ? [up.get(order[i - 1]) + step(i)] : []), ...apart.get(row).map(([above, distance]) => up.get(above) + distance)])));
    if (kept) return up;
    const lowest = most(up.values(), top);
    for (let i = order.length - 1; i >= 0; i--) {
      const row = order[i], lower = Math.min(down.get(row) ?? lowest, i + 1 < order.length ? down.get(order[i + 1]) - step(i + 1) : lowest);
      down.set(row, lower);
      for (const [above, distance] of apart.get(row)) down.set(above, Math.min(down.get(above) ?? lowest, lower - distance));
    }
    return new Map(order.map((row) => [row, (up.get(row) + down.get(row)) / 2]));
  }

  place(group) {
    const [u0, v0] = this.corner.get(group), { columns, place, bands, head, end } = this.local.get(group), moved = (values, by) => new Map([...values].map(([key, value]) => [key, by(value)]));
    const grid = {
      place, start: u0, head: u0 + head, end: u0 + end, columns: moved(columns, ([start, length]) => [u0 + start, length]),
      bands: bands.map(({ rows, gutter, foot }) => ({ rows: moved(rows, (v) => v0 + v), gutter: v0 + gutter, foot: u0 + foot })),
      row: (column, row) => grid.bands[place.get(column)].rows.get(row),
    };
    this.grids.set(group, grid);
    for (const [member, [column, row]] of this.inside.get(group).rows) {
      const extent = this.extent.get(member), corner = [grid.columns.get(column)[0], grid.row(column, row) - extent[1] / 2];
      const rect = [...turned(corner, this.vertical), ...turned(extent, this.vertical)];
      if (this.local.has(member)) this.corner.set(member, corner);
      (this.local.has(member) ? this.frames : this.boxes).set(member, rect);
    }
  }

  // ----- the edges of each arrow
  seenAs(node) { return this.parts.holding(node).find((group) => !this.opened.has(group)) ?? node; }

  isGroup(id) { return this.parts.boxes.get(id)?.kind === "fold"; }

  wires() { return [...this.boxes.keys()].flatMap((id) => (this.isGroup(id) ? this.ofGroup(id) : this.ofNode(id))); }

  ofNode(node) {
    const { edges } = this.parts.boxes.get(node), told = new Set(), wires = [];
    const ends = edges.map(([target]) => (target === null ? null : this.seenAs(target)));
    edges.forEach(([, slot, input, label], index) => {
      const target = ends[index], group = target !== null && this.isGroup(target), same = group ? ends.filter((end) => end === target).length : 1;
      if (same <= EACH) wires.push({ id: `${node}/${index}`, source: node, target, slot: group ? 0 : slot, input, label: target === null ? 0 : label, key: `message/${node}/${index}` });
      else if (!told.has(target)) {
        const mine = [...edges.keys()].filter((i) => ends[i] === target), wide = most(mine.map((i) => edges[i][3]));
        const sending = mine.map((i) => `${node}/${i}`);
        wires.push(bundle({ id: `${node}>${target}/0`, source: node, target, slot: 0, input: "" }, wide, sending, sending));
      }
      told.add(target);
    });
    return wires;
  }

  ofGroup(group) {
    const ends = new Map();
    for (const [node, slot, label, shape, ...edges] of this.parts.boxes.get(group).out) {
      const target = this.seenAs(node), place = this.isGroup(target) ? 0 : slot, id = `${group}>${target}/${place}`;
      const wire = ends.get(id) ?? { id, source: group, target, slot: place, input: shape, label, edges: [], parts: [] };
      if (wire.input !== shape) wire.input = "";
      wire.edges.push(...edges);
      wire.parts.push(edges.length > 1 ? `${group}>${node}/${slot}` : edges[0]);
      wire.label = Math.max(wire.label, label);
      ends.set(id, wire);
    }
    return [...ends.values()].map(({ edges, parts, label, ...wire }) => (edges.length > 1 ? bundle(wire, label, edges, parts) : { ...wire, label, key: `message/${edges[0]}` }));
  }
}
