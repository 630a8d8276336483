# Written by tests/tools/build_stubs.py from the package itself; not to be edited.
from builtins import bool as _bool
from builtins import float as _float
from builtins import int as _int
from builtins import str as _str
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from . import accelerator as accelerator
from . import amp as amp
from . import autograd as autograd
from . import backends as backends
from . import cuda as cuda
from . import derivatives as derivatives
from . import distributed as distributed
from . import distributions as distributions
from . import exercises as exercises
from . import func as func
from . import functional as functional
from . import jit as jit
from . import linalg as linalg
from . import nn as nn
from . import optim as optim
from . import random as random
from . import testing as testing
from . import tracing as tracing
from . import utils as utils
from . import views as views
from ._core.base import return_types as return_types
from ._core.base.device import device as device
from ._core.base.dtypes import Size as Size
from ._core.base.dtypes import dtype as dtype
from ._core.base.generator import Generator as Generator
from ._core.grad_mode import enable_grad as enable_grad
from ._core.grad_mode import inference_mode as inference_mode
from ._core.grad_mode import no_grad as no_grad
from ._core.grad_mode import set_grad_enabled as set_grad_enabled
from ._core.tensor import Tensor as Tensor
from ._torch.surface.machine import finfo as finfo
from ._torch.surface.machine import layout as layout
from ._torch.surface.machine import memory_format as memory_format
from .amp import GradScaler as GradScaler
from .amp import autocast as autocast
from .tracing.recording.recorder import record as record
from .tracing.recording.watch import watch as watch
from .tracing.trace.trace import Trace as Trace

BoolTensor: Any
ByteTensor: Any
CharTensor: Any
DoubleTensor: Any
FloatTensor: Any
HalfTensor: Any
IntTensor: Any
LongTensor: Any
ShortTensor: Any
def abs(input: Tensor) -> Tensor:
    """The absolute value of each element."""
def absolute(input: Tensor) -> Tensor:
    """The absolute value of each element."""
def acos(input: Tensor) -> Tensor:
    """The angle between 0 and π whose cosine each element is; nan outside -1 … 1."""
def adaptive_avg_pool1d(input: Tensor, output_size: Any) -> Tensor:
    """As `adaptive_avg_pool2d`, for (N, C, L) or (C, L)."""
def add(input: Tensor, other: Tensor | _float, *, alpha: _float = ...) -> Tensor: ...
def addcdiv(*args: Any, **kwargs: Any) -> Tensor: ...
def addcmul(*args: Any, **kwargs: Any) -> Tensor: ...
def addmm(input: Tensor, mat1: Tensor | _float, mat2: Tensor | _float, *, beta: _float = ..., alpha: _float = ...) -> Tensor: ...
def all(self: Tensor, dim: Any = ..., keepdim: _bool = ...) -> Tensor:
    """Whether every element is true (not 0), of all or over the dimension(s) ``dim``: booleans, True for nothing."""
def allclose(input: Tensor, other: Tensor, rtol: _float = ..., atol: _float = ..., equal_nan: _bool = ...) -> _bool:
    """Whether `isclose` holds everywhere: a Python bool."""
def amax(self: Tensor, dim: Any = ..., keepdim: _bool = ...) -> Tensor:
    """The largest over the dimension(s) ``dim`` (none given: all); equal elements share the gradient."""
def amin(self: Tensor, dim: Any = ..., keepdim: _bool = ...) -> Tensor:
    """The smallest over the dimension(s) ``dim`` (none given: all); equal elements share the gradient."""
def any(self: Tensor, dim: Any = ..., keepdim: _bool = ...) -> Tensor:
    """Whether some element is true (not 0), of all or over the dimension(s) ``dim``: booleans, False for nothing."""
def arange(*args: Any, start: Any = ..., end: Any = ..., step: Any = ..., out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
    """From ``start`` in steps, without ``end``: ``arange(end)``, ``arange(start, end)``, ``arange(start, end, step)``."""
def arccos(input: Tensor) -> Tensor:
    """The angle between 0 and π whose cosine each element is; nan outside -1 … 1."""
def arcsin(input: Tensor) -> Tensor:
    """The angle between -π/2 and π/2 whose sine each element is; nan outside -1 … 1."""
def arctan(input: Tensor) -> Tensor:
    """The angle between -π/2 and π/2 whose tangent each element is."""
def are_deterministic_algorithms_enabled() -> _bool:
    """Whether they were asked for."""
def argmax(input: Tensor, dim: _int | None = ..., keepdim: _bool = ...) -> Tensor:
    """The place of the largest element along ``dim``; None: in the tensor as one long row."""
def argmin(input: Tensor, dim: _int | None = ..., keepdim: _bool = ...) -> Tensor:
    """The place of the smallest element along ``dim``; None: in the tensor as one long row."""
def argsort(self: Tensor, dim: _int = ..., descending: _bool = ..., *, stable: _bool | None = ...) -> Tensor:
    """The places, int64, that `sort` takes the values from along ``dim``."""
def as_strided(input: Tensor, size: _int | Sequence[_int], stride: _int | Sequence[_int], storage_offset: _int | None = ...) -> Tensor:
    """The memory of ``self`` from its beginning, seen through other sizes and strides."""
def as_tensor(data: Any, *, dtype: Any = ..., device: Any = ...) -> Tensor: ...
def asin(input: Tensor) -> Tensor:
    """The angle between -π/2 and π/2 whose sine each element is; nan outside -1 … 1."""
def atan(input: Tensor) -> Tensor:
    """The angle between -π/2 and π/2 whose tangent each element is."""
def atan2(*args: Any, **kwargs: Any) -> Tensor:
    """The angle of the point (other, input), from -π to π. The shapes stretch to each other."""
def avg_pool1d(input: Tensor, kernel_size: Any, stride: Any = ..., padding: Any = ..., ceil_mode: _bool = ..., count_include_pad: _bool = ...) -> Tensor:
    """As `avg_pool2d`, for (N, C, L) or (C, L)."""
def baddbmm(input: Tensor, batch1: Tensor | _float, batch2: Tensor | _float, *, beta: _float = ..., alpha: _float = ...) -> Tensor: ...
def bernoulli(input: Tensor, p: Any = ..., *, generator: Any = ...) -> Tensor:
    """A one or a zero for each probability in ``input``; with the number ``p``, ``input`` lends its shape and dtype."""
def bincount(input: Tensor, weights: Tensor | None = ..., minlength: _int = ...) -> Tensor:
    """How often each of the numbers 0, 1, 2 … occurs in ``self``, or the sum of ``weights`` where it does."""
def bitwise_and(input: Tensor, other: Tensor | _float) -> Tensor: ...
def bitwise_not(input: Tensor) -> Tensor:
    """Every bit of each element turned over; for booleans: not."""
def bitwise_or(input: Tensor, other: Tensor | _float) -> Tensor: ...
def bitwise_xor(input: Tensor, other: Tensor | _float) -> Tensor: ...
def bmm(input: Tensor, mat2: Tensor) -> Tensor:
    """The products of the matrices of two batches, pair by pair."""
bool: dtype
def broadcast_shapes(*sizes: Any) -> Size:
    """The shape to which tensors of these shapes stretch: (2, 1) and (3,) give (2, 3)."""
def broadcast_tensors(*tensors: Tensor) -> tuple[Tensor, ...]:
    """All stretched to their common shape; one that has it already comes back as it is."""
def broadcast_to(input: Tensor, *size: Any, **keywords: Any) -> Tensor:
    """`expand` under NumPy's name."""
def can_cast(from_: dtype, to: dtype) -> _bool:
    """Whether an in-place result of type `from_` may be stored in a tensor of type `to`: float → int may not."""
def cat(tensors: Sequence[Tensor], dim: _int = ...) -> Tensor:
    """One after the other along ``dim``: 2×3 and 1×3 give 3×3, in the dtype that holds all. Empty vectors do not count."""
def cdist(x1: Tensor, x2: Tensor, p: _float = ..., compute_mode: _str | None = ...) -> Tensor:
    """The distance, in the ``p``-norm, of every row of ``x1`` from every row of ``x2``: (n, k) and (m, k) give (n, m)."""
def ceil(input: Tensor) -> Tensor:
    """The smallest whole number that is not below each element."""
def chunk(input: Tensor, chunks: _int, dim: _int = ...) -> tuple[Tensor, ...]:
    """At most ``chunks`` pieces of one length along ``dim``, as views; the last may be shorter, and there may be fewer."""
def clamp(input: Any, min: Any = ..., max: Any = ...) -> Tensor: ...
def clamp_max(input: Tensor, max: Any) -> Tensor: ...
def clamp_min(input: Tensor, min: Any) -> Tensor: ...
def clip(input: Any, min: Any = ..., max: Any = ...) -> Tensor: ...
def clone(input: Tensor, *, memory_format: Any = ...) -> Tensor:
    """A copy with memory of its own."""
def concat(tensors: Sequence[Tensor], dim: _int = ...) -> Tensor:
    """One after the other along ``dim``: 2×3 and 1×3 give 3×3, in the dtype that holds all. Empty vectors do not count."""
def concatenate(tensors: Sequence[Tensor], dim: _int = ...) -> Tensor:
    """One after the other along ``dim``: 2×3 and 1×3 give 3×3, in the dtype that holds all. Empty vectors do not count."""
def constant_pad_nd(input: Tensor, pad: _int | Sequence[_int], value: _float = ...) -> Tensor: ...
contiguous_format: Any
def conv1d(input: Tensor, weight: Tensor, bias: Tensor | None = ..., stride: Any = ..., padding: Any = ..., dilation: Any = ..., groups: _int = ...) -> Tensor:
    """Slide ``weight`` (O, C / groups, k) over ``input`` (N, C, L) or (C, L); arguments as in `conv2d`."""
def conv2d(input: Tensor, weight: Tensor, bias: Tensor | None = ..., stride: Any = ..., padding: Any = ..., dilation: Any = ..., groups: _int = ...) -> Tensor:
    """Slide ``weight`` over ``input``; each place gives one number for each output channel."""
def conv3d(input: Tensor, weight: Tensor, bias: Tensor | None = ..., stride: Any = ..., padding: Any = ..., dilation: Any = ..., groups: _int = ...) -> Tensor:
    """Slide ``weight`` (O, C / groups, kD, kH, kW) over ``input`` (N, C, D, H, W) or (C, D, H, W); as `conv2d`."""
def conv_transpose1d(input: Tensor, weight: Tensor, bias: Tensor | None = ..., stride: Any = ..., padding: Any = ..., output_padding: Any = ..., groups: _int = ..., dilation: Any = ...) -> Tensor:
    """The gradient of `conv1d` as an operation of its own; ``weight`` is (C, O / groups, k)."""
def conv_transpose2d(input: Tensor, weight: Tensor, bias: Tensor | None = ..., stride: Any = ..., padding: Any = ..., output_padding: Any = ..., groups: _int = ..., dilation: Any = ...) -> Tensor:
    """The gradient of `conv2d` as an operation of its own: every input element lays the weights down."""
def conv_transpose3d(input: Tensor, weight: Tensor, bias: Tensor | None = ..., stride: Any = ..., padding: Any = ..., output_padding: Any = ..., groups: _int = ..., dilation: Any = ...) -> Tensor:
    """As `conv_transpose2d`, over (N, C, D, H, W); ``weight`` is (C, O / groups, kD, kH, kW)."""
def cos(input: Tensor) -> Tensor:
    """The cosine of each element, an angle in radians."""
def cosh(input: Tensor) -> Tensor:
    """The hyperbolic cosine of each element: half the sum of eˣ and e⁻ˣ."""
def cosine_similarity(x1: Tensor, x2: Tensor, dim: _int = ..., eps: _float = ...) -> Tensor: ...
def cross(input: Tensor, other: Tensor, dim: _int | None = ...) -> Tensor:
    """The vector product along ``dim``; without ``dim``, along the first dimension of length 3, and a warning."""
def cumprod(self: Tensor, dim: _int, *, dtype: Any = ...) -> Tensor:
    """The running product along ``dim``, in the same shape. Booleans and integers multiply as int64."""
def cumsum(self: Tensor, dim: _int, *, dtype: Any = ...) -> Tensor:
    """The running sum along ``dim``, in the same shape. Booleans and integers sum as int64."""
default_generator: Generator
def det(A: Tensor) -> Tensor:
    """The determinant of each matrix: (…, n, n) gives (…)."""
def diag(input: Tensor, diagonal: _int = ...) -> Tensor:
    """A matrix with this vector on its ``diagonal`` (0: the main one, 1: above); of a matrix, a copy of that diagonal."""
def diag_embed(input: Tensor, offset: _int = ..., dim1: _int = ..., dim2: _int = ...) -> Tensor:
    """Zeros with the last dimension of ``self`` as the diagonal of matrices in ``dim1`` and ``dim2``."""
def diagonal(input: Tensor, offset: _int = ..., dim1: _int = ..., dim2: _int = ...) -> Tensor:
    """The diagonal of the matrices in ``dim1`` and ``dim2``, ``offset`` beside the main one, as a view."""
def diff(self: Tensor, n: _int = ..., dim: _int = ..., prepend: Tensor | None = ..., append: Tensor | None = ...) -> Tensor: ...
def digamma(input: Tensor) -> Tensor:
    """ψ(x), the derivative of `lgamma`, of each element x; nan at -1, -2 and so on."""
def div(input: Any, other: Any, **how: _str | None) -> Tensor: ...
def divide(input: Any, other: Any, **how: _str | None) -> Tensor: ...
def dot(input: Tensor, tensor: Tensor) -> Tensor:
    """The sum of the products of two vectors' elements."""
double: dtype
def dropout(input: Tensor, p: _float, train: _bool) -> Tensor:
    """In training, zero with probability ``p``, else divided by 1 - p; otherwise the input itself."""
e: _float
def einsum(equation: _str, *operands: Any) -> Tensor:
    """Sums of products, spelled with letters: ``einsum("ij,jk->ik", a, b)`` is ``a @ b``."""
def embedding(weight: Tensor, indices: Tensor, padding_idx: _int = ..., scale_grad_by_freq: _bool = ..., sparse: _bool = ...) -> Tensor:
    """The row of ``weight`` that each whole number in ``indices`` names."""
def empty(*args: Any, size: Any = ..., out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
    """A tensor of the given shape whose numbers do not matter yet; float32 unless told otherwise."""
def empty_like(input: Tensor, *, out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
    """`empty` in ``input``'s shape and dtype; never its requires_grad."""
def eq(input: Tensor, other: Tensor | _float) -> Tensor:
    """Whether ``self == other``, element by element, as booleans."""
def equal(self: Tensor, other: Tensor) -> _bool:
    """Whether both have the same shape and the same elements: a Python bool. A nan equals nothing."""
def erf(input: Tensor) -> Tensor:
    """The error function of each element x: the integral of exp(-t²) from 0 to x, times 2/√π."""
def exp(input: Tensor) -> Tensor:
    """e to the power of each element."""
def exp2(input: Tensor) -> Tensor:
    """2 to the power of each element."""
def expm1(input: Tensor) -> Tensor:
    """e to the power of each element, minus 1: exact also near 0, where the difference would lose its digits."""
def eye(n: _int, m: _int | None = ..., *, out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
    """Ones on the diagonal of an n×m matrix (n×n where ``m`` is left out), else zeros; float32 unless told otherwise."""
def fill_(self: Tensor, value: Any) -> Tensor:
    """Write ``value`` everywhere: a number, or a 0-d tensor, which then gets the sum of the gradient."""
def flatten(input: Tensor, start_dim: _int = ..., end_dim: _int = ...) -> Tensor:
    """Dimensions ``start_dim`` to ``end_dim`` as one: (2, 3, 4) gives (24,), from 1 on (2, 12). A vector stays itself."""
def flip(input: Tensor, *dims: Any, **keywords: Any) -> Tensor:
    """A copy that is back to front along ``dims``."""
float: dtype
float16: dtype
float32: dtype
float64: dtype
def floor(input: Tensor) -> Tensor:
    """The largest whole number that is not above each element."""
def floor_divide(input: Tensor, other: Tensor | _float) -> Tensor:
    """The largest whole number not above ``self / other``, element by element."""
def fork_rng(devices: Any = ..., enabled: _bool = ..., _caller: _str = ..., _devices_kw: _str = ..., device_type: _str = ...) -> Iterator[None]: ...
def from_numpy(ndarray: np.ndarray) -> Tensor:
    """A tensor that shares the array's memory and dtype: who writes into one writes into both."""
def full(size: Any, fill_value: Any, *, out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor: ...
def full_like(input: Tensor, fill_value: Any, *, out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor: ...
def gather(input: Tensor, dim: _int, index: Tensor, *, sparse_grad: _bool = ...) -> Tensor:
    """For each place of ``index``, the element of ``self`` whose number along ``dim`` stands there."""
def ge(input: Tensor, other: Tensor | _float) -> Tensor:
    """Whether ``self >= other``, element by element, as booleans."""
def get_default_device() -> device:
    """Always the CPU."""
def get_default_dtype() -> dtype:
    """The type of float tensors made from Python numbers; float32 until `set_default_dtype` says otherwise."""
def get_num_threads() -> _int:
    """How many threads PyTorch would compute with; NumPy decides that by itself."""
def get_rng_state() -> Tensor:
    """The default generator's state, as `Generator.get_state` gives it: a uint8 tensor."""
def group_norm(input: Tensor, num_groups: _int, weight: Tensor | None = ..., bias: Tensor | None = ..., eps: _float = ...) -> Tensor:
    """(x - mean) / √(var + eps) · weight + bias over each group of channels of (N, C, …), sample by sample."""
def gt(input: Tensor, other: Tensor | _float) -> Tensor:
    """Whether ``self > other``, element by element, as booleans."""
half: dtype
def histogram(self: Tensor, bins: Any = ..., *, range: Sequence[_float] | None = ..., weight: Tensor | None = ..., density: _bool = ...) -> Any:
    """How many elements fall into each of ``bins`` equal parts, as a pair (hist, bin_edges). It has no derivative."""
def hstack(tensors: Sequence[Tensor]) -> Tensor:
    """Side by side: `cat` along the second dimension, vectors along their only one."""
def index_add(input: Tensor, dim: _int, index: Tensor, source: Tensor, *, alpha: _float = ...) -> Tensor: ...
def index_put(input: Tensor, indices: Any, values: Tensor, accumulate: _bool = ...) -> Tensor:
    """A copy with ``values`` in the places ``indices``, a tensor for each dimension; ``accumulate`` adds to them."""
def index_select(input: Tensor, dim: _int, index: Tensor) -> Tensor:
    """The slices along ``dim`` that the whole numbers in ``index`` name, as a copy."""
inf: _float
def initial_seed() -> _int:
    """The seed of the default generator."""
int: dtype
int16: dtype
int32: dtype
int64: dtype
int8: dtype
def inverse(A: Tensor) -> Tensor:
    """The inverse of each matrix, ``torch.linalg.inv``."""
def is_anomaly_check_nan_enabled() -> _bool:
    """Whether anomaly mode (when it is on) looks for NaN."""
def is_anomaly_enabled() -> _bool:
    """Whether anomaly mode is on."""
def is_autocast_enabled(device_type: _str | None = ...) -> _bool:
    """Always False."""
def is_floating_point(input: Tensor) -> _bool:
    """Whether ``input`` holds floats, so that gradients are possible."""
def is_grad_enabled() -> _bool:
    """Whether operations leave nodes behind just now."""
def is_inference(input: Tensor) -> _bool:
    """Whether ``input``, a tensor, was made inside `inference_mode`."""
def is_inference_mode_enabled() -> _bool:
    """Whether inference mode is on just now."""
def is_tensor(obj: Any) -> _bool:
    """Whether this is a tensor."""
def is_warn_always_enabled() -> _bool:
    """Whether all warnings are given every time."""
def isclose(input: Tensor, other: Tensor, rtol: _float = ..., atol: _float = ..., equal_nan: _bool = ...) -> Tensor:
    """Where ``|input - other| <= atol + rtol · |other|``, as booleans; with ``equal_nan`` two nans are close."""
def isfinite(input: Tensor) -> Tensor:
    """Whether each element is neither infinite nor nan, as booleans."""
def isinf(input: Tensor) -> Tensor:
    """Whether each element is infinite, as booleans."""
def isnan(input: Tensor) -> Tensor:
    """Whether each element is nan, as booleans."""
def layer_norm(input: Tensor, normalized_shape: Sequence[_int], weight: Tensor | None = ..., bias: Tensor | None = ..., eps: _float = ...) -> Tensor:
    """(x - mean) / √(var + eps) · weight + bias over the last dimensions, whose lengths are ``normalized_shape``."""
def le(input: Tensor, other: Tensor | _float) -> Tensor:
    """Whether ``self <= other``, element by element, as booleans."""
def lerp(*args: Any, **kwargs: Any) -> Tensor: ...
def lgamma(input: Tensor) -> Tensor: ...
def linspace(start: Any, end: Any, steps: _int, *, out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor: ...
def load(f: Any, map_location: Any = ..., pickle_module: Any = ..., *, weights_only: _bool = ..., mmap: _bool | None = ...) -> Any:
    """Read what `save` wrote."""
def log(input: Tensor) -> Tensor:
    """The natural logarithm of each element; -inf at 0, nan below."""
def log10(input: Tensor) -> Tensor:
    """The logarithm of each element to the base 10; -inf at 0, nan below."""
def log1p(input: Tensor) -> Tensor:
    """The natural logarithm of 1 plus each element: exact also near 0, where the sum would lose its digits."""
def log2(input: Tensor) -> Tensor:
    """The logarithm of each element to the base 2; -inf at 0, nan below."""
def log_softmax(self: Tensor, dim: _int, dtype: Any = ...) -> Tensor:
    """The logarithm of `softmax`, without its rounding to 0: ``x - logsumexp(x)`` along ``dim``."""
def logical_and(*args: Any, **kwargs: Any) -> Tensor:
    """Whether both are true (not 0). The shapes stretch to each other."""
def logical_not(input: Tensor) -> Tensor:
    """Whether each element is 0 (or False), as booleans."""
def logical_or(*args: Any, **kwargs: Any) -> Tensor:
    """Whether at least one is true (not 0). The shapes stretch to each other."""
def logical_xor(*args: Any, **kwargs: Any) -> Tensor:
    """Whether just one is true (not 0). The shapes stretch to each other."""
def logit(input: Tensor, eps: _float | None = ...) -> Tensor: ...
def logsumexp(self: Tensor, dim: Any, keepdim: _bool = ...) -> Tensor: ...
long: dtype
def lt(input: Tensor, other: Tensor | _float) -> Tensor:
    """Whether ``self < other``, element by element, as booleans."""
def manual_seed(seed: Any) -> Generator:
    """Restarts the stream of all functions that are given no generator; returns that generator."""
def masked_fill(*args: Any, **kwargs: Any) -> Tensor:
    """A copy of ``input`` with ``value``, a number or a 0-d tensor, where the boolean ``mask`` is true."""
def masked_select(input: Tensor, mask: Tensor) -> Tensor:
    """The elements of ``self`` where ``mask`` holds, as a vector."""
def matmul(self: Tensor, other: Tensor) -> Tensor: ...
def max(self: Tensor, dim: Any = ..., keepdim: _bool = ...) -> Any:
    """The largest of all; along ``dim`` a pair (values, indices); of two tensors, `maximum`."""
def max_pool1d(input: Tensor, kernel_size: Any, stride: Any = ..., padding: Any = ..., dilation: Any = ..., ceil_mode: _bool = ..., return_indices: _bool = ...) -> Any:
    """As `max_pool2d`, for (N, C, L) or (C, L)."""
def max_pool2d(input: Tensor, kernel_size: Any, stride: Any = ..., padding: Any = ..., dilation: Any = ..., ceil_mode: _bool = ..., return_indices: _bool = ...) -> Any:
    """The largest number of each window; of a tie, the first gets the gradient."""
def maximum(*args: Any, **kwargs: Any) -> Tensor:
    """The larger of both; nan if one is nan; ties share the gradient. The shapes stretch to each other."""
def mean(self: Tensor, dim: Any = ..., keepdim: _bool = ..., *, dtype: Any = ...) -> Tensor:
    """The mean of all elements, or over the dimension(s) ``dim``, which go, or with ``keepdim`` stay with length 1."""
def median(self: Tensor, dim: _int | None = ..., keepdim: _bool = ...) -> Any:
    """The middle value of all (equal ones share the gradient), or along ``dim`` a pair (values, indices)."""
def meshgrid(*tensors: Any, indexing: _str | None = ...) -> tuple[Tensor, ...]:
    """For vectors, the coordinates of every point of their grid; ``indexing="xy"`` swaps the first two dimensions."""
def min(self: Tensor, dim: Any = ..., keepdim: _bool = ...) -> Any:
    """The smallest of all; along ``dim`` a pair (values, indices); of two tensors, `minimum`."""
def minimum(*args: Any, **kwargs: Any) -> Tensor:
    """The smaller of both; nan if one is nan; ties share the gradient. The shapes stretch to each other."""
def mm(input: Tensor, mat2: Tensor) -> Tensor:
    """The product of two matrices."""
def movedim(input: Tensor, source: Any, destination: Any) -> Tensor:
    """A view with dimensions ``source`` moved to the places ``destination``; the others keep their order."""
def mul(input: Tensor, other: Tensor | _float) -> Tensor: ...
def multinomial(input: Tensor, num_samples: _int, replacement: _bool = ..., *, generator: Generator | None = ...) -> Tensor: ...
def multiply(input: Tensor, other: Tensor | _float) -> Tensor: ...
def mv(input: Tensor, vec: Tensor) -> Tensor:
    """The product of a matrix and a vector."""
nan: _float
def narrow(input: Tensor, dim: _int, start: Any, length: _int) -> Tensor:
    """A view of ``length`` slices along ``dim``, from ``start`` on."""
def ne(input: Tensor, other: Tensor | _float) -> Tensor:
    """Whether ``self != other``, element by element, as booleans."""
def neg(input: Tensor) -> Tensor: ...
def negative(input: Tensor) -> Tensor: ...
newaxis: Any
def nonzero(input: Tensor, *, as_tuple: _bool = ...) -> Any:
    """Where the elements are not 0: an n×ndim tensor of int64, or with ``as_tuple`` a vector for each dimension."""
def norm(self: Tensor, p: Any = ..., dim: Any = ..., keepdim: _bool = ..., dtype: Any = ...) -> Tensor:
    """The p-norm (Σ|x|ᵖ)¹ᐟᵖ of all elements, or over ``dim``; ``"fro"`` and None are 2, ±inf the extreme |x|."""
def normal(mean: Any = ..., std: Any = ..., size: Any = ..., generator: Generator | None = ..., *, out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
    """Normal numbers around ``mean``: in the shape ``size``, or one for each element of a ``mean`` or ``std``."""
def numel(input: Tensor) -> _int:
    """How many numbers a tensor holds: the product of its shape, 1 for a scalar."""
def ones(*args: Any, size: Any = ..., out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
    """Ones of the given shape, ``ones(2, 3)`` or ``ones((2, 3))``; float32 unless told otherwise."""
def ones_like(input: Tensor, *, out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
    """Ones of ``input``'s shape and dtype; never its requires_grad."""
def outer(self: Tensor, vec2: Tensor) -> Tensor:
    """Every element of one vector times every element of the other: lengths n and m give an n×m matrix."""
def permute(input: Tensor, *dims: Any, **keywords: Any) -> Tensor:
    """A view with all dimensions in another order: (2, 3, 4) by ``permute(2, 0, 1)`` gives (4, 2, 3)."""
pi: _float
def pixel_shuffle(input: Tensor, upscale_factor: _int) -> Tensor:
    """Each group of r² channels as an image r times as high and wide: (…, C · r², H, W) → (…, C, r·H, r·W)."""
def pixel_unshuffle(input: Tensor, downscale_factor: _int) -> Tensor:
    """Each r × r block of an image as r² channels: (…, C, r·H, r·W) → (…, C · r², H, W)."""
def pow(self: Any, exponent: Any) -> Tensor: ...
def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """x, and ``weight`` times x below zero: one weight, or one for each channel (dimension 1)."""
preserve_format: Any
def prod(self: Tensor, dim: Any = ..., keepdim: _bool = ..., *, dtype: Any = ...) -> Tensor:
    """The product of all elements, or along the one dimension ``dim``. Booleans and integers multiply as int64."""
def promote_types(type1: dtype, type2: dtype) -> dtype:
    """The smallest type that holds both, where any float type is wide enough for every integer."""
def rand(*args: Any, size: Any = ..., generator: Generator | None = ..., out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
    """Uniform numbers in [0, 1) of the given shape, ``rand(2, 3)``; float32 unless told otherwise."""
def rand_like(input: Tensor, generator: Generator | None = ..., *, out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
    """`rand` in ``input``'s shape and dtype; never its requires_grad."""
def randint(*args: Any, low: _int = ..., high: Any = ..., size: Any = ..., generator: Generator | None = ..., out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
    """Whole numbers from ``low`` to ``high - 1``, int64: ``randint(low, high, size)`` or ``randint(high, size)``."""
def randn(*args: Any, size: Any = ..., generator: Generator | None = ..., out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
    """Normal numbers with mean 0 and standard deviation 1: ``randn(2, 3)``; float32 unless told otherwise."""
def randn_like(input: Tensor, generator: Generator | None = ..., *, out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
    """`randn` in ``input``'s shape and dtype; never its requires_grad."""
def randperm(n: _int, generator: Generator | None = ..., *, out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
    """The numbers 0 … n - 1 in random order, int64 unless told otherwise."""
def range(start: Any, end: Any, step: Any = ..., *, out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
    """From ``start`` in steps, ``end`` included where a step meets it; floats. Deprecated in PyTorch."""
def ravel(input: Tensor) -> Tensor:
    """All in one row: a view where the memory is in row-major order, else a copy."""
def reciprocal(input: Tensor) -> Tensor: ...
def relu(input: Tensor) -> Tensor:
    """The larger of each element and 0."""
def remainder(input: Any, other: Any) -> Tensor:
    """What floor division leaves, ``input - other * floor(input / other)``: it has the sign of ``other``."""
def repeat_interleave(input: Tensor, repeats: Any = ..., dim: _int | None = ..., *, output_size: Any = ...) -> Tensor:
    """Each element (or slice along ``dim``) ``repeats`` times in a row; a tensor of repeats gives each its own count."""
def reshape(input: Tensor, *shape: Any, **keywords: Any) -> Tensor:
    """The same numbers in another shape: a view where possible, else a copy. One -1 stands for what is left."""
def rms_norm(input: Tensor, normalized_shape: Sequence[_int], weight: Tensor | None = ..., eps: _float | None = ...) -> Tensor: ...
def roll(input: Tensor, shifts: Any, dims: Any = ...) -> Tensor:
    """A copy moved by ``shifts`` along ``dims`` (none: as one long row); what leaves at one end comes in at the other."""
def round(input: Tensor) -> Tensor:
    """The whole number nearest to each element; a half goes to the even neighbour."""
def rsqrt(input: Tensor) -> Tensor:
    """1 divided by the square root of each element; inf at 0, nan below."""
def rsub(self: Tensor, other: Any, *, alpha: Any = ...) -> Tensor: ...
def save(obj: Any, f: Any, *args: Any, **ignored: Any) -> None:
    """Write tensors, or containers of them such as ``model.state_dict()``, to a path or an open binary file."""
def scatter(input: Tensor, dim: _int, index: Tensor, src: Any = ..., *, value: Any = ..., reduce: Any = ...) -> Tensor:
    """A copy with ``src`` where ``index`` says along ``dim``: for dim = 1, ``z[i][index[i][j]] = src[i][j]``."""
def scatter_add(input: Tensor, dim: _int, index: Tensor, src: Tensor) -> Tensor: ...
def seed() -> _int:
    """Seeds the default generator from the operating system; returns the seed."""
def select(input: Tensor, dim: _int, index: _int) -> Tensor:
    """The slice number ``index`` along ``dim``, without that dimension, as a view."""
def selu(input: Tensor) -> Tensor:
    """`elu` with the two constants that keep mean 0 and variance 1: ``1.051 · x``, below 0 ``1.758 · (eˣ - 1)``."""
def set_anomaly_enabled(enabled: _bool, check_nan: _bool = ...) -> None:
    """The switch itself, one for all threads; `detect_anomaly` and `set_detect_anomaly` restore it."""
def set_default_device(device: Any) -> None:
    """Accepts the CPU; AssertionError or NotImplementedError for every other device."""
def set_default_dtype(d: dtype) -> None:
    """Makes `d`, a float type, the one that Python floats turn into."""
def set_default_tensor_type(t: Any) -> None:
    """`set_default_dtype` by a type, ``torch.DoubleTensor``, or by its name; deprecated in PyTorch."""
def set_num_threads(int: _int) -> None:
    """Accepted, and without effect."""
def set_printoptions(precision: _int | None = ..., threshold: _float | None = ..., edgeitems: _int | None = ..., linewidth: _int | None = ..., profile: _str | None = ..., sci_mode: _bool | None = ...) -> None:
    """Changes how all tensors print from now on; what is not given stays, except `sci_mode`."""
def set_rng_state(new_state: Tensor) -> None:
    """Let the default generator continue from a state that `get_rng_state` returned."""
def set_warn_always(b: _bool) -> None:
    """Whether the warnings that are given once in a process are given every time."""
def sgn(input: Tensor) -> Tensor:
    """-1, 0 or 1 for each element, as `sign` (they differ for complex numbers, which are not here)."""
short: dtype
def show(target: Any, *inputs: Any) -> Any:
    """Record a backward and return its stepper, opened at the worst gradient: ``al.show(loss)``, ``al.show(model, x)``."""
def sigmoid(input: Tensor) -> Tensor: ...
def sign(input: Tensor) -> Tensor:
    """-1, 0 or 1 for each element: its sign; 0 also for nan."""
def sin(input: Tensor) -> Tensor:
    """The sine of each element, an angle in radians."""
def sinh(input: Tensor) -> Tensor:
    """The hyperbolic sine of each element: half the difference of eˣ and e⁻ˣ."""
def softmax(self: Tensor, dim: _int, dtype: Any = ...) -> Tensor: ...
def sort(self: Tensor, dim: _int = ..., descending: _bool = ..., *, stable: _bool | None = ...) -> Any:
    """The values in rising (or falling) order along ``dim`` and the places where they were: a pair (values, indices)."""
def split(tensor: Tensor, split_size_or_sections: Any = ..., dim: _int = ..., *, split_size: Any = ...) -> tuple[Tensor, ...]:
    """Pieces of one length along ``dim`` (the last may be shorter), or of the given lengths, as views."""
def split_with_sizes(input: Tensor, split_sizes: _int | Sequence[_int], dim: _int = ...) -> tuple[Tensor, ...]:
    """Pieces of the lengths ``split_sizes`` along ``dim``, as views."""
def spmm(input: Tensor, mat2: Tensor) -> Tensor:
    """`mm` by the name that programs on graphs give it, whose matrix of neighbours is mostly zeros; here it is dense."""
def sqrt(input: Tensor) -> Tensor:
    """The square root of each element; nan below 0."""
def square(self: Tensor) -> Tensor: ...
def squeeze(input: Tensor, dim: Any = ..., *more: _int) -> Tensor:
    """A view without the dimensions of length 1, or without those of ``dim`` (a number or several) that have length 1."""
def stack(tensors: Sequence[Tensor], dim: _int = ...) -> Tensor:
    """Side by side along a new dimension ``dim``: two vectors of 3 give 2×3, and along dim 1 give 3×2."""
def std(self: Tensor, dim: Any = ..., unbiased: _bool = ..., keepdim: _bool = ..., *, correction: _float | None = ...) -> Any:
    """The square root of `var`, with the same arguments; where it is 0 its slope is inf."""
strided: Any
def sub(input: Tensor, other: Tensor | _float, *, alpha: _float = ...) -> Tensor: ...
def subtract(input: Tensor, other: Tensor | _float, *, alpha: _float = ...) -> Tensor: ...
def sum(self: Tensor, dim: Any = ..., keepdim: _bool = ..., *, dtype: Any = ...) -> Tensor:
    """The sum of all elements, or over the dimension(s) ``dim``, which go, or with ``keepdim`` stay with length 1."""
def svd(input: Tensor, some: _bool = ..., compute_uv: _bool = ...) -> Any:
    """U, the singular values S in falling order, and V with ``U @ diag(S) @ V.mT = input``."""
def swapaxes(input: Tensor, axis0: _int, axis1: _int) -> Tensor:
    """A view with two dimensions swapped: `transpose` under NumPy's name."""
def t(input: Tensor) -> Tensor:
    """The transpose of a matrix, as a view; a vector or a single number stays as it is."""
def tan(input: Tensor) -> Tensor:
    """The tangent of each element, an angle in radians."""
def tanh(input: Tensor) -> Tensor:
    """The hyperbolic tangent of each element, between -1 and 1."""
def tensor(data: Any, *, dtype: Any = ..., device: Any = ..., requires_grad: _bool = ..., pin_memory: _bool = ..., name: _str | None = ...) -> Tensor:
    """A leaf with a copy of ``data``: a number, nested lists, or an array."""
def tensordot(a: Tensor, b: Tensor, dims: Any = ...) -> Tensor:
    """The sum over pairs of dimensions: the last ``dims`` of a with the first of b, or those listed in two lists."""
def tile(input: Tensor, *dims: Any, **keywords: Any) -> Tensor:
    """`repeat`, but fewer numbers than dimensions count from the last."""
def topk(self: Tensor, k: _int, dim: _int = ..., largest: _bool = ..., sorted: _bool = ...) -> Any:
    """The ``k`` largest (or smallest) along ``dim`` and their places, as a pair (values, indices), in order."""
def trace(input: Tensor) -> Tensor:
    """The sum of the diagonal of a matrix."""
def transpose(input: Tensor, dim0: _int, dim1: _int) -> Tensor: ...
def tril(input: Tensor, diagonal: _int = ...) -> Tensor:
    """Each matrix with zeros above the diagonal number ``diagonal`` (0: the main one)."""
def triu(input: Tensor, diagonal: _int = ...) -> Tensor:
    """Each matrix with zeros below the diagonal number ``diagonal`` (0: the main one)."""
def true_divide(input: Any, other: Any, **how: _str | None) -> Tensor: ...
def trunc(input: Tensor) -> Tensor:
    """Each element without what stands behind the point: rounded towards 0."""
def typename(obj: Any) -> _str:
    """The name of an object's type (``torch.FloatTensor`` for a float32 tensor), or of a class or function itself."""
uint8: dtype
def unbind(input: Tensor, dim: _int = ...) -> tuple[Tensor, ...]:
    """The slices along ``dim``, as views: one node with as many outputs, told apart by ``output_nr``."""
def unflatten(input: Tensor, dim: _int, sizes: Sequence[_int]) -> Tensor:
    """One dimension as several: ``x.unflatten(0, (2, -1))``, where the -1 stands for what is left."""
def unique(self: Tensor, sorted: _bool = ..., return_inverse: _bool = ..., return_counts: _bool = ..., dim: _int | None = ...) -> Any:
    """The different elements in one row, sorted."""
def unsafe_split(input: Tensor, split_size: _int, dim: _int = ...) -> tuple[Tensor, ...]:
    """Pieces of length ``split_size`` along ``dim`` recorded as no views; the last may be shorter."""
def unsqueeze(input: Tensor, dim: _int) -> Tensor: ...
def use_deterministic_algorithms(mode: _bool, *, warn_only: _bool = ...) -> None:
    """Remembered, and without effect: everything here is deterministic; TypeError unless ``mode`` is a bool."""
def var(self: Tensor, dim: Any = ..., unbiased: _bool = ..., keepdim: _bool = ..., *, correction: _float | None = ...) -> Any:
    """The sum of the square distances from the mean, divided by n - ``correction`` (1 where nothing is said)."""
def var_mean(self: Tensor, dim: Any = ..., unbiased: _bool = ..., keepdim: _bool = ..., *, correction: _float | None = ...) -> Any:
    """`var` and `mean` as a pair, with `var`'s arguments."""
def vmap(func: Callable, in_dims: Any = ..., out_dims: Any = ..., randomness: _str = ..., *, chunk_size: _int | None = ...) -> Callable:
    """A function that calls ``func`` for each slice of its arguments, and stacks the results: a loop over the batch."""
def vstack(tensors: Sequence[Tensor]) -> Tensor:
    """On top of each other: `cat` along the first dimension; a vector is a row."""
def where(condition: Tensor, input: Any = ..., other: Any = ...) -> Any: ...
def whole_tracebacks(mode: _bool = ...) -> None:
    """Show this package's own frames in tracebacks (True), or only the learner's lines (False, as at the start)."""
def why(target: Any = ...) -> Any:
    """`Trace.why` of the recording that ended last: why ``target.grad`` is None, 0, nan, or larger than expected."""
def zeros(*args: Any, size: Any = ..., out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
    """Zeros of the given shape, ``zeros(2, 3)`` or ``zeros((2, 3))``; float32 unless told otherwise."""
def zeros_like(input: Tensor, *, out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
    """Zeros of ``input``'s shape and dtype; never its requires_grad."""

__version__: _str
