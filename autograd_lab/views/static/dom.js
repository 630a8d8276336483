// Small helpers of all views. The files of a view are joined into one script (see widget.py): no imports, no build.
// Everything a learner wrote (names, values) reaches the page through textContent or append, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function draw(tag, attributes, parent, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

// The children of an element, in this order. Those that stay are not taken out: the browser would lay them out anew.
function settle(element, wanted) {
  const stays = new Set(wanted);
  for (const child of [...element.children]) if (!stays.has(child)) child.remove();
  let next = element.firstElementChild;
  for (const child of wanted) {
    if (child === next) next = next.nextElementSibling;
    else element.insertBefore(child, next);
  }
}

const UNBROKEN = 25; // letters of code in which no line breaks

// Words in which `backticks` mark code; a backtick without a partner marks nothing.
function coded(text) {
  const pieces = text.split("`");
  if (pieces.length % 2 === 0) return [text];
  return pieces.map((piece, place) => (place % 2 && piece ? make("code", piece.length <= UNBROKEN ? { class: "whole" } : {}, piece) : piece));
}

// A paragraph of such words, or a block of code.
function part({ text, code }) {
  return code === undefined ? make("p", {}, ...coded(text)) : make("pre", {}, make("code", {}, code));
}

// An element that says one of these sentences after the other has room for the longest, so that none moves what is below it.
function keepRoom(element, sentences) {
  element.dataset.longest = sentences.reduce((one, other) => (other.length > one.length ? other : one), "");
}

// A plain key pressed in a view is the view's: in a notebook "d d" would delete the cell and "x" cut it.
// Keys with Ctrl, Alt or Cmd, Tab, Escape and Shift+Enter stay the notebook's.
function ownKey(event) {
  const theirs = event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab" || (event.shiftKey && event.key === "Enter");
  if (!theirs && event.key !== "Escape") event.stopPropagation();
  return !theirs;
}

// Out of a view, to the cell that shows it; elsewhere than in JupyterLab there is no such place.
function leave(element) {
  const cell = element.closest(".jp-Cell");
  cell?.setAttribute("tabindex", cell.getAttribute("tabindex") ?? "-1");
  cell?.focus();
}

const shorten = (text, most) => (text.length <= most ? text : text.slice(0, Math.max(most - 1, 1)) + "…");

// The same for a node's title, whose number stays whole. Of a parameter's name, the end stays: "…self.key.bias".
function shortTitle(text, most) {
  if (text.length > most && /^[^ (]*\.[^ (]*$/.test(text)) {
    const end = text.slice(1 - most);
    return "…" + end.slice(end.indexOf(".") + 1);
  }
  const [, name, number] = /^(.+)( #[^#]*)$/.exec(text) ?? [];
  return name && text.length > most ? shorten(name, most - number.length) + number : shorten(text, most);
}
