// Paragraphs and blocks as elements. All words go in as text: what a learner wrote is never markup.

// The pieces between pairs of backticks are code; a backtick without a partner marks nothing.
function richText(text) {
  const pieces = text.split("`");
  if (pieces.length % 2 === 0) return [text];
  return pieces.map((piece, place) => (place % 2 && piece ? make("code", {}, piece) : piece));
}

function partElements(parts) {
  return parts.map((part) => (part.code === undefined ? make("p", {}, ...richText(part.text)) : make("pre", {}, make("code", {}, part.code))));
}
