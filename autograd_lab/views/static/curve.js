// A curve with a handle. All numbers and words come ready made; dragging only chooses among the places.

const EDGE = { left: 52, right: 16, top: 26, bottom: 48 };

const THUMB = 8; // half as wide as a slider's thumb

class Curve {
  constructor(model, el) {
    this.model = model;
    this.data = model.get("data");
    const { title, names, points, second, trail } = this.data;
    this.heights = [points.map(([, y]) => y), ...(second ? [second] : [])];
    this.drawn = trail ? [model.get("place"), model.get("place")] : [0, points.length - 1]; // from this place to that one
    this.root = make("div", { class: "agl agl-curve", role: "group", "aria-label": `Curve. ${title}` });
    this.svg = draw("svg", { role: "img", "aria-label": title }, this.root);
    this.slider = make("input", { type: "range", min: 0, max: points.length - 1, "aria-label": names[0] });
    this.sentence = make("output", { class: "agl-sentence", "aria-live": "polite" });
    this.root.append(this.slider, this.sentence);
    el.append(this.root);
    this.slider.addEventListener("input", () => this.go(+this.slider.value));
    this.slider.addEventListener("keydown", ownKey);
    this.svg.addEventListener("pointerdown", (event) => { this.svg.setPointerCapture?.(event.pointerId); this.drag(event); });
    this.svg.addEventListener("pointermove", (event) => { if (event.buttons) this.drag(event); });
    this.onPlace = () => this.go(model.get("place"), false);
    model.on("change:place", this.onPlace);
    this.place = model.get("place");
    this.sizes = new ResizeObserver(() => this.arrange());
    this.sizes.observe(this.root);
    this.arrange();
  }

  // ----- pixels
  arrange() {
    const wide = Math.max(260, Math.min(680, this.root.clientWidth - 20 || 640));
    if (wide === this.wide) return;
    this.wide = wide;
    this.high = Math.round(Math.min(300, wide * 0.6));
    this.svg.replaceChildren();
    this.svg.setAttribute("width", wide);
    this.svg.setAttribute("height", this.high);
    Object.assign(this.slider.style, { marginLeft: `${EDGE.left - THUMB}px`, width: `${wide - EDGE.left - EDGE.right + 2 * THUMB}px` }); // its thumb is under the handle
    this.axes();
    this.paths = this.heights.map((_, k) => draw("path", { class: k ? "line second" : "line" }, this.svg));
    this.tangent = draw("line", { class: "tangent" }, this.svg);
    this.drop = draw("line", { class: "drop" }, this.svg);
    this.handles = this.heights.map((_, k) => draw("circle", { class: ["handle", ...(this.data.second ? [["first", "second"][k]] : [])].join(" "), r: 8 }, this.svg));
    this.go(this.place, false);
  }

  scale(value) { return this.data.log ? Math.log10(value) : value; }

  // Where a value of one axis (0: across, 1: up) is drawn.
  at(axis, value) {
    const [low, high] = this.ends(axis), share = (this.scale(value) - low) / (high - low);
    const { left, right, top, bottom } = EDGE;
    return axis ? this.high - bottom - share * (this.high - top - bottom) : left + share * (this.wide - left - right);
  }

  ends(axis) {
    const ticks = this.data.ticks[axis].map(([value]) => value), values = (axis ? this.heights.flat() : this.data.points.map(([x]) => x)).filter((value) => value !== null);
    const all = (axis ? [...ticks, ...values] : values).map((value) => this.scale(value)), low = Math.min(...all), high = Math.max(...all);
    const more = axis && this.data.log ? 0.04 * (high - low) : 0; // so that no curve seems to be cut
    return high > low ? [low - more, high + more] : [low, low + 1];
  }

  axes() {
    const { ticks: [across, up], names } = this.data, { left, right, top, bottom } = EDGE, foot = this.high - bottom;
    const [low, high] = this.ends(0);
    for (const [value, words] of across) {
      if (this.scale(value) < low - 1e-9 || this.scale(value) > high + 1e-9) continue;
      const x = this.at(0, value);
      draw("line", { class: "grid", x1: x, x2: x, y1: top, y2: foot }, this.svg);
      draw("text", { x, y: foot + 22, "text-anchor": "middle" }, this.svg, words);
    }
    for (const [value, words] of up) {
      const y = this.at(1, value);
      draw("line", { class: "grid", x1: left, x2: this.wide - right, y1: y, y2: y }, this.svg);
      draw("text", { x: left - 6, y: y + 4, "text-anchor": "end" }, this.svg, words);
    }
    draw("text", { class: "name", x: left, y: 15 }, this.svg, names[1]);
    draw("text", { class: "name", x: this.wide - right, y: this.high - 6, "text-anchor": "end" }, this.svg, names[0]);
    (this.data.lines ?? []).forEach((words, k) => {
      const end = this.wide - right - 4 - (k ? 0 : 100);
      draw("line", { class: k ? "line second" : "line", x1: end - 84, x2: end - 56, y1: 11, y2: 11 }, this.svg);
      draw("text", { x: end, y: 15, "text-anchor": "end" }, this.svg, words);
    });
  }

  path(heights) {
    let pen = "M";
    const [first, last] = this.drawn;
    return this.data.points.map(([x], place) => {
      const y = heights[place];
      if (y === null || place < first || place > last) { pen = "M"; return ""; }
      const word = `${pen}${this.at(0, x).toFixed(1)},${this.at(1, y).toFixed(1)}`;
      pen = "L";
      return word;
    }).join(" ");
  }

  // ----- the handle
  drag(event) {
    const box = this.svg.getBoundingClientRect(), x = event.clientX - box.left;
    const away = this.data.points.map((point) => Math.abs(this.at(0, point[0]) - x));
    this.go(away.indexOf(Math.min(...away)));
    event.preventDefault();
  }

  go(place, tell = true) {
    const { points, words } = this.data;
    this.place = Math.max(0, Math.min(points.length - 1, place));
    const [x, y] = points[this.place], across = this.at(0, x), foot = this.high - EDGE.bottom, shown = y === null ? foot : this.at(1, y);
    this.drawn = [Math.min(this.drawn[0], this.place), Math.max(this.drawn[1], this.place)];
    this.heights.forEach((heights, k) => {
      const height = heights[this.place];
      this.paths[k].setAttribute("d", this.path(heights));
      for (const [name, value] of Object.entries({ cx: across, cy: height === null ? foot : this.at(1, height) })) this.handles[k].setAttribute(name, value);
      this.handles[k].classList.toggle("nowhere", height === null);
    });
    for (const [name, value] of Object.entries({ x1: across, x2: across, y1: shown, y2: foot })) this.drop.setAttribute(name, value);
    this.touch(x, y);
    this.sentence.textContent = words[this.place];
    this.slider.value = this.place;
    this.slider.setAttribute("aria-valuetext", words[this.place]);
    if (tell) this.model.set("place", this.place);
  }

  // The tangent: 70 pixels to both sides of the handle. On two logarithmic axes it is not a line, and is left out.
  touch(x, y) {
    const slope = this.data.slopes[this.place] ?? null, here = slope !== null && y !== null && !this.data.log;
    this.tangent.style.display = here ? "" : "none";
    if (!here) return;
    const one = this.at(0, x + 1) - this.at(0, x), across = one, up = this.at(1, y + slope) - this.at(1, y), long = 70 / Math.hypot(across, up);
    const [cx, cy] = [this.at(0, x), this.at(1, y)];
    for (const [name, value] of Object.entries({ x1: cx - across * long, y1: cy - up * long, x2: cx + across * long, y2: cy + up * long })) this.tangent.setAttribute(name, value);
  }

  destroy() {
    this.sizes.disconnect();
    this.model.off("change:place", this.onPlace);
  }
}

function render({ model, el }) {
  const curve = new Curve(model, el);
  return () => curve.destroy();
}

export default { render };
