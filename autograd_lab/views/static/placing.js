// Where boxes and frames stand, and what the arrows stand for, given which groups are open. The same as in Python (see
// placing.py and wires.py, which say why): u runs with the gradients, v across.

const ROOT = "g0", MARGIN = 24, ROW_GAP = 40, PORTS_WIDTH = 68, COLUMN_GAP = 30, DOWN_GAP = 60, SEED_ROOM = [26, 54];
const ALONE = 60, DOOR_ROOM = 40, NO_DOOR = 18, FRAME_TITLE = 14, FRAME_SIDE = 16, THIN = 0.5, EACH = 4;

const most = (numbers, otherwise) => { let found = -Infinity; for (const number of numbers) if (number > found) found = number; return found === -Infinity ? otherwise : found; };
const turned = ([u, v], vertical) => (vertical ? [v, u] : [u, v]);
const counted = (number) => `${number.toLocaleString("en-US")} edges`;

class Placing {
  constructor(parts, opened, vertical) {
    Object.assign(this, { parts, opened, vertical, extent: new Map(), local: new Map(), boxes: new Map(), frames: new Map(), grids: new Map(), inside: new Map() });
    this.open = [ROOT];
    for (const group of this.open) this.open.push(...parts.groups.get(group).members.filter((member) => opened.has(member))); // grows while it is read
    for (const group of this.open) this.inside.set(group, this.read(group));
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

  measure(group) {
    const inside = this.inside.get(group), extents = this.extents(inside);
    const [columns, end] = this.columns(group, inside, extents), [rows, breadth] = this.rows(group, inside, extents);
    this.local.set(group, { columns, rows, end });
    this.extent.set(group, [end, breadth]);
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

  columns(group, { rows, label, entries, exits }, extents) {
    const { vertical } = this, gap = vertical ? DOWN_GAP : label + PORTS_WIDTH;
    let start = MARGIN + (vertical ? SEED_ROOM[1] : label + SEED_ROOM[0]), end = MARGIN;
    if (group !== ROOT) {
      [start, end] = [entries, exits].map((doors) => (doors.size ? DOOR_ROOM : NO_DOOR));
      if (vertical) start += FRAME_TITLE + ROW_GAP / 2;
    }
    const lengths = new Map(), columns = new Map();
    for (const [member, [column]] of rows) lengths.set(column, Math.max(lengths.get(column) ?? 0, extents.get(member)[0]));
    let u = start;
    for (const column of [...lengths.keys()].sort((a, b) => a - b)) {
      columns.set(column, [u, lengths.get(column)]);
      u += lengths.get(column) + gap;
    }
    return [columns, u - (columns.size ? gap : 0) + end];
  }

  rows(group, inside, extents) {
    const gap = this.vertical ? COLUMN_GAP : ROW_GAP, members = [...inside.rows];
    const pitch = most(members.filter(([member]) => !this.local.has(member)).map(([member]) => extents.get(member)[1]), ALONE) + gap;
    const cells = new Map(), seen = new Set();
    const cell = (column, row, half) => { if (!cells.has(column)) cells.set(column, []); cells.get(column).push([row, half]); };
    for (const [member, [column, row]] of members) cell(column, row, (extents.get(member)[1] + gap) / 2);
    const ways = [...inside.entries.values(), ...inside.exits.values()];
    for (const points of [...inside.bends.values(), ...ways.map(([, points]) => points)])
      for (const [column, row] of points) if (!seen.has(`${column} ${row}`)) { seen.add(`${column} ${row}`); cell(column, row, (pitch * THIN) / 2); }
    const top = group === ROOT ? MARGIN : this.vertical ? 0 : FRAME_TITLE, needs = new Map(ways.map(([row]) => [row, []]));
    for (const column of cells.values()) {
      let above = null;
      for (const [row, half] of column.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
        if (!needs.has(row)) needs.set(row, []);
        needs.get(row).push(above ? [above[0], above[1] + half] : [null, half]);
        above = [row, half];
      }
    }
    const rows = new Map();
    let before = null;
    for (const row of [...needs.keys()].sort((a, b) => a - b)) {
      const wanted = [before === null ? top : rows.get(before) + (row - before) * pitch];
      for (const [other, apart] of needs.get(row)) wanted.push((other === null ? top : rows.get(other)) + apart);
      rows.set(row, most(wanted));
      before = row;
    }
    const lowest = most(members.map(([member, [, row]]) => rows.get(row) + extents.get(member)[1] / 2), 0);
    const side = group === ROOT ? MARGIN : this.vertical ? COLUMN_GAP / 2 : FRAME_SIDE;
    return [rows, most([lowest, ...ways.map(([row]) => rows.get(row))]) + side];
  }

  place(group) {
    const [u0, v0] = this.corner.get(group), local = this.local.get(group);
    const columns = new Map([...local.columns].map(([column, [start, length]]) => [column, [u0 + start, length]]));
    const rows = new Map([...local.rows].map(([row, v]) => [row, v0 + v]));
    this.grids.set(group, { columns, rows, start: u0, end: u0 + local.end });
    for (const [member, [column, row]] of this.inside.get(group).rows) {
      const extent = this.extent.get(member), corner = [columns.get(column)[0], rows.get(row) - extent[1] / 2];
      const rect = [...turned(corner, this.vertical), ...turned(extent, this.vertical)];
      if (this.local.has(member)) this.corner.set(member, corner);
      (this.local.has(member) ? this.frames : this.boxes).set(member, rect);
    }
  }

  // ----- what the arrows stand for
  seenAs(node) { return this.parts.holding(node).find((group) => !this.opened.has(group)) ?? node; }

  isGroup(id) { return this.parts.boxes.get(id)?.kind === "fold"; }

  wires() { return [...this.boxes.keys()].flatMap((id) => (this.isGroup(id) ? this.ofGroup(id) : this.ofNode(id))); }

  ofNode(node) {
    const { edges } = this.parts.boxes.get(node), told = new Set(), wires = [];
    const ends = edges.map(([target]) => (target === null ? null : this.seenAs(target)));
    edges.forEach(([, slot, input, label], index) => {
      const target = ends[index], group = target !== null && this.isGroup(target), same = group ? ends.filter((end) => end === target).length : 1;
      if (same <= EACH) wires.push({ id: `${node}/${index}`, source: node, target, slot: group ? 0 : slot, input, label: target === null ? 0 : label, key: `message/${node}/${index}` });
      else if (!told.has(target)) wires.push({ id: `${node}>${target}/0`, source: node, target, slot: 0, input: counted(same), label: 0 });
      told.add(target);
    });
    return wires;
  }

  ofGroup(group) {
    const ends = new Map();
    for (const [node, slot, count, first, index, label] of this.parts.boxes.get(group).out) {
      const target = this.seenAs(node), place = this.isGroup(target) ? 0 : slot, id = `${group}>${target}/${place}`;
      const wire = ends.get(id) ?? { id, source: group, target, slot: place, count: 0, label, key: `message/${first}/${index}` };
      wire.count += count;
      ends.set(id, wire);
    }
    return [...ends.values()].map((wire) => ({ ...wire, ...(wire.count === 1 ? { input: "" } : { input: counted(wire.count), key: undefined, label: 0 }) }));
  }
}
