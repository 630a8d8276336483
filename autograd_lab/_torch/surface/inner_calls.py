"""What the functions that PyTorch writes in Python hand on to its C functions, and what those say of wrong arguments.

``F.softmin(x, "a")`` says ``softmax(): argument 'dim' (position 1) must be int, not str``: the inner call counts. Each
line below is one function: its name, the function that it calls, and what that one takes, in its order. ``Tensor
indices=input`` is called ``indices`` there and ``input`` in Python; ``_`` is a place that cannot be wrong, or whose
mistakes are found elsewhere; what comes after a star is handed on by name. After a dot stands a method: its tensor has
no place among the arguments.

PyTorch: torch/nn/functional.py.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any

from ..._core.base.errors import type_name
from ..._core.tensor import Tensor
from .read_signatures import Parameter
from .signature_errors import fitting, numbers_for, wrong

NETWORK_FUNCTIONS = """
adaptive_avg_pool1d: adaptive_avg_pool1d(Tensor input, tuple of ints output_size)
adaptive_avg_pool2d: adaptive_avg_pool2d(Tensor input)
adaptive_max_pool2d: adaptive_max_pool2d(Tensor input)
affine_grid: affine_grid_generator(_, _, bool? align_corners)
avg_pool1d: avg_pool1d(Tensor input, tuple of ints kernel_size, tuple of ints? stride, tuple of ints padding,
    bool ceil_mode, bool count_include_pad)
avg_pool2d: avg_pool2d(Tensor input, tuple of ints kernel_size, tuple of ints? stride, tuple of ints padding,
    bool ceil_mode, bool count_include_pad, int? divisor_override)
batch_norm: batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var,
    bool training, float momentum, float eps)
binary_cross_entropy: binary_cross_entropy(Tensor input, Tensor target, Tensor? weight)
binary_cross_entropy_with_logits: binary_cross_entropy_with_logits(Tensor input, Tensor target, Tensor? weight,
    Tensor? pos_weight)
conv1d: conv1d(Tensor input, Tensor weight, Tensor? bias)
conv2d: conv2d(Tensor input, Tensor weight, Tensor? bias)
conv3d: conv3d(Tensor input, Tensor weight, Tensor? bias)
conv_transpose1d: conv_transpose1d(Tensor input, Tensor weight, Tensor? bias)
conv_transpose2d: conv_transpose2d(Tensor input, Tensor weight, Tensor? bias)
conv_transpose3d: conv_transpose3d(Tensor input, Tensor weight, Tensor? bias)
cosine_embedding_loss: cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin)
cosine_similarity: cosine_similarity(Tensor x1, Tensor x2, int dim, float eps)
cross_entropy: cross_entropy_loss(Tensor input, Tensor target, Tensor? weight, _, int ignore_index,
    float label_smoothing)
dropout: dropout(Tensor input, float p, bool train=training)
dropout2d: feature_dropout(Tensor input, float p, bool train=training)
embedding_bag: embedding_bag(Tensor weight, Tensor indices=input)
elu: elu(Tensor input, Number alpha)
elu_: elu_(Tensor input, Number alpha, Number scale, Number input_scale)
embedding: embedding(Tensor weight, Tensor indices=input, _, bool scale_grad_by_freq, bool sparse)
fold: col2im(Tensor input)
gelu: gelu(Tensor input, str approximate)
glu: glu(Tensor input, int dim)
grid_sample: grid_sampler(Tensor input, Tensor grid, _, _, bool? align_corners)
group_norm: group_norm(Tensor input, int num_groups, Tensor? weight, Tensor? bias, float eps)
hardsigmoid: hardsigmoid(Tensor input)
hardswish: hardswish(Tensor input)
hardtanh: hardtanh(Tensor input, Number min_val, Number max_val)
hardtanh_: hardtanh_(Tensor input, Number min_val, Number max_val)
huber_loss: huber_loss(Tensor input, Tensor target, _, float delta)
instance_norm: instance_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var,
    bool use_input_stats, float momentum, float eps)
interpolate: interpolate(Tensor input)
kl_div: kl_div(Tensor input, Tensor target, _, bool log_target)
l1_loss: l1_loss(Tensor input, Tensor target)
layer_norm: layer_norm(Tensor input, tuple of ints normalized_shape, Tensor? weight, Tensor? bias, float eps)
leaky_relu: leaky_relu(Tensor input, Number negative_slope)
leaky_relu_: leaky_relu_(Tensor input, Number negative_slope)
log_softmax: .log_softmax(Tensor input, int? dim)
logsigmoid: log_sigmoid(Tensor input)
max_pool1d: max_pool1d(Tensor input, tuple of ints kernel_size, tuple of ints? stride, tuple of ints padding,
    tuple of ints dilation, bool ceil_mode)
max_pool2d: max_pool2d(Tensor input, tuple of ints kernel_size, tuple of ints? stride, tuple of ints padding,
    tuple of ints dilation, bool ceil_mode)
mish: mish(Tensor input)
mse_loss: mse_loss(Tensor input, Tensor target)
nll_loss: nll_loss_nd(Tensor input, Tensor target, Tensor? weight, _, int ignore_index)
one_hot: one_hot(Tensor input, int num_classes)
normalize: normalize(Tensor input)
pad: pad(Tensor input, tuple of ints pad, str mode, float? value)
prelu: prelu(Tensor input, Tensor weight)
relu: relu(Tensor input)
relu_: relu_(Tensor input)
relu6: relu6(Tensor input)
rms_norm: rms_norm(Tensor input, tuple of ints normalized_shape, Tensor? weight, float? eps)
scaled_dot_product_attention: scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask,
    float dropout_p, bool is_causal)
selu: selu(Tensor input)
selu_: selu_(Tensor input)
sigmoid: .sigmoid(Tensor input)
silu: silu(Tensor input)
smooth_l1_loss: smooth_l1_loss(Tensor input, Tensor target, _, float beta)
softmax: .softmax(Tensor input, int? dim)
softmin: .softmax(Tensor input, int? dim)
softplus: softplus(Tensor input, Number beta, Number threshold)
upsample: upsample(Tensor input)
softshrink: softshrink(Tensor input, Number lambd)
softsign: softsign(Tensor input)
tanh: .tanh(Tensor input)
threshold: threshold(Tensor input, Number threshold, Number value)
threshold_: threshold_(Tensor input, Number threshold, Number value)
triplet_margin_loss: triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin, float p,
    float eps, bool swap)
unfold: im2col(Tensor input)
"""

LINEAR_ALGEBRA = """
cholesky: linalg_cholesky(Tensor input=A, bool upper)
cholesky_ex: linalg_cholesky_ex(Tensor input=A, bool upper, bool check_errors)
cond: linalg_cond(Tensor input=A)
cross: linalg_cross(Tensor input, Tensor other, int dim)
det: linalg_det(Tensor A)
eigh: linalg_eigh(Tensor input=A, str UPLO)
eigvalsh: linalg_eigvalsh(Tensor input=A, str UPLO)
inv: linalg_inv(Tensor A)
inv_ex: linalg_inv_ex(Tensor A, bool check_errors)
lstsq: linalg_lstsq(Tensor input=A, Tensor b=B, float? rcond, *, str? driver)
matmul: linalg_matmul(Tensor input=self, Tensor other)
matrix_norm: linalg_matrix_norm(Tensor input=A)
matrix_power: linalg_matrix_power(Tensor input=A, int n)
matrix_rank: linalg_matrix_rank(Tensor input=A)
multi_dot: linalg_multi_dot(tuple of Tensors tensors)
norm: linalg_norm(Tensor input=A)
pinv: linalg_pinv(Tensor input=A)
qr: linalg_qr(Tensor A, str mode)
slogdet: linalg_slogdet(Tensor A)
solve: linalg_solve(Tensor A, Tensor B, bool left)
solve_triangular: linalg_solve_triangular(Tensor input=A, Tensor B, *, bool upper, bool left, bool unitriangular)
svd: linalg_svd(Tensor A, bool full_matrices, str? driver)
svdvals: linalg_svdvals(Tensor A, str? driver)
vecdot: linalg_vecdot(Tensor x, Tensor y, int dim)
vector_norm: linalg_vector_norm(Tensor input=x, Number ord, tuple of ints? dim, bool keepdim)
"""
"""These are C functions, which call themselves by longer names."""

TORCH_FUNCTIONS = """
cdist: cdist(Tensor x1, Tensor x2, float p)
norm: linalg_vector_norm(Tensor input=self, _, _, bool keepdim)
set_anomaly_enabled: set_anomaly_enabled(bool enabled, bool check_nan)
split: split(Tensor tensor)
tensordot: tensordot(Tensor self=a, Tensor other=b)
unique: _unique2(Tensor input=self, *, bool sorted, bool return_inverse, bool return_counts, int? dim)
"""
INITIALIZERS = """
constant_: .fill_(Tensor input=tensor)
eye_: eye_(Tensor tensor)
kaiming_normal_: kaiming_normal_(Tensor tensor)
kaiming_uniform_: kaiming_uniform_(Tensor tensor)
normal_: .normal_(Tensor input=tensor, float mean, float std, *, torch.Generator? generator)
ones_: ones_(Tensor tensor)
orthogonal_: orthogonal_(Tensor tensor)
trunc_normal_: trunc_normal_(Tensor tensor)
uniform_: .uniform_(Tensor input=tensor, float from=a, float to=b, *, torch.Generator? generator)
xavier_normal_: xavier_normal_(Tensor tensor)
xavier_uniform_: xavier_uniform_(Tensor tensor)
zeros_: zeros_(Tensor tensor)
"""

_QUICK = {"Tensor": {Tensor}, "Number": {int, float}, "float": {int, float}, "int": {int}, "bool": {bool}, "str": {str}}
"""Types of arguments that fit without a closer look."""


class InnerCall:
    """What a function's arguments must be for the function that it calls.

    Args:
        function: the public one, in Python.
        called: the inner one's name.
        taken: for each of its arguments, what it must be, and the name that it has in Python.
    """

    def __init__(self, function: Callable, called: str, taken: list[tuple[Parameter, str]]):
        self.function, self.method, self.called = function, called.startswith("."), called.removeprefix(".")
        self.taken = taken
        wanted = {name: parameter for parameter, name in taken}
        code = inspect.unwrap(function).__code__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        checks = {name: _check(self.called, wanted.get(name)) for name in names}
        self._by_place, self._by_name = tuple(checks.values()), checks
        self.right: set[tuple] = set()
        """Types of arguments that came before and were right, whatever their values."""
        self._kinds = {name: wanted[name].type if name in wanted else "" for name in names}

    @property
    def told(self) -> tuple[set[tuple], Callable, Callable, Callable]:
        """What a guard has to know."""
        return self.right, self.mistaken, self.complaint, self.with_numbers

    def mistaken(self, args: tuple, kwargs: dict[str, Any], kinds: tuple) -> bool:
        """Whether an argument is not what it must be; ``kinds`` are the types, which are noted if they suffice."""
        places = self._by_place[: len(args)]  # too many arguments are Python's business
        values = (*args[: len(places)], *kwargs.values())
        checks = (*places, *map(self._by_name.get, kwargs))
        pairs = [(value, check) for value, check in zip(values, checks, strict=True) if check is not None]
        asked = [(value, fits) for value, (quick, fits) in pairs if value.__class__ not in quick]
        if not asked:
            self.right.add(kinds)
        return not all(fits(value) for value, fits in asked)

    def with_numbers(self, args: tuple, kwargs: dict[str, Any]) -> tuple[tuple, dict[str, Any]] | None:
        """The same call with numbers where PyTorch takes them out of 0-d tensors; None if there are none."""
        return numbers_for(self._kinds, args, kwargs)

    def complaint(self, args: tuple, kwargs: dict[str, Any]) -> TypeError | None:
        """PyTorch's words for the first wrong argument; None where there is none, or Python has words for the call."""
        try:
            bound = inspect.signature(self.function).bind(*args, **kwargs)
        except TypeError:
            return None
        bound.apply_defaults()
        for place, (parameter, name) in enumerate(self.taken):
            value = bound.arguments.get(name)
            if name and not fitting(self.called, parameter)(value):
                if self.method and not place:
                    kind = type_name(value)
                    return TypeError(f"{self.called}(): argument 'input' (position 1) must be Tensor, not {kind}")
                return wrong(self.called, parameter, value, place - self.method, parameter.keyword_only)
        return None


def _check(called: str, parameter: Parameter | None) -> tuple[set, Callable[[Any], bool]] | None:
    if parameter is None:
        return None
    quick = _QUICK.get(parameter.type, set()) | ({type(None)} if parameter.may_be_none else set())
    return quick, fitting(called, parameter)


@functools.cache
def _lines(table: str) -> dict[str, tuple[str, str]]:
    """Name → what it calls, and with what."""
    found = {}
    for line in table.replace("\n    ", " ").strip().splitlines():
        name, _, rest = line.partition(": ")
        called, _, taken = rest.removesuffix(")").partition("(")
        found[name] = called, taken
    return found


def inner_call(function: Callable, name: str, table: str) -> InnerCall | None:
    """What the function of this name hands on; None if the table does not have it."""
    if not table or name not in _lines(table):
        return None
    called, taken = _lines(table)[name]
    by_place, _, by_name = taken.partition("*, ")
    parameters = [_parameter(part) for part in by_place.split(", ") if part]
    return InnerCall(function, called, parameters + [_parameter(part, True) for part in by_name.split(", ") if part])


def _parameter(text: str, named: bool = False) -> tuple[Parameter, str]:
    kind, _, name = text.rpartition(" ")
    name, _, python_name = name.partition("=")
    if name == "_":
        return Parameter("object", "", True, True, False), ""
    return Parameter(kind.removesuffix("?"), name, False, kind.endswith("?"), named), python_name or name
