"""Error texts: PyTorch's own words first, so that a search finds them, then one line that helps."""

SECOND_BACKWARD = (
    "Trying to backward through the graph a second time (or directly access saved tensors after they have already "
    "been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). "
    "Specify retain_graph=True if you need to backward through the graph a second time or if you need to access "
    "saved tensors after calling backward."
)
NOT_SCALAR = "grad can be implicitly created only for scalar outputs"
NO_GRAPH = "element {index} of tensors does not require grad and does not have a grad_fn"
LEAF_IN_PLACE = "a leaf Variable that requires grad is being used in an in-place operation."
OVERWRITTEN = (
    "one of the variables needed for gradient computation has been modified by an inplace operation: "
    "[torch.{type}Tensor {size}]{origin} is at version {now}; expected version {then} instead. Hint: enable anomaly "
    "detection to find the operation that failed to compute its gradient, with "
    "torch.autograd.set_detect_anomaly(True, check_nan=False)."
)
DETACHED = (
    "Trying to use a saved tensor that has been detached in-place, i.e. with .detach_().This is not supported, please "
    "use out-of-place `.detach()` instead"
)
VIEW_DETACHED = (
    "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for training, "
    "and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence detach_() cannot be "
    "called on these gradients. To fix this error, please refer to the Optimizer.zero_grad() function in "
    "torch/optim/optimizer.py as the solution."
)


def with_help(text: str, help: str) -> str:
    """``text`` in PyTorch's words, then what to do about it."""
    return f"{text}\nHelp: {help}"
