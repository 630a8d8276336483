// What part of the picture is seen: all of it, or a part that is moved by dragging, by keys, or in the small map.

const SMALLEST = 0.05, LARGEST = 2.5, READABLE = 0.75, NEAR = 0.92, PHONE = 480, OVERVIEW = 0.6, FAR = 0.5, STEP = 1.25, MAP = 150, BEGINNING = 200;
const TOOLS = [["zoom in", "+", "+"], ["zoom out", "−", "-"], ["fit", "⤢", "0"]];

class Camera {
  constructor(stage, svg) {
    Object.assign(this, { stage, svg, x: 0, y: 0, scale: 1, free: false, size: [1, 1], room: [900, 0] });
    const tools = make("div", { class: "tools", role: "group", "aria-label": "zoom" });
    for (const [name, sign, key] of TOOLS) {
      const button = make("button", { type: "button", "aria-label": name, title: `${name} (${key})` }, sign);
      button.addEventListener("click", () => this.act(name));
      tools.append(button);
    }
    this.map = draw("svg", { class: "map", "aria-hidden": "true" }, stage);
    stage.append(tools);
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.drag(event));
    svg.addEventListener("click", (event) => { if (this.dragged) event.stopPropagation(); }, true);
    const jump = (event) => {
      const { left, top, width } = this.map.getBoundingClientRect(), factor = this.size[0] / width;
      this.centre((event.clientX - left) * factor, (event.clientY - top) * factor);
    };
    this.map.addEventListener("pointerdown", (event) => { this.map.setPointerCapture(event.pointerId); jump(event); });
    this.map.addEventListener("pointermove", (event) => { if (event.buttons) jump(event); });
  }

  // The picture has this size now, and these boxes and frames. In the small map, all boxes are one shape.
  hold(width, height, boxes, frames = []) {
    Object.assign(this, { size: [width, height], boxes });
    const room = Math.max(MAP / 2, Math.min(MAP, this.wide / 8)), factor = Math.min(room / width, room / height);
    this.mapSize = [width * factor, height * factor];
    this.map.replaceChildren();
    for (const [name, value] of [["viewBox", `0 0 ${width} ${height}`], ["width", this.mapSize[0]], ["height", this.mapSize[1]]]) this.map.setAttribute(name, value);
    const shape = (rects) => rects.map(([x, y, w, h]) => `M${x},${y}h${w}v${h}h${-w}z`).join("");
    for (const rects of [...frames.map((frame) => [frame]), boxes]) draw("path", { d: shape(rects) }, this.map);
    this.view = draw("rect", { class: "view", "stroke-width": 2 / factor }, this.map);
    this.spread();
  }

  // How much room the page has. Asked before the picture is drawn and when the room changes: to answer, the browser lays
  // out all that is new. On a page of its own the picture ends in the window, also below a long answer.
  look() {
    const isAlone = document.body.classList.contains("agl-page"), top = this.stage.getBoundingClientRect().top + window.scrollY;
    const left = isAlone ? Math.max(360, window.innerHeight - top - 8) : Infinity;
    Object.assign(this, { wide: this.stage.clientWidth || 900, tallest: Math.min(Camera.tallest(), left) });
  }

  measure() {
    this.look();
    this.spread();
  }

  // The room for the picture: as wide as there is, and as high as the picture wants to be where it can be read; it never
  // gets less.
  spread() {
    const [width, height] = this.size, { wide, tallest } = this;
    const least = wide === this.room[0] ? this.room[1] : 0, fits = Math.min(1, wide / width);
    this.room = [wide, Math.min(tallest, Math.max(least, Math.ceil(height * (fits < this.readable ? this.close : fits)), 120))];
    this.svg.style.height = `${this.room[1]}px`;
    this.whole = Math.min(1, wide / width, this.room[1] / height);
  }

  // The scale below which only a part of the picture is shown, and the scale of that part: on a phone, letters keep their size.
  get readable() { return this.wide < PHONE ? 0.95 : READABLE; }

  get close() { return this.wide < PHONE ? 1 : NEAR; }

  static tallest() { return Math.max(360, Math.min(760, Math.round(window.innerHeight * 0.76))); }

  act(name) {
    if (name === "fit") this.fit();
    else this.zoom(name === "zoom in" ? STEP : 1 / STEP);
  }

  fit() {
    this.free = false;
    this.scale = this.whole;
    this.centre(this.size[0] / 2, this.size[1] / 2);
  }

  centre(x, y) {
    this.x = x - this.room[0] / this.scale / 2;
    this.y = y - this.room[1] / this.scale / 2;
    this.apply();
  }

  // Larger or smaller, around a point of the stage.
  zoom(factor, at = [this.room[0] / 2, this.room[1] / 2]) {
    const scale = Math.max(Math.min(this.whole, SMALLEST), Math.min(LARGEST, this.scale * factor)), change = 1 / this.scale - 1 / scale;
    this.free = true;
    this.x += at[0] * change;
    this.y += at[1] * change;
    this.scale = scale;
    this.apply();
  }

  pan(dx, dy) {
    this.free = true;
    this.x += dx / this.scale;
    this.y += dy / this.scale;
    this.apply();
  }

  // Where in the picture a pointer is.
  point({ clientX, clientY }) {
    const { left, top } = this.svg.getBoundingClientRect();
    return [this.x + (clientX - left) / this.scale, this.y + (clientY - top) / this.scale];
  }

  // The picture has changed: what was at a point is this far from there now, and is to be seen where it was, from where it
  // can be read. So much of what was clicked as says what it is comes into view, if it is not there.
  stay([x, y], [right, down], rect) {
    const scale = this.scale < this.readable ? this.close : this.scale, part = this.scale / scale;
    this.free = true;
    this.scale = scale;
    const [wide, high] = this.room.map((pixels) => pixels / scale), margin = 8;
    const shows = (from, room, start, size) => Math.min(Math.max(from, start + Math.min(size, BEGINNING) + margin - room), start - margin);
    this.x = shows(x + right - (x - this.x) * part, wide, rect[0], rect[2]);
    this.y = shows(y + down - (y - this.y) * part, high, rect[1], rect[3]);
    this.apply();
  }

  // Nobody loses the picture: it does not leave the stage, and is in its middle unless the reader has moved it.
  apply() {
    const [width, height] = this.room.map((pixels) => pixels / this.scale), inside = (start, room, size) => {
      if (room >= size) return this.free ? Math.max(size - room, Math.min(start, 0)) : (size - room) / 2;
      return Math.max(0, Math.min(start, size - room));
    };
    this.x = inside(this.x, width, this.size[0]);
    this.y = inside(this.y, height, this.size[1]);
    const seen = [this.x, this.y, width, height].map((number) => Math.round(number * 100) / 100).join(" ");
    if (seen !== this.svg.getAttribute("viewBox")) this.svg.setAttribute("viewBox", seen);
    this.stage.classList.toggle("far", this.scale < FAR);
    this.map.style.display = this.scale > this.whole * 1.05 ? "" : "none";
    this.stage.classList.toggle("aside", this.covers());
    const view = { x: Math.max(0, this.x), y: Math.max(0, this.y), width: Math.min(width, this.size[0]), height: Math.min(height, this.size[1]) };
    for (const [name, value] of Object.entries(view)) this.view.setAttribute(name, value);
    this.moved?.(this.x, this.y);
  }

  // Whether the small map would cover what the reader looked at last.
  covers() {
    if (!this.seen) return false;
    const [x, y, width, height] = this.seen, [right, bottom] = [(x + width - this.x) * this.scale, (y + height - this.y) * this.scale];
    return right > this.room[0] - this.mapSize[0] - 12 && bottom > this.room[1] - this.mapSize[1] - 12;
  }

  // Bring a rectangle into view; in the middle, when it was outside: what it sends, and to whom, is to be seen too. Of one
  // that is too large, its beginning.
  see(rect, margin = 30) {
    const [x, y, width, height] = (this.seen = rect), [wide, high] = this.room.map((pixels) => pixels / this.scale);
    const outside = (start, size, from, room) => start - margin < from - 1 || start + size + margin > from + room + 1;
    if (outside(x, width, this.x, wide)) this.x = x + (width > wide ? -margin : (width - wide) / 2);
    if (outside(y, height, this.y, high)) this.y = y + (height > high ? -margin : (height - high) / 2);
    this.apply();
  }

  // Look at a rectangle from where it can be read.
  near(rect) {
    if (this.scale < this.readable) this.scale = this.close;
    this.see(rect);
  }

  // After a step: all of the picture where it can be read, else the part around the node at work. At first, all of it also
  // where letters are small; where they are too small, its beginning.
  follow(rect, whole) {
    const overview = this.wide >= PHONE && this.whole >= OVERVIEW;
    if (!this.free && (this.whole >= this.readable || ((whole || !rect) && overview))) return this.fit();
    if (!this.free) this.scale = this.close;
    if (rect ?? whole) this.see(rect ?? this.boxes[0]);
    else if (this.shows()) this.apply();
    else this.fit();
  }

  // Whether there is a whole box to be seen; none may be left where much has closed.
  shows() {
    const [wide, high] = this.room.map((pixels) => pixels / this.scale);
    return this.boxes.some(([x, y, width, height]) => x >= this.x && y >= this.y && x + width <= this.x + wide && y + height <= this.y + high);
  }

  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return; // a plain wheel scrolls the page
    event.preventDefault();
    const { left, top } = this.svg.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0025)), [event.clientX - left, event.clientY - top]);
  }

  drag(event) {
    this.dragged = false;
    if (event.button || this.scale <= this.whole * 1.001) return;
    let [x, y] = [event.clientX, event.clientY];
    const move = (to) => {
      if (!this.dragged && Math.hypot(to.clientX - x, to.clientY - y) < 4) return;
      if (!this.dragged) this.svg.setPointerCapture(event.pointerId);
      this.dragged = true;
      this.pan(x - to.clientX, y - to.clientY);
      [x, y] = [to.clientX, to.clientY];
    };
    const end = () => { for (const [name, act] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) this.svg.removeEventListener(name, act); };
    for (const [name, act] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) this.svg.addEventListener(name, act);
  }
}
