// The misconceptions that hold every word typed, as one types.

const box = document.getElementById("search"), told = document.getElementById("found");
const claims = [...document.querySelectorAll(".claim")].map((place) => [place, place.textContent.toLowerCase()]);

function search() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const [place, text] of claims) {
    place.hidden = !words.every((word) => text.includes(word));
    count += !place.hidden;
  }
  told.textContent = words.length ? `${count} of ${claims.length}` : `${claims.length} in all`;
}

box.addEventListener("input", search);
search();
