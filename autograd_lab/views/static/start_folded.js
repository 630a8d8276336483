function render({ model, el }) {
  const stepper = new FoldedStepper(model, el);
  return () => stepper.destroy();
}

export default { render };
