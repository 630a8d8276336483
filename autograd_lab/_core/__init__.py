"""What `loss.backward()` is made of: tensors, the graph, the engine that runs it, and what a call leaves behind."""
