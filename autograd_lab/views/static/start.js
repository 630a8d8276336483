function render({ model, el }) {
  const stepper = new Stepper(model, el);
  return () => stepper.destroy();
}

export default { render };
