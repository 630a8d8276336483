"""Error texts: PyTorch's own words first, so that a search finds them, then one line that helps."""

from typing import Any

SECOND_BACKWARD = (
    "Trying to backward through the graph a second time (or directly access saved tensors after they have already "
    "been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). "
    "Specify retain_graph=True if you need to backward through the graph a second time or if you need to access "
    "saved tensors after calling backward."
)
NOT_SCALAR = "grad can be implicitly created only for scalar outputs"
NO_GRAPH = "element {index} of tensors does not require grad and does not have a grad_fn"
LEAF_IN_PLACE = "a leaf Variable that requires grad is being used in an in-place operation."
HINT = (
    "Hint: enable anomaly detection to find the operation that failed to compute its gradient, with "
    "torch.autograd.set_detect_anomaly(True, check_nan=False)."
)
HINT_IN_ANOMALY_MODE = (
    "Hint: the backtrace further above shows the operation that failed to compute its gradient. The variable in "
    "question was changed in there or anywhere later. Good luck!"
)
OVERWRITTEN = (
    "one of the variables needed for gradient computation has been modified by an inplace operation: "
    "[{type} {size}]{origin} is at version {now}; expected version {then} instead. " + HINT
)
PACKED_IN_PLACE = (
    "A saved tensor pack hook is modifying its input in place. Tensors provided as input to pack hook cannot be "
    "modified by in-place operations as this can lead to unexpected side-effects. Please open an issue if you need to "
    "perform in-place operations on the input to a pack hook."
)
INFERENCE_SAVED = (
    "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in "
    "computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it in "
    "autograd, or use `torch.no_grad()` instead of `torch.inference_mode()`."
)
INFERENCE_IN_PLACE = (
    "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal "
    "tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17 for more details."
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


def type_name(value: Any) -> str:
    """What PyTorch calls a value's type: ``list``, ``numpy.ndarray``, ``Tensor``, ``torch.dtype``."""
    kind = type(value)
    root = kind.__module__.partition(".")[0]
    if root == __package__.partition(".")[0]:
        return _IN_FULL.get(kind.__name__, kind.__name__)
    return f"numpy.{kind.__name__}" if kind.__module__ == "numpy" else kind.__name__


_IN_FULL = {name: f"torch.{name}" for name in ("Size", "device", "dtype", "finfo", "iinfo", "layout", "memory_format")}
_IN_FULL["Generator"] = "torch._C.Generator"


def with_help(text: str, help: str) -> str:
    """``text`` in PyTorch's words, then what to do about it."""
    return f"{text}\nHelp: {help}"


def tensor_type(dtype: Any) -> str:
    """What texts call a tensor of a dtype: ``torch.FloatTensor``, and for truth values ``CPUBoolType``."""
    return "CPUBoolType" if dtype.short == "Bool" else f"torch.{dtype.short}Tensor"
