// In place of a kernel: the model of a form, which judges by the replies that were worked out when the page was made.
// They are found by a fingerprint of the answer (tries.py makes the same one).

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i, WHOLE = /^[+-]?\d+$/;
const ENDLESS = /^[+-]?(nan|inf|infinity)$/i;
const COMMA = /^[+-]?(0?,\d+|\d+,(?!\d{3}$)\d+)$/, POINT = " (in Python, a decimal point)";

// One of the sentences that a notebook says, too: see sentences.json of the exercises.
function sentence(name, values = {}) {
  return SENTENCES[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);
}

function fingerprint(text) {
  let found = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) found = BigInt.asUintN(64, (found ^ BigInt(byte)) * 0x100000001b3n);
  return found.toString(16).padStart(16, "0");
}

class Unread extends Error {}

// Without what may stand around a number, or around several.
function bare(text) {
  return String(text ?? "").replaceAll(/[−–]/g, "-").replace(/^[\s()[\]{}=]+|[\s()[\]{},;]+$/g, "").replace(/^([+-])\s+/, "$1");
}

// What so many boxes say; a whole list may stand in the first one.
function eachBox(length, holds) {
  const first = bare(holds?.[0]).replaceAll(/\s*\/\s*/g, "/"), whole = first.split([";", ","].find((sign) => first.includes(sign)) ?? /\s+/);
  const one = whole.length === length && !holds.slice(1).some(Boolean);
  return Array.from({ length }, (_, place) => (one ? whole : holds)?.[place]);
}

// The number in a box; null for None. Nothing was typed: undefined.
function typed(text) {
  const words = bare(text).split("/").map((word) => word.trim()), whole = words.join("/");
  const plain = COMMA.test(whole) ? whole.replace(",", ".") : whole;
  if (!plain) return undefined;
  if (plain.toLowerCase() === "none") return null;
  const fraction = words.length === 2 && words.every((word) => WHOLE.test(word));
  const found = fraction ? words[0] / words[1] : NUMBER.test(plain) ? +plain : NaN;
  if (ENDLESS.test(plain)) throw new Unread(`${plain.toLowerCase()} does not come out here: a finite number does.`);
  if (!Number.isFinite(found)) throw new Unread(sentence("not a number", { text: `“${plain}”` }));
  return found;
}

// The text with the note about the decimal point at its end only.
const once = (text) => text.replaceAll(POINT, "") + (text.includes(POINT) ? POINT : "");

// [what one box holds, written in one way only; all that was said, in words]; undefined where something is missing.
function canonical(control, holds) {
  if (control.kind === "table") {
    const rows = control.rows.map((row) => [row.name, canonical(row.control, holds?.[row.name])]);
    if (rows.some(([, part]) => !part)) return undefined;
    return ["", once(rows.map(([name, part]) => `${name}: ${part[1]}`).join(", "))];
  }
  if (control.kind === "numbers") {
    const parts = eachBox(control.length, holds).map((held) => canonical({ kind: "number" }, held));
    return parts.every(Boolean) ? ["", once(`[${parts.map((part) => part[1]).join(", ")}]`)] : undefined;
  }
  if (control.kind === "choice") {
    if (holds && !control.options.includes(holds)) throw new Unread(`“${holds}” is not among the choices.`);
    return holds ? [holds, holds] : undefined;
  }
  const number = typed(holds);
  if (number === undefined) return undefined;
  return number === null ? ["None", "None"] : [number.toExponential(5).replace("+", ""), String(+number.toPrecision(6)) + (COMMA.test(bare(holds)) ? POINT : "")];
}

// [the place of a box, what it holds] for all boxes of a control; undefined where nothing is.
function boxes(control, holds, box = "") {
  if (control.kind === "table") return control.rows.flatMap((row) => boxes(row.control, holds?.[row.name], row.name));
  if (control.kind !== "numbers") return [[box, canonical(control, holds)?.[0]]];
  return eachBox(control.length, holds).map((held, place) => [`${box}/${place}`, canonical({ kind: "number" }, held)?.[0]]);
}

// The sentence that quotes what was said; an option has its own.
function quoted({ quote, quotes }, said) {
  return quotes[said] ?? quote.replace("\0", said);
}

// The same with other words in all its texts.
function replaced(item, words) {
  if (typeof item === "string") return Object.entries(words).reduce((text, [old, now]) => text.replaceAll(old, now), item);
  if (Array.isArray(item)) return item.map((part) => replaced(part, words));
  return item && typeof item === "object" ? Object.fromEntries(Object.entries(item).map(([key, part]) => [key, replaced(part, words)])) : item;
}

// What to say to the boxes that hold these fingerprints, what differs, and in which entries: see tries.py.
function tried(rules, marks) {
  const isOff = (box) => marks[box] !== rules.right[box];
  const isIn = (box, entry) => box === entry.box || box.startsWith(`${entry.box}/`);
  const off = Object.keys(marks).filter(isOff), wrong = rules.entries.filter((entry) => off.some((box) => isIn(box, entry)));
  if (!wrong.length) return [rules.solved, ""];
  const holds = rules.wrong.map((one) => Object.entries(one).every(([box, mark]) => marks[box] === mark));
  if (!holds.includes(true) && off.every((box) => rules.rounded[box]?.includes(marks[box]))) return [rules.close, ""];
  const found = wrong.map((entry) => entry.told.find((one) => one.wrong === null || holds[one.wrong]));
  const named = wrong.filter(({ box }) => box).map(({ box }) => (box.startsWith("/") ? +box.slice(1) : box));
  return [found.reduce((best, one) => (one.rank < best.rank ? one : best)), differing(rules, wrong, marks), named];
}

// Which entries are to be looked at again, and which hold None where a number is asked for.
function differing({ kind, entries, no_number, right: holds }, wrong, marks) {
  const joined = (some) => (some.length > 1 ? `${some.slice(0, -1).join(", ")} and ${some.at(-1)}` : some.join());
  const names = (some) => joined(some.map((entry) => entry.name));
  const numbers = (some, word = "number") => `${word}${some.length > 1 ? "s" : ""} ${joined(some)}`;
  const called = (some, word) => (kind === "numbers" ? numbers(some.map((entry) => entry.name), word) : names(some));
  // Which numbers of a row are wrong; undefined for all of them.
  const places = wrong.map(({ box }) => {
    const inside = kind === "table" ? Object.keys(marks).filter((one) => one.startsWith(`${box}/`)) : [];
    const off = inside.filter((one) => marks[one] !== holds[one]);
    return off.length && off.length < inside.length ? numbers(off.map((one) => +one.slice(box.length + 1) + 1)) : undefined;
  });
  const again = kind === "table" ? joined(wrong.map(({ name }, k) => (places[k] ? `${name} (${places[k]})` : name))) : called(wrong);
  const right = entries.filter((entry) => !wrong.includes(entry)), empty = wrong.filter((entry) => marks[entry.box] === entry.none);
  const parts = [];
  if (right.length && kind === "table") parts.push(sentence("right so far", { names: names(right) }));
  if (right.length || places.some(Boolean)) parts.push(sentence("look again", { names: again }));
  if (empty.length) parts.push(kind === "whole" ? no_number : `${called(empty, "Number")}: ${no_number}`);
  return parts.join(" ");
}

class Judge {
  constructor(told) {
    this.told = told;
    this.listeners = {};
    const { name, question, control } = told;
    this.state = { name, question, control };
    this.start();
    this.recall(window.autogradLabAnswers.get(name) ?? told.kept);
    window.addEventListener("autograd-lab-forgotten", () => this.forget());
  }

  // ----- what a form wants of a model -----
  get(key) { return this.state[key]; }

  set(key, value) {
    this.state[key] = value;
    for (const tell of this.listeners[`change:${key}`] ?? []) tell();
  }

  on(name, tell) { (this.listeners[name] ??= []).push(tell); }

  off(name, tell) { this.listeners[name] = (this.listeners[name] ?? []).filter((other) => other !== tell); }

  save_changes() {}

  send({ act, answer, count }) {
    if (act === "commit") this.commit(answer);
    else if (act === "evidence") this.bring();
    else this.note(act);
    this.set("heard", count);
  }

  // ----- what is kept of a visitor -----
  start() {
    this.kept = { answer: null, hints: 0 };
    Object.assign(this.state, { draft: null, face: this.told.open, evidence: {}, opened: false, heard: 0 });
  }

  recall(kept) {
    if (!kept || typeof kept !== "object") return;
    this.kept = { ...this.kept, ...kept };
    this.state.draft = this.kept.answer;
    this.state.face = this.face();
    if (this.state.face.tone === "unread") this.start(); // it was kept by another version of this question
  }

  keep() { window.autogradLabAnswers.set(this.told.name, this.kept); }

  // ----- answering -----
  commit(answer) {
    const again = this.kept.settled && JSON.stringify(answer) === JSON.stringify(this.kept.answer); // its verdict stands
    this.kept = { ...this.kept, answer, settled: again, shown: false };
    this.set("opened", false);
    this.set("evidence", {});
    const face = this.face();
    if (face.tone !== "open" && face.tone !== "unread") this.keep();
    this.set("face", face);
    if (face.tone === "kept" && this.told.opens) this.bring();
  }

  note(act) {
    if (act === "anyway") this.kept.shown = true;
    else if (act === "settled") this.kept.settled = true;
    else if (act === "hint") this.kept.hints += 1;
    else if (act === "solution") this.kept.solution = true;
    this.keep();
    if (act !== "settled") this.set("face", this.face());
  }

  face() {
    const { told, kept } = this;
    if (kept.shown) return told.shown;
    const face = kept.answer === null ? told.open : this.judged(kept.answer);
    if (!told.shown) return this.helped(face); // an exercise; a guess can be shown the answer
    return kept.settled && face.verdict ? { ...face, ...face.verdict, verdict: null } : face;
  }

  judged(answer) {
    const { told } = this;
    try {
      const said = canonical(told.control, answer);
      return said ? this.tried(answer, said[1]) : this.unfinished(answer);
    } catch (error) {
      if (error instanceof Unread) return { ...told.open, tone: "unread", headline: sentence("unread"), reply: [{ text: error.message }] };
      throw error;
    }
  }

  tried(answer, said) {
    const { name, tries, control } = this.told;
    const marks = Object.fromEntries(boxes(control, answer).map(([box, text]) => [box, fingerprint(`${name}|${box}=${text}`)]));
    const [{ face, at }, detail, wrong = []] = tried(tries, marks);
    const shown = replaced(face, { "\0": quoted(this.told, said), "\x01": detail });
    return shown.verdict ? { ...shown, at, verdict: { ...shown.verdict, wrong } } : { ...shown, at, wrong };
  }

  unfinished(answer) {
    const { control, open } = this.told, rows = control.rows ?? [];
    const missing = rows.filter((row) => !canonical(row.control, answer?.[row.name])).map((row) => row.name);
    return { ...open, reply: [{ text: missing.length ? sentence("still open", { names: missing.join(", ") }) : sentence("nothing") }] };
  }

  // Hints and the solution, as far as they were asked for.
  helped(face) {
    if (face.tone === "right") return face;
    const { hints, solution } = this.told, { evidence } = face.actions, count = hints.length, used = Math.min(this.kept.hints, count);
    const more = hints.slice(0, used).map((text, place) => [{ text: `${sentence("hint", { number: place + 1, count })}: ${text}` }]);
    const actions = { ...(evidence && { evidence }), ...(used < count && { hint: sentence("hint", { number: used + 1, count }) }), ...(!this.kept.solution && { solution: sentence("solution") }) };
    return { ...face, more: this.kept.solution ? [...more, solution] : more, actions };
  }

  // The stepper under the reply: before the step that decides, as long as it is not settled.
  bring() {
    const { evidence } = this.told;
    if (!evidence) return;
    const { tone, at } = this.state.face, waits = tone === "kept";
    const where = at ?? { step: waits ? evidence.before : evidence.after }, until = this.kept.solution ? evidence.state.until : where.until;
    this.set("evidence", { ...STEPPERS[evidence.kind], state: { ...evidence.state, ...where, ...(until && { until }) } });
    this.set("opened", true);
  }

  forget() {
    this.start();
    for (const key of ["face", "evidence", "opened"]) this.set(key, this.state[key]);
    this.forgotten?.();
  }
}

function unpacked(text) {
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))));
}

for (const place of document.querySelectorAll(".answer[data-told]")) {
  const model = new Judge(unpacked(place.dataset.told));
  let end;
  const show = () => {
    end?.();
    place.replaceChildren();
    end = render({ model, el: place });
  };
  model.forgotten = show; // with its control empty again
  show();
}
