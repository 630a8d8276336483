// The way of each arrow, and the place of its label. routes.py does the same and says why.

const { LABEL_HEIGHT, OUT_SPREAD, IN_SPREAD, SLOT_SPREAD, CORNER, LANE, LANES } = LAYOUT;
const { HOLE_LENGTH, HOLE_ROOM, CELL, CROWDED, BADGE, EDGE, SLOT_WIDTH, CROSSING } = LAYOUT;
const { PLACES } = LAYOUT, ASIDE = LAYOUT.ASIDE.map((sides) => sides.flatMap((beside) => LAYOUT.ABOVE.map((above) => [beside, above])));

function spread([low, high], index, count, widest) {
  return (low + high) / 2 + (index - (count - 1) / 2) * Math.min(widest, (high - low - CORNER) / Math.max(count - 1, 1));
}

class Taken {
  constructor() { Object.assign(this, { cells: new Map(), turn: 0 }); }

  *covered([left, top, right, bottom]) {
    for (let x = Math.floor(left / CELL); x <= Math.floor(right / CELL); x++)
      for (let y = Math.floor(top / CELL); y <= Math.floor(bottom / CELL); y++) yield x * 65536 + y;
  }

  add(rect) {
    for (const cell of this.covered(rect)) this.cells.has(cell) ? this.cells.get(cell).push(rect) : this.cells.set(cell, [rect]);
  }

  // How many square pixels of taken places a rectangle would cover; it stops counting at `enough`.
  covers([left, top, right, bottom], enough) {
    const turn = ++this.turn; // a rectangle lies in several cells, and counts once
    let covered = 0;
    for (let x = Math.floor(left / CELL); x <= Math.floor(right / CELL); x++)
      for (let y = Math.floor(top / CELL); y <= Math.floor(bottom / CELL); y++)
        for (const other of this.cells.get(x * 65536 + y) ?? []) {
          if (other.turn === turn) continue;
          other.turn = turn;
          const width = Math.min(right, other[2]) - Math.max(left, other[0]), height = Math.min(bottom, other[3]) - Math.max(top, other[1]);
          if (width > 0 && height > 0) covered += width * height;
          if (covered >= enough) return covered;
        }
    return covered;
  }

  place(points, label, lean) {
    if (!label) return along(points, 0, 0.5).map(tenth);
    let least = Infinity, found;
    search: for (const [beside, above] of ASIDE[lean + 1])
      for (let curve = 0; curve < (points.length - 1) / 3; curve++)
        for (const t of PLACES) {
          const [on, at] = along(points, curve, t), x = on + beside * label, y = at + above;
          const rect = [x - label / 2, y - LABEL_HEIGHT / 2, x + label / 2, y + LABEL_HEIGHT / 2], covered = this.covers(rect, least - 1);
          if (covered < least - 1) [least, found] = [covered, rect];
          if (!covered) break search;
        }
    const crowded = least > CROWDED * label * LABEL_HEIGHT;
    if (!crowded) this.add(found);
    return [tenth((found[0] + found[2]) / 2), tenth((found[1] + found[3]) / 2), crowded];
  }
}

function along(points, curve, t) {
  const factors = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
  return [0, 1].map((axis) => factors.reduce((sum, factor, i) => sum + factor * points[3 * curve + i][axis], 0));
}

class Routes {
  constructor(placing) {
    this.placing = placing;
    this.vertical = placing.vertical;
    this.wires = placing.wires();
    const taken = new Taken();
    for (const [x, y, width, height] of placing.boxes.values()) taken.add([x, y, x + width, y + height]);
    for (const [group, [x, y, width]] of placing.frames) {
      const { title, short = title } = placing.parts.boxes.get(group);
      taken.add([x, y, x + Math.min(width, titleWidth(short) + FRAME_SIGN), y + FRAME_HEAD]);
    }
    for (const edge of [-EDGE, placing.width]) taken.add([edge, 0, edge + EDGE, placing.height]);
    this.start();
    this.pass();
    this.arrive();
    if (this.vertical) for (const badge of this.badges()) taken.add(badge);
    const names = namesOf(this.wires, ({ from }) => from, this.vertical);
    this.wires.forEach((wire, i) => {
      const { from, target } = wire, stop = [from[0] + HOLE_LENGTH, from[1]];
      wire.points = target === null ? [from, from, stop, stop].map((point) => turned(point, this.vertical)) : this.curves([from, ...wire.passed, wire.to]);
      if (names[i]) taken.add(this.word(wire, names[i].length));
      const [x, y] = wire.points.at(-1);
      if (target !== null && this.slots(target) > 1) taken.add([x - SLOT_WIDTH, y - 16, x - HEAD, y - 3]);
    });
    for (const place of this.crossings()) taken.add(place);
    const leans = this.vertical ? this.leans() : new Map();
    for (const wire of this.wires) {
      if (wire.target === null) continue;
      const [x, y, crowded] = taken.place(wire.points, wire.label, leans.get(wire) ?? 0);
      Object.assign(wire, { at: [x, y], crowded });
    }
    this.width = most(this.wires.filter((wire) => wire.target === null).map((wire) => wire.points[0][0] + HOLE_ROOM), 0);
    this.height = most(this.wires.flatMap((wire) => wire.points.map(([, y]) => y + MARGIN)), 0);
  }

  side(box) {
    const [x, y, width, height] = this.placing.boxes.get(box);
    return this.vertical ? [y, y + height, x, x + width] : [x, x + width, y, y + height];
  }

  groupOf(box) { return this.placing.parts.home.get(box) ?? this.placing.parts.facts.parents[box]; }

  slots(box) { return Math.max(this.placing.parts.boxes.get(box).values?.length ?? 0, 1); }

  start() {
    const counts = new Map(), numbers = new Map();
    for (const { source } of this.wires) counts.set(source, (counts.get(source) ?? 0) + 1);
    for (const wire of this.wires) {
      const number = numbers.get(wire.source) ?? 0, [, end, ...across] = this.side(wire.source);
      numbers.set(wire.source, number + 1);
      wire.from = [end, spread(across, number, counts.get(wire.source), OUT_SPREAD[+this.vertical])];
    }
  }

  // The place of what is written at the start of an arrow.
  word({ points, source }, letters) {
    const [x, y] = points[0], top = this.vertical ? y + 2 + (this.placing.isGroup(source) ? BEHIND : 0) : isBelow(points) ? y + 4 : y - 16;
    return [x + 3, top, x + 9 + LETTER * letters, top + 12];
  }

  // Where two neighbours from one box to another cross, and a little around it.
  *crossings() {
    for (const [i, { source, target, points }] of this.wires.entries()) {
      const after = this.wires[i + 1];
      if (after?.source !== source || after.target !== target) continue;
      const ends = [points[0], points.at(-1), after.points[0], after.points.at(-1)], [x, y] = [0, 1].map((axis) => ends.reduce((sum, point) => sum + point[axis], 0) / 4);
      if ([0, 1].some((axis) => (ends[0][axis] - ends[2][axis]) * (ends[1][axis] - ends[3][axis]) < 0)) yield [x - CROSSING[0], y - CROSSING[1], x + CROSSING[0], y + CROSSING[1]];
    }
  }

  // To which side labels keep where several arrows run side by side from one box down to another.
  leans() {
    const together = new Map();
    for (const wire of this.wires) {
      const ends = `${wire.source} ${wire.target}`;
      together.set(ends, [...(together.get(ends) ?? []), wire]);
    }
    return new Map([...together.values()].flatMap((wires) => wires.map((wire, i) => [wire, Math.sign(2 * i - wires.length + 1)])));
  }

  // What the states of boxes may take, where arrows come from above.
  *badges() {
    const tips = tipsOf(this.wires.map(({ target, to }) => [target, to?.[1]]));
    for (const [box, [x, y, width]] of this.placing.boxes) {
      const left = badgeLeft(x + width, BADGE, tips.get(box));
      yield [left, y - 13, left + BADGE, y];
    }
  }

  between(source, target) {
    const { parts, grids, inside } = this.placing, [up, down] = [source, target].map((box) => [...parts.way(this.groupOf(box)), box]);
    const shared = up.findIndex((one, i) => one !== down[i]), common = up[shared - 1], home = this.groupOf(source), passed = [];
    const [start, length] = grids.get(home).columns.get(inside.get(home).rows.get(source)[0]);
    if (start + length - this.side(source)[1] > 1) passed.push(["", [[start + length, -1]]]);
    const band = (group, member) => grids.get(group).place.get(inside.get(group).rows.get(member)[0]);
    const climb = (group, from, to) => {
      const { bands, head } = grids.get(group), { gutter } = bands[to];
      if (from !== to) passed.push([`${group}^${to}`, [[most(bands.slice(from, to).map(({ foot }) => foot)), gutter], [head, gutter]]]);
    };
    const bends = (group, name, points, from, to) => {
      const { columns, place, row: at } = grids.get(group);
      for (const [column, row] of points) {
        const [start, length] = columns.get(column), v = at(column, row);
        climb(group, from, (from = place.get(column)));
        passed.push([name, [[start, v], [start + length, v]]]);
      }
      climb(group, from, to);
    };
    let v = null; // of the door before: where nothing is between, an arrow goes straight on
    for (let i = up.length - 2; i >= shared; i--) {
      const [group, member] = [up[i], up[i + 1]], [row, points] = inside.get(group).exits.get(member), name = `${member}>`, { bands, end } = grids.get(group);
      const own = band(group, member), last = bands.length - 1;
      if (v === null || points.length || own !== last) v = bands[last].rows.get(row);
      bends(group, name, points, own, last);
      passed.push([name, [[end, v]]]);
    }
    bends(common, `${common}|${down[shared]}`, inside.get(common).bends.get(`${up[shared]} ${down[shared]}`) ?? [], band(common, up[shared]), band(common, down[shared]));
    const doors = [];
    v = null;
    for (let i = down.length - 2; i >= shared; i--) {
      const [row, points] = inside.get(down[i]).entries.get(down[i + 1]);
      if (v === null || points.length || band(down[i], down[i + 1])) v = grids.get(down[i]).bands[0].rows.get(row);
      doors[i] = [v, points];
    }
    for (let i = shared; i < down.length - 1; i++) {
      const [group, member] = [down[i], down[i + 1]], [at, points] = doors[i], name = `>${member}`;
      passed.push([name, [[grids.get(group).start, at]]]);
      bends(group, name, points, 0, band(group, member));
    }
    return passed;
  }

  // Arrows into one leaf, which may have many users, share a lane.
  pass() {
    const found = this.wires.map(({ source, target }) => (target === null ? [] : this.between(source, target))), lanes = new Map();
    const names = (passed) => [...new Set(passed.map(([name]) => name))], ends = this.wires.map(({ target }, i) => (this.placing.parts.boxes.get(target)?.kind === "leaf" ? target : i));
    found.forEach((passed, i) => {
      for (const name of names(passed)) {
        if (!lanes.has(name)) lanes.set(name, new Map());
        if (!lanes.get(name).has(ends[i])) lanes.get(name).set(ends[i], lanes.get(name).size);
      }
    });
    const last = (name) => lanes.get(name).size - 1;
    this.wires.forEach((wire, i) => {
      wire.near = Math.min(...names(found[i]).filter((name) => name && last(name)).map((name) => Math.min(LANE, LANES / last(name))));
      wire.passed = found[i].flatMap(([name, points]) => {
        const aside = name ? Math.min(LANE, LANES / Math.max(last(name), 1)) * (lanes.get(name).get(ends[i]) - last(name) / 2) : 0;
        return points.map(([u, v]) => [u, name ? v + aside : wire.from[1]]);
      });
    });
  }

  arrive() {
    const ends = new Map();
    for (const wire of this.wires) {
      if (wire.target === null) continue;
      const end = `${wire.target} ${wire.slot}`;
      ends.set(end, [...(ends.get(end) ?? []), wire]);
    }
    for (const wires of ends.values()) {
      const { target, slot } = wires[0], [start, , ...across] = this.side(target), slots = this.slots(target);
      const step = Math.min(IN_SPREAD[+this.vertical], (across[1] - across[0] - CORNER) / slots / Math.max(wires.length - 1, 1));
      const middle = this.slot(across, slot, slots), from = (wire) => (wire.passed.at(-1) ?? wire.from)[1];
      if (wires.length > 1) for (const wire of wires) wire.near = Math.min(wire.near, step);
      wires.sort((a, b) => from(a) - from(b)).forEach((wire, i) => { wire.to = [start, middle + (i - (wires.length - 1) / 2) * step]; });
    }
  }

  slot(across, slot, slots) { return spread(across, slot, slots, SLOT_SPREAD[+this.vertical]); }

  curves(way) {
    const points = [way[0]];
    for (let i = 1; i < way.length; i++) {
      const [[u1, v1], [u2, v2]] = [way[i - 1], way[i]], middle = (u1 + u2) / 2;
      const turn = u1 > u2 ? middle : way[i + 1]?.[0] < u2 ? u2 + TURN : way[i - 2]?.[0] > u1 ? u1 - TURN : middle; // to climb to another band, it turns twice
      points.push([turn, v1], [turn, v2], [u2, v2]);
    }
    return points.map((point) => turned(point.map(tenth), this.vertical));
  }

  // The straight arrow from outside into a slot of a root, or into the closed group that holds it.
  seed(node, slot) {
    const box = this.placing.seenAs(node), [u, , ...across] = this.side(box), { label } = this.placing.inside.get(ROOT);
    const v = this.slot(across, this.placing.isGroup(box) ? 0 : slot, this.slots(box));
    const length = this.vertical ? SEED_ROOM[1] - 4 : label + SEED_ROOM[0], point = (back) => turned([u - back, v], this.vertical);
    return { points: [length, (2 * length) / 3, length / 3, 0].map(point), at: point(length / 2 + HEAD / 2) };
  }
}
