// A stepper whose trace changes under it: it comes up anew with the same step and the same open card.

function live({ model, el }) {
  let stepper = new Stepper(model, el);
  const again = () => {
    const open = stepper.panel.id;
    stepper.destroy();
    el.replaceChildren();
    stepper = new Stepper(model, el);
    if (open !== null && stepper.picture.nodes.has(open)) stepper.card(open);
  };
  model.on("change:data", again);
  return () => {
    model.off("change:data", again);
    stepper.destroy();
  };
}

export default { render: live };
