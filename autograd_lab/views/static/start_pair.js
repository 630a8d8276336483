function render({ model, el }) {
  const both = new SideBySide(model, el);
  return () => both.destroy();
}

export default { render };
