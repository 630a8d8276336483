// The entries of a page that hold every word typed, as one types.

const box = document.getElementById("search"), told = document.getElementById("found");
const entries = [...document.querySelectorAll(".entry")].map((place) => [place, place.textContent.toLowerCase()]);

function search() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const [place, text] of entries) {
    place.hidden = !words.every((word) => text.includes(word));
    count += !place.hidden;
  }
  told.textContent = words.length ? `${count} of ${entries.length}` : `${entries.length} in all`;
}

box.addEventListener("input", search);
search();
