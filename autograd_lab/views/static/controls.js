// Buttons, scrubber and speed. What each key does is in keys.js.

const SPEEDS = [["slow", 2400], ["normal", 1300], ["fast", 450]];
const ICONS = {
  first: "M4,3 v10 M12,3 l-5,5 5,5", last: "M12,3 v10 M4,3 l5,5 -5,5",
  back: "M10,3 l-5,5 5,5", forward: "M6,3 l5,5 -5,5",
  "previous node": "M7,3 l-5,5 5,5 M13,3 l-5,5 5,5", "next node": "M3,3 l5,5 -5,5 M9,3 l5,5 -5,5",
  play: "M4,2 l10,6 -10,6 z", pause: "M5,3 v10 M11,3 v10",
};
const MOST_MARKS = 40; // more would be one band
const KEY_HINTS = { first: "Home", last: "End", back: "←", forward: "→", "previous node": "P", "next node": "N" };
const WITH_WORDS = ["forward", "play", "pause"], SAID = { forward: "next" }; // "forward" is a pass

function icon(button, name) {
  button.replaceChildren();
  const svg = draw("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, button);
  draw("path", { d: ICONS[name] }, svg);
  const said = SAID[name] ?? name;
  if (WITH_WORDS.includes(name)) button.append(make("span", {}, said));
  button.setAttribute("aria-label", said);
  button.title = `${said} (${KEY_HINTS[name] ?? "space"})`;
}

function choice(label, names, pick) {
  const group = make("span", { class: "choice", role: "group", "aria-label": label });
  const buttons = names.map((name, i) => {
    const button = make("button", { type: "button", "aria-pressed": i === 0 }, name);
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", other === button);
      pick(name);
    });
    return button;
  });
  group.append(make("span", { class: "label" }, label), ...buttons);
  return group;
}

class Controls {
  constructor(steer) {
    this.element = make("div", { class: "agl-controls", role: "toolbar", "aria-label": "steps" });
    const [first, previous, back, forward, next, last, play] = ["first", "previous node", "back", "forward", "next node", "last", "play"].map((name) => {
      const button = make("button", { type: "button", class: `step ${name.replace(" ", "-")}` });
      icon(button, name);
      button.addEventListener("click", () => steer(name));
      return button;
    });
    this.play = play;
    this.nodes = [previous, next];
    this.ways = [[first, previous, back], [forward, next, last]];
    this.slider = make("input", { type: "range", min: 0, value: 0, "aria-label": "step" });
    this.slider.addEventListener("input", () => steer("slide", +this.slider.value));
    this.marks = make("span", { class: "marks" });
    this.count = make("span", { class: "count" });
    this.speed = make("select", { "aria-label": "speed of play" }, ...SPEEDS.map(([name, ms]) => make("option", { value: ms }, name)));
    this.speed.value = SPEEDS[1][1];
    this.details = make("button", { type: "button", class: "details", title: "every event as a step of its own" }, "details");
    this.details.addEventListener("click", () => steer("details"));
    this.element.append(first, previous, back, forward, next, last, make("span", { class: "slide" }, this.slider, this.marks), this.count, play, this.speed, this.details);
  }

  // Where backwards begin and an optimizer changed the parameters: marks below the slider.
  mark(walk, marks) {
    const shown = marks.map(([state, word]) => [walk.number(state) / walk.last, word]).filter(([place]) => place > 0 && place < 1);
    if (shown.length > MOST_MARKS) shown.length = 0;
    this.marks.replaceChildren(...shown.map(([place, word]) => make("i", { class: word.split(" ")[0], style: `--place: ${place}`, title: word })));
  }

  update(walk, state, sentence) {
    const number = walk.number(state), { last, all, details } = walk, told = walk.told ?? last;
    this.slider.max = last;
    this.slider.value = number;
    this.slider.setAttribute("aria-valuetext", `${details ? "event" : "step"} ${number} of ${told}: ${sentence}`);
    this.count.textContent = last < all ? `${number} / ${last} (of ${all})` : `${number} / ${told}`;
    this.details.setAttribute("aria-pressed", details);
    for (const button of this.nodes) button.hidden = !details;
    [number === 0, number === last].forEach((over, k) => { for (const button of this.ways[k]) button.classList.toggle("over", over); }); // not disabled: it keeps the focus
  }

  playing(on) {
    const name = on ? "pause" : "play";
    if (this.play.getAttribute("aria-label") !== name) icon(this.play, name);
  }
}
