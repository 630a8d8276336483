// The keys of the stepper: what each does, on the page and on a node. (`controls.js` writes them beside the buttons.)

const STEP_KEYS = {
  ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", " ": "play", n: "next node", p: "previous node",
};
const PAN_KEYS = { ArrowRight: [90, 0], ArrowLeft: [-90, 0], ArrowDown: [0, 90], ArrowUp: [0, -90] }; // with Shift

// Does what the key is for, unless the control under it needs the key for itself.
function pressed(stepper, event) {
  if (!ownKey(event)) return;
  const target = event.target, tag = target.tagName, node = target.closest?.(".node")?.dataset.id;
  if (tag === "INPUT" && target.type === "search") return;
  const native = tag === "SELECT" ? !["n", "p"].includes(event.key) : tag === "INPUT" && event.key.startsWith("Page");
  const pressing = tag === "BUTTON" && (event.key === " " || event.key === "Enter");
  if (native || pressing) return;
  const act = stepper.action(event.key, node, event.shiftKey);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  if (!(event.repeat && stepper.pauses.button)) act(); // a key that is held down does not run past a guess
}

function actionOf(stepper, key, node, shift) {
  const { camera } = stepper.picture;
  if (shift && PAN_KEYS[key]) return () => camera.pan(...PAN_KEYS[key]);
  const tool = TOOLS.find(([, , sign]) => sign === (key === "=" ? "+" : key));
  if (tool) return () => camera.act(tool[0]);
  if (STEP_KEYS[key]) return () => stepper.steer(STEP_KEYS[key]);
  if (key === "Enter" && node) return () => stepper.open(node);
  if (key === "Enter" && stepper.pauses.button) return () => stepper.steer("forward");
  if (key === "Escape") return () => (stepper.panel.id !== null ? stepper.close() : leave(stepper.root));
  if (node && (key === "ArrowDown" || key === "ArrowUp"))
    return () => stepper.picture.focusNode(stepper.picture.neighbour(node, key === "ArrowDown" ? 1 : -1));
  return null;
}
