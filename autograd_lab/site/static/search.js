// The entries of a page that have the words typed, as one types. A word may be misspelt, or stand for others.

const SYNONYMS = [
  ["vjp", "vector jacobian product", "gradient argument", "seed"], ["jvp", "forward mode", "directional derivative"],
  ["leaf", "leaves", "is leaf", "accumulategrad"], ["broadcast", "stretched", "expand", "un broadcast"],
  ["zero grad", "accumulate", "twice as large", "adds up", "set to none"], ["detach", "no grad", "cut off", "stop gradient"],
  ["retain graph", "second backward", "backward twice", "a second time", "freed"], ["retain grad", "non leaf", "in between"],
  ["hook", "register hook"], ["in place", "inplace", "version counter"], ["grad fn", "node"], ["chain rule", "slope", "local derivative"],
  ["matmul", "matrix product", "mm"], ["gradcheck", "finite differences", "numerical gradient"], ["saved tensor", "saved", "keeps", "ctx"],
  ["custom function", "autograd function", "of your own"], ["learning rate", "optimizer", "sgd"], ["topological sort", "order", "queue"],
];
const TRY = ["gradient", "leaf", "retain_graph", "broadcast", "vjp"];

// Words alone, with a space around each: retain_graph and “retain graph” are the same.
const plain = (text) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;

// How many letters were forgotten, added, changed, or swapped with the next one.
function distance(a, b) {
  let before = [], row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] !== b[j - 1]));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}

const box = document.getElementById("search"), told = document.getElementById("found");
const entries = [...document.querySelectorAll(".entry")].map((place) => {
  const text = place.querySelector(".text"), title = place.querySelector("h2, h3");
  return { place, text, whole: text?.textContent, title: plain(title.textContent), words: plain(place.textContent) };
});
const counts = new Map();
for (const word of [...entries.map((one) => one.words), ...SYNONYMS.flat(), ...TRY].join(" ").split(/[ _]+/)) counts.set(word, (counts.get(word) ?? 0) + 1);
const known = [...counts.keys()].filter((word) => word.length > 2), all = ` ${[...counts.keys()].join(" ")} `;

// Known words that are most like this one; of those, the commonest first.
function likely(word, most) {
  const near = known.map((other) => [distance(word, other), other]).filter(([far]) => far <= most);
  const best = Math.min(...near.map(([far]) => far));
  return near.filter(([far]) => far === best).map(([, other]) => other).sort((a, b) => counts.get(b) - counts.get(a));
}

const stem = (word) => word.replace(/(?<=\w{4})(ing|ed|es|s)$/, "");

// A word as it was meant: unknown words are taken for the known word that they are most like.
function meant(word) {
  if (SYNONYMS.flat().includes(stem(word))) return stem(word);
  if (all.includes(` ${stem(word)}`)) return word;
  return (word.length > 3 && likely(word, word.length > 7 ? 2 : 1)[0]) || word;
}

// What the words ask for: a list of [text, weight] for each of them, of which one is enough.
function asked(words) {
  const parts = [];
  let rest = ` ${words.join(" ")} `;
  for (const group of SYNONYMS) {
    const said = group.find((phrase) => rest.includes(` ${phrase} `) || rest.includes(` ${phrase}s `));
    if (!said) continue;
    rest = rest.replace(new RegExp(` ${said}s? `), " ");
    parts.push(group.map((phrase) => [` ${phrase}`, phrase === said ? 4 : 1]));
  }
  return [...parts, ...rest.split(" ").filter(Boolean).map((word) => [[` ${word}`, 4], [` ${stem(word)}`, 3]])];
}

// How well an entry fits one part: words of its title count more, whole words more than the beginnings of words.
const fit = (entry, part) => Math.max(...part.map(([text, weight]) =>
  weight * (2 * entry.title.includes(text) + entry.words.includes(text) + entry.words.includes(`${text} `))));

function show(entry, score, parts) {
  entry.place.hidden = !score;
  entry.place.style.order = -score;
  if (!entry.text || !score) return;
  const first = parts.flat().map(([text]) => entry.whole.toLowerCase().search(text.trim().replaceAll(" ", "[^a-z]+"))).filter((at) => at >= 0);
  const at = first.length ? Math.max(0, entry.whole.lastIndexOf(" ", first[0] - 60)) : 0;
  entry.text.textContent = `${at ? "… " : ""}${entry.whole.slice(at, at + 240).trim()}${entry.whole.length > at + 240 ? " …" : ""}`;
}

function search() {
  const typed = plain(box.value).trim().split(" ").filter(Boolean), words = typed.map(meant), parts = asked(words);
  const scores = entries.map((entry) => parts.map((part) => fit(entry, part)));
  const every = scores.some((fits) => fits.every(Boolean));
  let count = 0;
  entries.forEach((entry, place) => {
    const fits = scores[place], score = every && !fits.every(Boolean) ? 0 : fits.reduce((sum, one) => sum + one, 0);
    show(entry, typed.length ? score : +!entry.text, parts);
    count += score > 0;
  });
  tell(typed, words, every, count);
}

function tell(typed, words, every, count) {
  const read = words.join(" ") === typed.join(" ") ? "" : ` for “${words.join(" ")}”`;
  if (!typed.length) return told.replaceChildren(entries[0]?.text ? "" : `${entries.length} in all`);
  if (every) return told.replaceChildren(`${count} of ${entries.length}${read}`);
  if (count) return told.replaceChildren(`No entry has all of these words; ${count} of ${entries.length} have some.`);
  const near = [...new Set(words.flatMap((word) => likely(word, 4).slice(0, 3)))];
  told.replaceChildren(`Nothing found for “${box.value.trim()}”. Try `, ...[...near, ...TRY].slice(0, 6).flatMap((word) => [again(word), " "]));
  if (told.dataset.whole) told.append("or ", everywhere());
}

function again(word) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = word;
  button.addEventListener("click", () => { box.value = word; search(); box.focus(); });
  return button;
}

function everywhere() {
  const link = document.createElement("a");
  link.href = `${told.dataset.whole}?q=${encodeURIComponent(box.value)}`;
  link.textContent = "search the lessons, too";
  return link;
}

box.addEventListener("input", search);
box.value ||= new URLSearchParams(location.search).get("q") ?? "";
search();
