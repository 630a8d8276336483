// A stepper whose trace changes under it: it comes up anew with the same step, the same open boxes and the same open card.

function render({ model, el }) {
  const begin = () => new (model.get("data").plans ? Stepper : FoldedStepper)(model, el);
  let stepper = begin();
  const again = () => {
    const { byReader, panel: { id } } = stepper;
    stepper.destroy();
    el.replaceChildren();
    stepper = begin();
    if (byReader && stepper.byReader) {
      stepper.byReader = byReader;
      stepper.refresh();
    }
    if (id !== null && stepper.picture.nodes.has(id)) stepper.card(id, false);
  };
  model.on("change:data", again);
  return () => {
    model.off("change:data", again);
    stepper.destroy();
  };
}

export default { render };
