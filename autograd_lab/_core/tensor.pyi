# Written by tests/tools/build_stubs.py from the package itself; not to be edited.
from builtins import bool as _bool
from builtins import float as _float
from builtins import int as _int
from builtins import str as _str
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from .base.device import device
from .base.dtypes import Size, dtype

class Tensor:
    def __init__(self, *data: Any, device: Any = ..., requires_grad: _bool = ...) -> None: ...
    @property
    def T(self) -> Tensor:
        """All dimensions in reverse order, as a view; meant for matrices, and warns for anything else."""
    def abs(self) -> Tensor:
        """The absolute value of each element."""
    def abs_(self) -> Tensor:
        """In place: The absolute value of each element."""
    def absolute(self) -> Tensor:
        """The absolute value of each element."""
    def absolute_(self) -> Tensor:
        """In place: The absolute value of each element."""
    def acos(self) -> Tensor:
        """The angle between 0 and π whose cosine each element is; nan outside -1 … 1."""
    def acos_(self) -> Tensor:
        """In place: The angle between 0 and π whose cosine each element is; nan outside -1 … 1."""
    def add(self, other: Tensor | _float, *, alpha: _float = ...) -> Tensor: ...
    def add_(self, other: Tensor | _float, *, alpha: _float = ...) -> Tensor:
        """In place: ``self + alpha · other``, element by element."""
    def addcdiv(self, *args: Any, **kwargs: Any) -> Tensor: ...
    def addcdiv_(self, *args: Any, **kwargs: Any) -> Tensor:
        """In-place `addcdiv`: the result must fit the tensor's own shape and dtype."""
    def addcmul(self, *args: Any, **kwargs: Any) -> Tensor: ...
    def addcmul_(self, *args: Any, **kwargs: Any) -> Tensor:
        """In-place `addcmul`: the result must fit the tensor's own shape and dtype."""
    def addmm(self, mat1: Tensor | _float, mat2: Tensor | _float, *, beta: _float = ..., alpha: _float = ...) -> Tensor: ...
    def addmm_(self, mat1: Tensor | _float, mat2: Tensor | _float, *, beta: _float = ..., alpha: _float = ...) -> Tensor:
        """In place: ``beta · self + alpha · (mat1 @ mat2)`` for two matrices; ``self`` stretches to the product's shape."""
    def all(self, dim: Any = ..., keepdim: _bool = ...) -> Tensor:
        """Whether every element is true (not 0), of all or over the dimension(s) ``dim``: booleans, True for nothing."""
    def allclose(self, other: Tensor, rtol: _float = ..., atol: _float = ..., equal_nan: _bool = ...) -> _bool:
        """Whether `isclose` holds everywhere: a Python bool."""
    def amax(self, dim: Any = ..., keepdim: _bool = ...) -> Tensor:
        """The largest over the dimension(s) ``dim`` (none given: all); equal elements share the gradient."""
    def amin(self, dim: Any = ..., keepdim: _bool = ...) -> Tensor:
        """The smallest over the dimension(s) ``dim`` (none given: all); equal elements share the gradient."""
    def any(self, dim: Any = ..., keepdim: _bool = ...) -> Tensor:
        """Whether some element is true (not 0), of all or over the dimension(s) ``dim``: booleans, False for nothing."""
    def arccos(self) -> Tensor:
        """The angle between 0 and π whose cosine each element is; nan outside -1 … 1."""
    def arccos_(self) -> Tensor:
        """In place: The angle between 0 and π whose cosine each element is; nan outside -1 … 1."""
    def arcsin(self) -> Tensor:
        """The angle between -π/2 and π/2 whose sine each element is; nan outside -1 … 1."""
    def arcsin_(self) -> Tensor:
        """In place: The angle between -π/2 and π/2 whose sine each element is; nan outside -1 … 1."""
    def arctan(self) -> Tensor:
        """The angle between -π/2 and π/2 whose tangent each element is."""
    def arctan_(self) -> Tensor:
        """In place: The angle between -π/2 and π/2 whose tangent each element is."""
    def argmax(self, dim: _int | None = ..., keepdim: _bool = ...) -> Tensor:
        """The place of the largest element along ``dim``; None: in the tensor as one long row."""
    def argmin(self, dim: _int | None = ..., keepdim: _bool = ...) -> Tensor:
        """The place of the smallest element along ``dim``; None: in the tensor as one long row."""
    def argsort(self, dim: _int = ..., descending: _bool = ..., *, stable: _bool | None = ...) -> Tensor:
        """The places, int64, that `sort` takes the values from along ``dim``."""
    def as_strided(self, size: _int | Sequence[_int], stride: _int | Sequence[_int], storage_offset: _int | None = ...) -> Tensor:
        """The memory of ``self`` from its beginning, seen through other sizes and strides."""
    def asin(self) -> Tensor:
        """The angle between -π/2 and π/2 whose sine each element is; nan outside -1 … 1."""
    def asin_(self) -> Tensor:
        """In place: The angle between -π/2 and π/2 whose sine each element is; nan outside -1 … 1."""
    def atan(self) -> Tensor:
        """The angle between -π/2 and π/2 whose tangent each element is."""
    def atan2(self, *args: Any, **kwargs: Any) -> Tensor:
        """The angle of the point (other, input), from -π to π. The shapes stretch to each other."""
    def atan2_(self, *args: Any, **kwargs: Any) -> Tensor:
        """In-place `atan2`: the result must fit the tensor's own shape and dtype."""
    def atan_(self) -> Tensor:
        """In place: The angle between -π/2 and π/2 whose tangent each element is."""
    def backward(self, gradient: Tensor | None = ..., retain_graph: _bool | None = ..., create_graph: _bool = ..., inputs: Any = ...) -> None:
        """Add the gradients of this tensor to the ``.grad`` of the leaves that it was computed from."""
    def baddbmm(self, batch1: Tensor | _float, batch2: Tensor | _float, *, beta: _float = ..., alpha: _float = ...) -> Tensor: ...
    def baddbmm_(self, batch1: Tensor | _float, batch2: Tensor | _float, *, beta: _float = ..., alpha: _float = ...) -> Tensor:
        """In place: ``beta · self + alpha · (batch1 @ batch2)`` for each pair of matrices of two batches."""
    def bernoulli(self, p: Any = ..., *, generator: Any = ...) -> Tensor:
        """A one or a zero for each probability in ``input``; with the number ``p``, ``input`` lends its shape and dtype."""
    def bincount(self, weights: Tensor | None = ..., minlength: _int = ...) -> Tensor:
        """How often each of the numbers 0, 1, 2 … occurs in ``self``, or the sum of ``weights`` where it does."""
    def bitwise_and(self, other: Tensor | _float) -> Tensor: ...
    def bitwise_and_(self, other: Any) -> Tensor:
        """In-place `bitwise_and`: the result must fit the tensor's own shape and dtype."""
    def bitwise_not(self) -> Tensor:
        """Every bit of each element turned over; for booleans: not."""
    def bitwise_not_(self) -> Tensor:
        """In place: Every bit of each element turned over; for booleans: not."""
    def bitwise_or(self, other: Tensor | _float) -> Tensor: ...
    def bitwise_or_(self, other: Any) -> Tensor:
        """In-place `bitwise_or`: the result must fit the tensor's own shape and dtype."""
    def bitwise_xor(self, other: Tensor | _float) -> Tensor: ...
    def bitwise_xor_(self, other: Any) -> Tensor:
        """In-place `bitwise_xor`: the result must fit the tensor's own shape and dtype."""
    def bmm(self, mat2: Tensor) -> Tensor:
        """The products of the matrices of two batches, pair by pair."""
    def bool(self) -> Tensor:
        """The tensor as torch.bool; itself if it is that already."""
    def broadcast_to(self, *size: Any, **keywords: Any) -> Tensor:
        """`expand` under NumPy's name."""
    def byte(self) -> Tensor:
        """The tensor as torch.uint8; itself if it is that already."""
    def ceil(self) -> Tensor:
        """The smallest whole number that is not below each element."""
    def ceil_(self) -> Tensor:
        """In place: The smallest whole number that is not below each element."""
    def char(self) -> Tensor:
        """The tensor as torch.int8; itself if it is that already."""
    def chunk(self, chunks: _int, dim: _int = ...) -> tuple[Tensor, ...]:
        """At most ``chunks`` pieces of one length along ``dim``, as views; the last may be shorter, and there may be fewer."""
    def clamp(self, min: Any = ..., max: Any = ...) -> Tensor: ...
    def clamp_(self, min: Any = ..., max: Any = ...) -> Tensor:
        """In-place `clamp`: the result must fit the tensor's own shape and dtype."""
    def clamp_max(self, max: Any) -> Tensor: ...
    def clamp_max_(self, max: Any) -> Tensor:
        """In-place `clamp_max`: the result must fit the tensor's own shape and dtype."""
    def clamp_min(self, min: Any) -> Tensor: ...
    def clamp_min_(self, min: Any) -> Tensor:
        """In-place `clamp_min`: the result must fit the tensor's own shape and dtype."""
    def clip(self, min: Any = ..., max: Any = ...) -> Tensor: ...
    def clip_(self, min: Any = ..., max: Any = ...) -> Tensor:
        """In-place `clamp`: the result must fit the tensor's own shape and dtype."""
    def clone(self, *, memory_format: Any = ...) -> Tensor:
        """A copy with memory of its own."""
    def contiguous(self, *, memory_format: Any = ...) -> Tensor:
        """The tensor itself if its memory is in row-major order, else a copy that is."""
    def copy_(self, src: Tensor | _float, non_blocking: _bool = ...) -> Tensor:
        """In place: The elements of ``src``, stretched to the shape and cast to the type of ``self``."""
    def cos(self) -> Tensor:
        """The cosine of each element, an angle in radians."""
    def cos_(self) -> Tensor:
        """In place: The cosine of each element, an angle in radians."""
    def cosh(self) -> Tensor:
        """The hyperbolic cosine of each element: half the sum of eˣ and e⁻ˣ."""
    def cosh_(self) -> Tensor:
        """In place: The hyperbolic cosine of each element: half the sum of eˣ and e⁻ˣ."""
    def cpu(self) -> Tensor:
        """The tensor itself: everything is on the CPU."""
    def cross(self, other: Tensor, dim: _int | None = ...) -> Tensor:
        """The vector product along ``dim``; without ``dim``, along the first dimension of length 3, and a warning."""
    def cuda(self, *args: Any, **kwargs: Any) -> Tensor:
        """Refused: there is no GPU here."""
    def cumprod(self, dim: _int, *, dtype: Any = ...) -> Tensor:
        """The running product along ``dim``, in the same shape. Booleans and integers multiply as int64."""
    def cumsum(self, dim: _int, *, dtype: Any = ...) -> Tensor:
        """The running sum along ``dim``, in the same shape. Booleans and integers sum as int64."""
    @property
    def data(self) -> Tensor:
        """Like `detach`, but writes through it are not counted: the graph cannot notice them. Can be set to a tensor."""
    @data.setter
    def data(self, value: Tensor) -> None: ...
    def data_ptr(self) -> _int:
        """Where in memory the first element lies; views and ``detach()`` of a tensor may share it."""
    def det(self) -> Tensor:
        """The determinant of each matrix: (…, n, n) gives (…)."""
    def detach(self) -> Tensor:
        """A leaf with the same memory and no history: gradients stop here. Writing to one writes to both."""
    def detach_(self) -> Tensor:
        """Forget the history, in place; returns the tensor itself. Nodes that saved this tensor can then run no more."""
    @property
    def device(self) -> device:
        """Always the CPU."""
    def diag(self, diagonal: _int = ...) -> Tensor:
        """A matrix with this vector on its ``diagonal`` (0: the main one, 1: above); of a matrix, a copy of that diagonal."""
    def diag_embed(self, offset: _int = ..., dim1: _int = ..., dim2: _int = ...) -> Tensor:
        """Zeros with the last dimension of ``self`` as the diagonal of matrices in ``dim1`` and ``dim2``."""
    def diagonal(self, offset: _int = ..., dim1: _int = ..., dim2: _int = ...) -> Tensor:
        """The diagonal of the matrices in ``dim1`` and ``dim2``, ``offset`` beside the main one, as a view."""
    def diff(self, n: _int = ..., dim: _int = ..., prepend: Tensor | None = ..., append: Tensor | None = ...) -> Tensor: ...
    def digamma(self) -> Tensor:
        """ψ(x), the derivative of `lgamma`, of each element x; nan at -1, -2 and so on."""
    def dim(self) -> _int:
        """The same as ``ndim``."""
    def div(self, other: Any, **how: _str | None) -> Tensor: ...
    def div_(self, other: Any, **how: _str | None) -> Tensor:
        """In-place `div`: the result must fit the tensor's own shape and dtype."""
    def divide(self, other: Any, **how: _str | None) -> Tensor: ...
    def divide_(self, other: Any, **how: _str | None) -> Tensor:
        """In-place `div`: the result must fit the tensor's own shape and dtype."""
    def dot(self, tensor: Tensor) -> Tensor:
        """The sum of the products of two vectors' elements."""
    def double(self) -> Tensor:
        """The tensor as torch.float64; itself if it is that already."""
    @property
    def dtype(self) -> dtype:
        """The type of its numbers, e.g. ``torch.float32``."""
    def element_size(self) -> _int:
        """How many bytes one number takes: 4 for float32."""
    def eq(self, other: Tensor | _float) -> Tensor:
        """Whether ``self == other``, element by element, as booleans."""
    def equal(self, other: Tensor) -> _bool:
        """Whether both have the same shape and the same elements: a Python bool. A nan equals nothing."""
    def erf(self) -> Tensor:
        """The error function of each element x: the integral of exp(-t²) from 0 to x, times 2/√π."""
    def erf_(self) -> Tensor:
        """In place: The error function of each element x: the integral of exp(-t²) from 0 to x, times 2/√π."""
    def exp(self) -> Tensor:
        """e to the power of each element."""
    def exp2(self) -> Tensor:
        """2 to the power of each element."""
    def exp2_(self) -> Tensor:
        """In place: 2 to the power of each element."""
    def exp_(self) -> Tensor:
        """In place: e to the power of each element."""
    def expand(self, *sizes: Any, **keywords: Any) -> Tensor:
        """A view that stretches dimensions of length 1 without copying; -1 keeps a length, new dimensions come in front."""
    def expand_as(self, other: Tensor) -> Tensor:
        """`expand` to ``other``'s shape."""
    def expm1(self) -> Tensor:
        """e to the power of each element, minus 1: exact also near 0, where the difference would lose its digits."""
    def expm1_(self) -> Tensor:
        """In place: e to the power of each element, minus 1: exact also near 0, where the difference would lose its digits."""
    def fill_(self, value: Any) -> Tensor:
        """Write ``value`` everywhere: a number, or a 0-d tensor, which then gets the sum of the gradient."""
    def flatten(self, start_dim: _int = ..., end_dim: _int = ...) -> Tensor:
        """Dimensions ``start_dim`` to ``end_dim`` as one: (2, 3, 4) gives (24,), from 1 on (2, 12). A vector stays itself."""
    def flip(self, *dims: Any, **keywords: Any) -> Tensor:
        """A copy that is back to front along ``dims``."""
    def float(self) -> Tensor:
        """The tensor as torch.float32; itself if it is that already."""
    def floor(self) -> Tensor:
        """The largest whole number that is not above each element."""
    def floor_(self) -> Tensor:
        """In place: The largest whole number that is not above each element."""
    def floor_divide(self, other: Tensor | _float) -> Tensor:
        """The largest whole number not above ``self / other``, element by element."""
    def floor_divide_(self, other: Tensor | _float) -> Tensor:
        """In place: The largest whole number not above ``self / other``, element by element."""
    def gather(self, dim: _int, index: Tensor, *, sparse_grad: _bool = ...) -> Tensor:
        """For each place of ``index``, the element of ``self`` whose number along ``dim`` stands there."""
    def ge(self, other: Tensor | _float) -> Tensor:
        """Whether ``self >= other``, element by element, as booleans."""
    def get_device(self) -> Any:
        """Always -1 here."""
    @property
    def grad(self) -> Tensor | None:
        """What backward has added up here, of the tensor's own shape and dtype; None until something came."""
    @grad.setter
    def grad(self, value: Tensor | None) -> None: ...
    @property
    def grad_fn(self) -> Any:
        """The node that made this tensor, None for a leaf."""
    def gt(self, other: Tensor | _float) -> Tensor:
        """Whether ``self > other``, element by element, as booleans."""
    def half(self) -> Tensor:
        """The tensor as torch.float16; itself if it is that already."""
    def histogram(self, bins: Any = ..., *, range: Sequence[_float] | None = ..., weight: Tensor | None = ..., density: _bool = ...) -> Any:
        """How many elements fall into each of ``bins`` equal parts, as a pair (hist, bin_edges). It has no derivative."""
    def index_add(self, dim: _int, index: Tensor, source: Tensor, *, alpha: _float = ...) -> Tensor: ...
    def index_add_(self, dim: _int, index: Tensor, source: Tensor, *, alpha: _float = ...) -> Tensor:
        """In place: ``self`` with the slices of ``alpha · source`` added along ``dim`` at the places that ``index`` names."""
    def index_put(self, indices: Any, values: Tensor, accumulate: _bool = ...) -> Tensor:
        """A copy with ``values`` in the places ``indices``, a tensor for each dimension; ``accumulate`` adds to them."""
    def index_put_(self, indices: Any, values: Tensor, accumulate: _bool = ...) -> Tensor:
        """In-place `index_put`; what ``x[indices] = values`` leaves behind."""
    def index_select(self, dim: _int, index: Tensor) -> Tensor:
        """The slices along ``dim`` that the whole numbers in ``index`` name, as a copy."""
    def int(self) -> Tensor:
        """The tensor as torch.int32; itself if it is that already."""
    def inverse(self) -> Tensor:
        """The inverse of each matrix, ``torch.linalg.inv``."""
    def is_complex(self) -> Any:
        """Always False here."""
    def is_contiguous(self) -> _bool:
        """Whether the elements lie in memory row by row, without gaps."""
    @property
    def is_cpu(self) -> Any:
        """Always True here."""
    @property
    def is_cuda(self) -> Any:
        """Always False here."""
    def is_floating_point(self) -> _bool:
        """Whether gradients are possible at all."""
    def is_inference(self) -> _bool:
        """Whether it was made inside `inference_mode`."""
    @property
    def is_leaf(self) -> _bool:
        """True when no recorded operation made this tensor. Only leaves get ``.grad`` from backward."""
    @property
    def is_meta(self) -> Any:
        """Always False here."""
    @property
    def is_mkldnn(self) -> Any:
        """Always False here."""
    @property
    def is_mps(self) -> Any:
        """Always False here."""
    @property
    def is_nested(self) -> Any:
        """Always False here."""
    @property
    def is_quantized(self) -> Any:
        """Always False here."""
    def is_shared(self) -> Any:
        """Always False here."""
    @property
    def is_sparse(self) -> Any:
        """Always False here."""
    @property
    def is_sparse_csr(self) -> Any:
        """Always False here."""
    @property
    def is_xpu(self) -> Any:
        """Always False here."""
    def isclose(self, other: Tensor, rtol: _float = ..., atol: _float = ..., equal_nan: _bool = ...) -> Tensor:
        """Where ``|input - other| <= atol + rtol · |other|``, as booleans; with ``equal_nan`` two nans are close."""
    def isfinite(self) -> Tensor:
        """Whether each element is neither infinite nor nan, as booleans."""
    def isinf(self) -> Tensor:
        """Whether each element is infinite, as booleans."""
    def isnan(self) -> Tensor:
        """Whether each element is nan, as booleans."""
    def item(self) -> Any:
        """The single number in it, as a Python number: float, int or bool."""
    @property
    def itemsize(self) -> _int:
        """How many bytes one number takes: 4 for float32."""
    @property
    def layout(self) -> Any:
        """Always torch.strided here."""
    def le(self, other: Tensor | _float) -> Tensor:
        """Whether ``self <= other``, element by element, as booleans."""
    def lerp(self, *args: Any, **kwargs: Any) -> Tensor: ...
    def lerp_(self, *args: Any, **kwargs: Any) -> Tensor:
        """In-place `lerp`: the result must fit the tensor's own shape and dtype."""
    def lgamma(self) -> Tensor: ...
    def log(self) -> Tensor:
        """The natural logarithm of each element; -inf at 0, nan below."""
    def log10(self) -> Tensor:
        """The logarithm of each element to the base 10; -inf at 0, nan below."""
    def log10_(self) -> Tensor:
        """In place: The logarithm of each element to the base 10; -inf at 0, nan below."""
    def log1p(self) -> Tensor:
        """The natural logarithm of 1 plus each element: exact also near 0, where the sum would lose its digits."""
    def log1p_(self) -> Tensor:
        """In place: The natural logarithm of 1 plus each element: exact also near 0, where the sum would lose its digits."""
    def log2(self) -> Tensor:
        """The logarithm of each element to the base 2; -inf at 0, nan below."""
    def log2_(self) -> Tensor:
        """In place: The logarithm of each element to the base 2; -inf at 0, nan below."""
    def log_(self) -> Tensor:
        """In place: The natural logarithm of each element; -inf at 0, nan below."""
    def log_softmax(self, dim: _int, dtype: Any = ...) -> Tensor:
        """The logarithm of `softmax`, without its rounding to 0: ``x - logsumexp(x)`` along ``dim``."""
    def logical_and(self, *args: Any, **kwargs: Any) -> Tensor:
        """Whether both are true (not 0). The shapes stretch to each other."""
    def logical_and_(self, *args: Any, **kwargs: Any) -> Tensor:
        """In-place `logical_and`: the result must fit the tensor's own shape and dtype."""
    def logical_not(self) -> Tensor:
        """Whether each element is 0 (or False), as booleans."""
    def logical_not_(self) -> Tensor:
        """In place: Whether each element is 0 (or False), as booleans."""
    def logical_or(self, *args: Any, **kwargs: Any) -> Tensor:
        """Whether at least one is true (not 0). The shapes stretch to each other."""
    def logical_or_(self, *args: Any, **kwargs: Any) -> Tensor:
        """In-place `logical_or`: the result must fit the tensor's own shape and dtype."""
    def logical_xor(self, *args: Any, **kwargs: Any) -> Tensor:
        """Whether just one is true (not 0). The shapes stretch to each other."""
    def logical_xor_(self, *args: Any, **kwargs: Any) -> Tensor:
        """In-place `logical_xor`: the result must fit the tensor's own shape and dtype."""
    def logit(self, eps: _float | None = ...) -> Tensor: ...
    def logit_(self, eps: _float | None = ...) -> Tensor:
        """In place: ``log(x / (1 - x))`` of each element x; with ``eps``, x is first kept between ``eps`` and ``1 - eps``."""
    def logsumexp(self, dim: Any, keepdim: _bool = ...) -> Tensor: ...
    def long(self) -> Tensor:
        """The tensor as torch.int64; itself if it is that already."""
    def lt(self, other: Tensor | _float) -> Tensor:
        """Whether ``self < other``, element by element, as booleans."""
    @property
    def mT(self) -> Tensor:
        """A view with the last two dimensions swapped."""
    def masked_fill(self, *args: Any, **kwargs: Any) -> Tensor:
        """A copy of ``input`` with ``value``, a number or a 0-d tensor, where the boolean ``mask`` is true."""
    def masked_fill_(self, *args: Any, **kwargs: Any) -> Tensor:
        """In-place `masked_fill`: the result must fit the tensor's own shape and dtype."""
    def masked_select(self, mask: Tensor) -> Tensor:
        """The elements of ``self`` where ``mask`` holds, as a vector."""
    def matmul(self, other: Tensor) -> Tensor: ...
    def max(self, dim: Any = ..., keepdim: _bool = ...) -> Any:
        """The largest of all; along ``dim`` a pair (values, indices); of two tensors, `maximum`."""
    def maximum(self, *args: Any, **kwargs: Any) -> Tensor:
        """The larger of both; nan if one is nan; ties share the gradient. The shapes stretch to each other."""
    def mean(self, dim: Any = ..., keepdim: _bool = ..., *, dtype: Any = ...) -> Tensor:
        """The mean of all elements, or over the dimension(s) ``dim``, which go, or with ``keepdim`` stay with length 1."""
    def median(self, dim: _int | None = ..., keepdim: _bool = ...) -> Any:
        """The middle value of all (equal ones share the gradient), or along ``dim`` a pair (values, indices)."""
    def min(self, dim: Any = ..., keepdim: _bool = ...) -> Any:
        """The smallest of all; along ``dim`` a pair (values, indices); of two tensors, `minimum`."""
    def minimum(self, *args: Any, **kwargs: Any) -> Tensor:
        """The smaller of both; nan if one is nan; ties share the gradient. The shapes stretch to each other."""
    def mm(self, mat2: Tensor) -> Tensor:
        """The product of two matrices."""
    def movedim(self, source: Any, destination: Any) -> Tensor:
        """A view with dimensions ``source`` moved to the places ``destination``; the others keep their order."""
    def mul(self, other: Tensor | _float) -> Tensor: ...
    def mul_(self, other: Tensor | _float) -> Tensor:
        """In place: ``self · other``, element by element."""
    def multinomial(self, num_samples: _int, replacement: _bool = ..., *, generator: Generator | None = ...) -> Tensor: ...
    def multiply(self, other: Tensor | _float) -> Tensor: ...
    def multiply_(self, other: Tensor | _float) -> Tensor:
        """In place: ``self · other``, element by element."""
    def mv(self, vec: Tensor) -> Tensor:
        """The product of a matrix and a vector."""
    @property
    def name(self) -> _str | None:
        """What the learner calls it; pictures and sentences use it. Not in PyTorch."""
    @name.setter
    def name(self, value: _str | None) -> None: ...
    def narrow(self, dim: _int, start: Any, length: _int) -> Tensor:
        """A view of ``length`` slices along ``dim``, from ``start`` on."""
    @property
    def nbytes(self) -> _int:
        """How many bytes its numbers take."""
    @property
    def ndim(self) -> _int:
        """How many dimensions there are; 0 for a scalar."""
    def ndimension(self) -> _int:
        """The number of dimensions, ``ndim``."""
    def ne(self, other: Tensor | _float) -> Tensor:
        """Whether ``self != other``, element by element, as booleans."""
    def neg(self) -> Tensor: ...
    def neg_(self) -> Tensor:
        """In place: ``-self``, element by element."""
    def negative(self) -> Tensor: ...
    def negative_(self) -> Tensor:
        """In place: ``-self``, element by element."""
    def nelement(self) -> _int:
        """How many numbers it holds."""
    def new(self, *args: Any, device: Any = ...) -> Tensor:
        """What ``torch.Tensor(…)`` makes, in this tensor's dtype: of a sequence, zeros of a shape, or a tensor's view."""
    def new_empty(self, *args: Any, size: Any = ..., out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
        """`empty` of this tensor's dtype."""
    def new_full(self, size: Any, fill_value: Any, *, out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
        """`full` of this tensor's dtype."""
    def new_ones(self, *args: Any, size: Any = ..., out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
        """`ones` of this tensor's dtype."""
    def new_tensor(self, data: Any, *, dtype: Any = ..., device: Any = ..., requires_grad: _bool = ...) -> Tensor:
        """A leaf with a copy of ``data``, of this tensor's dtype unless told otherwise; as `tensor`."""
    def new_zeros(self, *args: Any, size: Any = ..., out: Any = ..., dtype: Any = ..., layout: Any = ..., device: Any = ..., pin_memory: Any = ..., memory_format: Any = ..., requires_grad: Any = ...) -> Tensor:
        """`zeros` of this tensor's dtype."""
    def nonzero(self, *, as_tuple: _bool = ...) -> Any:
        """Where the elements are not 0: an n×ndim tensor of int64, or with ``as_tuple`` a vector for each dimension."""
    def norm(self, p: Any = ..., dim: Any = ..., keepdim: _bool = ..., dtype: Any = ...) -> Tensor:
        """The p-norm (Σ|x|ᵖ)¹ᐟᵖ of all elements, or over ``dim``; ``"fro"`` and None are 2, ±inf the extreme |x|."""
    def normal_(self, mean: _float = ..., std: _float = ..., *, generator: Any = ...) -> Tensor:
        """In place: Random numbers, normal with this ``mean`` and ``std``, in every element."""
    def numel(self) -> _int:
        """How many numbers it holds."""
    def numpy(self, *, force: _bool = ...) -> np.ndarray:
        """The numbers as an array that shares this tensor's memory; ``force`` says detach first."""
    def outer(self, vec2: Tensor) -> Tensor:
        """Every element of one vector times every element of the other: lengths n and m give an n×m matrix."""
    @property
    def output_nr(self) -> _int:
        """Which output of ``grad_fn`` this tensor is; its gradient arrives in the slot of that number."""
    def permute(self, *dims: Any, **keywords: Any) -> Tensor:
        """A view with all dimensions in another order: (2, 3, 4) by ``permute(2, 0, 1)`` gives (4, 2, 3)."""
    def pow(self, exponent: Any) -> Tensor: ...
    def pow_(self, exponent: Any) -> Tensor:
        """In-place ``self ** exponent``: a number, or a tensor that is stretched to the shape of ``self``."""
    def prelu(self, weight: Tensor) -> Tensor:
        """x, and ``weight`` times x below zero: one weight, or one for each channel (dimension 1)."""
    def prod(self, dim: Any = ..., keepdim: _bool = ..., *, dtype: Any = ...) -> Tensor:
        """The product of all elements, or along the one dimension ``dim``. Booleans and integers multiply as int64."""
    def random_(self, *bounds: Any, generator: Any = ..., **named: Any) -> Tensor:
        """Write whole numbers: ``random_()``, ``random_(to)`` or ``random_(from, to)``; ``to`` itself is never drawn."""
    def ravel(self) -> Tensor:
        """All in one row: a view where the memory is in row-major order, else a copy."""
    @property
    def real(self) -> Tensor:
        """The tensor itself: there are no complex numbers here."""
    def reciprocal(self) -> Tensor: ...
    def reciprocal_(self) -> Tensor:
        """In place: ``1 / self``, element by element; whole numbers give floats."""
    def register_hook(self, hook: Callable[[Tensor], Tensor | None]) -> Any:
        """Call ``hook(grad)`` when this tensor's whole gradient is known; a returned tensor replaces it."""
    def register_post_accumulate_grad_hook(self, hook: Callable[[Tensor], None]) -> Any:
        """Call ``hook(tensor)`` after ``tensor.grad`` was written."""
    def relu(self) -> Tensor:
        """The larger of each element and 0."""
    def relu_(self) -> Tensor:
        """In place: The larger of each element and 0."""
    def remainder(self, other: Any) -> Tensor:
        """What floor division leaves, ``input - other * floor(input / other)``: it has the sign of ``other``."""
    def remainder_(self, other: Any) -> Tensor:
        """In-place `remainder`: the result must fit the tensor's own shape and dtype."""
    def repeat(self, *repeats: Any, **keywords: Any) -> Tensor:
        """Copies side by side, ``repeats[i]`` of them along dimension i: (2, 3) by ``repeat(2, 1)`` gives (4, 3)."""
    def repeat_interleave(self, repeats: Any = ..., dim: _int | None = ..., *, output_size: Any = ...) -> Tensor:
        """Each element (or slice along ``dim``) ``repeats`` times in a row; a tensor of repeats gives each its own count."""
    @property
    def requires_grad(self) -> _bool:
        """Whether backward should compute a gradient for this tensor, or pass through it. Can be set on leaves."""
    @requires_grad.setter
    def requires_grad(self, value: _bool) -> None: ...
    def requires_grad_(self, requires_grad: _bool = ...) -> Tensor:
        """Ask for a gradient (or not) from now on; returns the tensor itself. Errors are those of ``requires_grad``."""
    def reshape(self, *shape: Any, **keywords: Any) -> Tensor:
        """The same numbers in another shape: a view where possible, else a copy. One -1 stands for what is left."""
    def reshape_as(self, other: Tensor) -> Tensor:
        """`reshape` to ``other``'s shape."""
    def retain_grad(self) -> None:
        """Keep ``.grad`` for this tensor although it is no leaf; on a leaf this changes nothing."""
    @property
    def retains_grad(self) -> _bool:
        """Whether `retain_grad` was called on this tensor, which is no leaf."""
    def roll(self, shifts: Any, dims: Any = ...) -> Tensor:
        """A copy moved by ``shifts`` along ``dims`` (none: as one long row); what leaves at one end comes in at the other."""
    def round(self) -> Tensor:
        """The whole number nearest to each element; a half goes to the even neighbour."""
    def round_(self) -> Tensor:
        """In place: The whole number nearest to each element; a half goes to the even neighbour."""
    def rsqrt(self) -> Tensor:
        """1 divided by the square root of each element; inf at 0, nan below."""
    def rsqrt_(self) -> Tensor:
        """In place: 1 divided by the square root of each element; inf at 0, nan below."""
    def scatter(self, dim: _int, index: Tensor, src: Any = ..., *, value: Any = ..., reduce: Any = ...) -> Tensor:
        """A copy with ``src`` where ``index`` says along ``dim``: for dim = 1, ``z[i][index[i][j]] = src[i][j]``."""
    def scatter_(self, dim: _int, index: Tensor, src: Any = ..., *, value: Any = ..., reduce: Any = ...) -> Tensor:
        """In-place `scatter`: the result must fit the tensor's own shape and dtype."""
    def scatter_add(self, dim: _int, index: Tensor, src: Tensor) -> Tensor: ...
    def scatter_add_(self, dim: _int, index: Tensor, src: Tensor) -> Tensor:
        """In place: ``self`` with each element of ``src`` added at the place along ``dim`` that ``index`` names for it."""
    def select(self, dim: _int, index: _int) -> Tensor:
        """The slice number ``index`` along ``dim``, without that dimension, as a view."""
    def sgn(self) -> Tensor:
        """-1, 0 or 1 for each element, as `sign` (they differ for complex numbers, which are not here)."""
    def sgn_(self) -> Tensor:
        """In place: -1, 0 or 1 for each element, as `sign` (they differ for complex numbers, which are not here)."""
    @property
    def shape(self) -> Size:
        """The lengths of the dimensions."""
    def short(self) -> Tensor:
        """The tensor as torch.int16; itself if it is that already."""
    def sigmoid(self) -> Tensor: ...
    def sigmoid_(self) -> Tensor:
        """In place: ``1 / (1 + exp(-self))``, element by element, between 0 and 1."""
    def sign(self) -> Tensor:
        """-1, 0 or 1 for each element: its sign; 0 also for nan."""
    def sign_(self) -> Tensor:
        """In place: -1, 0 or 1 for each element: its sign; 0 also for nan."""
    def sin(self) -> Tensor:
        """The sine of each element, an angle in radians."""
    def sin_(self) -> Tensor:
        """In place: The sine of each element, an angle in radians."""
    def sinh(self) -> Tensor:
        """The hyperbolic sine of each element: half the difference of eˣ and e⁻ˣ."""
    def sinh_(self) -> Tensor:
        """In place: The hyperbolic sine of each element: half the difference of eˣ and e⁻ˣ."""
    def size(self, dim: _int | None = ...) -> Any: ...
    def softmax(self, dim: _int, dtype: Any = ...) -> Tensor: ...
    def sort(self, dim: _int = ..., descending: _bool = ..., *, stable: _bool | None = ...) -> Any:
        """The values in rising (or falling) order along ``dim`` and the places where they were: a pair (values, indices)."""
    def split(self, split_size_or_sections: Any = ..., dim: _int = ..., *, split_size: Any = ...) -> tuple[Tensor, ...]:
        """Pieces of one length along ``dim`` (the last may be shorter), or of the given lengths, as views."""
    def split_with_sizes(self, split_sizes: _int | Sequence[_int], dim: _int = ...) -> tuple[Tensor, ...]:
        """Pieces of the lengths ``split_sizes`` along ``dim``, as views."""
    def sqrt(self) -> Tensor:
        """The square root of each element; nan below 0."""
    def sqrt_(self) -> Tensor:
        """In place: The square root of each element; nan below 0."""
    def square(self) -> Tensor: ...
    def square_(self) -> Tensor:
        """In-place `square`: ``self ** 2``."""
    def squeeze(self, dim: Any = ..., *more: _int) -> Tensor:
        """A view without the dimensions of length 1, or without those of ``dim`` (a number or several) that have length 1."""
    def squeeze_(self, dim: _int | None = ...) -> Tensor:
        """In-place `squeeze`: the tensor itself loses its dimensions of length 1, or dimension ``dim``."""
    def std(self, dim: Any = ..., unbiased: _bool = ..., keepdim: _bool = ..., *, correction: _float | None = ...) -> Any:
        """The square root of `var`, with the same arguments; where it is 0 its slope is inf."""
    def storage(self) -> Any:
        """The memory that the tensor looks at, all of it, as a row of numbers; a view's is its base's."""
    def storage_offset(self) -> _int:
        """How many elements after the beginning of the memory this tensor begins: 3 for ``x[1]`` of a 2×3 matrix."""
    def stride(self, dim: _int | None = ...) -> Any:
        """How many elements apart neighbours in each dimension (or in one) are: (3, 1) in a row-major 2×3 matrix."""
    def sub(self, other: Tensor | _float, *, alpha: _float = ...) -> Tensor: ...
    def sub_(self, other: Tensor | _float, *, alpha: _float = ...) -> Tensor:
        """In place: ``self - alpha · other``, element by element."""
    def subtract(self, other: Tensor | _float, *, alpha: _float = ...) -> Tensor: ...
    def subtract_(self, other: Tensor | _float, *, alpha: _float = ...) -> Tensor:
        """In place: ``self - alpha · other``, element by element."""
    def sum(self, dim: Any = ..., keepdim: _bool = ..., *, dtype: Any = ...) -> Tensor:
        """The sum of all elements, or over the dimension(s) ``dim``, which go, or with ``keepdim`` stay with length 1."""
    def sum_to_size(self, *size: Any, **keywords: Any) -> Tensor:
        """Summed over what `expand` would stretch from this size: (2, 3) gives (3,), (2, 1) or (1, 1); itself if it fits."""
    def svd(self, some: _bool = ..., compute_uv: _bool = ...) -> Any:
        """U, the singular values S in falling order, and V with ``U @ diag(S) @ V.mT = input``."""
    def swapaxes(self, axis0: _int, axis1: _int) -> Tensor:
        """A view with two dimensions swapped: `transpose` under NumPy's name."""
    def t(self) -> Tensor:
        """The transpose of a matrix, as a view; a vector or a single number stays as it is."""
    def t_(self) -> Tensor:
        """In-place `t`: the rows of the matrix become its columns."""
    def tan(self) -> Tensor:
        """The tangent of each element, an angle in radians."""
    def tan_(self) -> Tensor:
        """In place: The tangent of each element, an angle in radians."""
    def tanh(self) -> Tensor:
        """The hyperbolic tangent of each element, between -1 and 1."""
    def tanh_(self) -> Tensor:
        """In place: The hyperbolic tangent of each element, between -1 and 1."""
    def tile(self, *dims: Any, **keywords: Any) -> Tensor:
        """`repeat`, but fewer numbers than dimensions count from the last."""
    def to(self, *args: Any, dtype: Any = ..., copy: _bool = ..., **ignored: Any) -> Tensor:
        """The tensor in another dtype, ``x.to(torch.float64)``; itself if it has it already, unless ``copy`` is asked for."""
    def tolist(self) -> Any:
        """The numbers as nested lists, one level for each dimension; of a 0-d tensor the number itself."""
    def topk(self, k: _int, dim: _int = ..., largest: _bool = ..., sorted: _bool = ...) -> Any:
        """The ``k`` largest (or smallest) along ``dim`` and their places, as a pair (values, indices), in order."""
    def trace(self) -> Tensor:
        """The sum of the diagonal of a matrix."""
    def transpose(self, dim0: _int, dim1: _int) -> Tensor: ...
    def transpose_(self, dim0: _int, dim1: _int) -> Tensor:
        """In-place `transpose`: two dimensions of the tensor change places."""
    def tril(self, diagonal: _int = ...) -> Tensor:
        """Each matrix with zeros above the diagonal number ``diagonal`` (0: the main one)."""
    def tril_(self, diagonal: _int = ...) -> Tensor:
        """In place: Each matrix with zeros above the diagonal number ``diagonal`` (0: the main one)."""
    def triu(self, diagonal: _int = ...) -> Tensor:
        """Each matrix with zeros below the diagonal number ``diagonal`` (0: the main one)."""
    def triu_(self, diagonal: _int = ...) -> Tensor:
        """In place: Each matrix with zeros below the diagonal number ``diagonal`` (0: the main one)."""
    def true_divide(self, other: Any, **how: _str | None) -> Tensor: ...
    def true_divide_(self, other: Any, **how: _str | None) -> Tensor:
        """In-place `div`: the result must fit the tensor's own shape and dtype."""
    def trunc(self) -> Tensor:
        """Each element without what stands behind the point: rounded towards 0."""
    def trunc_(self) -> Tensor:
        """In place: Each element without what stands behind the point: rounded towards 0."""
    def type(self, dtype: Any = ..., non_blocking: _bool = ..., **ignored: Any) -> Any: ...
    def type_as(self, other: Tensor) -> Tensor:
        """The tensor in the dtype of ``other``; itself if it has that already."""
    def unbind(self, dim: _int = ...) -> tuple[Tensor, ...]:
        """The slices along ``dim``, as views: one node with as many outputs, told apart by ``output_nr``."""
    def unflatten(self, dim: _int, sizes: Sequence[_int]) -> Tensor:
        """One dimension as several: ``x.unflatten(0, (2, -1))``, where the -1 stands for what is left."""
    def unfold(self, dimension: _int, size: _int, step: _int) -> Tensor:
        """Windows of ``size`` elements, ``step`` apart, along ``dimension``; a window's elements come last. A view."""
    def uniform_(self, from_: _float = ..., to: _float = ..., *, generator: Any = ...) -> Tensor:
        """In place: Random numbers, uniform between ``from`` and ``to``, in every element."""
    def unique(self, sorted: _bool = ..., return_inverse: _bool = ..., return_counts: _bool = ..., dim: _int | None = ...) -> Any:
        """The different elements in one row, sorted."""
    def unsafe_split(self, split_size: _int, dim: _int = ...) -> tuple[Tensor, ...]:
        """Pieces of length ``split_size`` along ``dim`` recorded as no views; the last may be shorter."""
    def unsqueeze(self, dim: _int) -> Tensor: ...
    def unsqueeze_(self, dim: _int) -> Tensor:
        """In-place `unsqueeze`: the tensor itself gets a new dimension of length 1 at ``dim``."""
    def untyped_storage(self) -> Any:
        """The memory that the tensor looks at, all of it, as a row of bytes; a view's is its base's."""
    def var(self, dim: Any = ..., unbiased: _bool = ..., keepdim: _bool = ..., *, correction: _float | None = ...) -> Any:
        """The sum of the square distances from the mean, divided by n - ``correction`` (1 where nothing is said)."""
    def view(self, *shape: Any, **keywords: Any) -> Tensor:
        """The same memory in another shape: ``x.view(2, -1)``, where the -1 stands for what is left."""
    def view_as(self, other: Tensor) -> Tensor:
        """A view in ``other``'s shape."""
    def where(self, condition: Tensor, other: Any) -> Tensor: ...
    def zero_(self) -> Tensor:
        """In place: 0 in every element."""
    def __abs__(self) -> Tensor: ...
    def __add__(self, other: Any) -> Tensor: ...
    def __and__(self, other: Any) -> Tensor: ...
    def __bool__(self) -> _bool: ...
    def __eq__(self, other: Any) -> Tensor: ...  # type: ignore[override]
    def __float__(self) -> _float: ...
    def __floordiv__(self, other: Any) -> Tensor: ...
    def __ge__(self, other: Any) -> Tensor: ...
    def __getitem__(self, key: Any) -> Tensor: ...
    def __gt__(self, other: Any) -> Tensor: ...
    def __hash__(self) -> _int: ...
    def __iadd__(self, other: Any) -> Tensor: ...
    def __iand__(self, other: Any) -> Tensor: ...
    def __ifloordiv__(self, other: Any) -> Tensor: ...
    def __imod__(self, other: Any) -> Tensor: ...
    def __imul__(self, other: Any) -> Tensor: ...
    def __index__(self) -> _int: ...
    def __int__(self) -> _int: ...
    def __invert__(self) -> Tensor: ...
    def __ior__(self, other: Any) -> Tensor: ...
    def __ipow__(self, other: Any) -> Tensor: ...
    def __isub__(self, other: Any) -> Tensor: ...
    def __iter__(self) -> Iterator[Tensor]: ...
    def __itruediv__(self, other: Any) -> Tensor: ...
    def __ixor__(self, other: Any) -> Tensor: ...
    def __le__(self, other: Any) -> Tensor: ...
    def __len__(self) -> _int: ...
    def __lt__(self, other: Any) -> Tensor: ...
    def __matmul__(self, other: Any) -> Tensor: ...
    def __mod__(self, other: Any) -> Tensor: ...
    def __mul__(self, other: Any) -> Tensor: ...
    def __ne__(self, other: Any) -> Tensor: ...  # type: ignore[override]
    def __neg__(self) -> Tensor: ...
    def __or__(self, other: Any) -> Tensor: ...
    def __pos__(self) -> Tensor: ...
    def __pow__(self, other: Any) -> Tensor: ...
    def __radd__(self, other: Any) -> Tensor: ...
    def __rand__(self, other: Any) -> Tensor: ...
    def __rfloordiv__(self, other: Any) -> Tensor: ...
    def __rmod__(self, other: Any) -> Tensor: ...
    def __rmul__(self, other: Any) -> Tensor: ...
    def __ror__(self, other: Any) -> Tensor: ...
    def __rpow__(self, other: Any) -> Tensor: ...
    def __rsub__(self, other: Any) -> Tensor: ...
    def __rtruediv__(self, other: Any) -> Tensor: ...
    def __rxor__(self, other: Any) -> Tensor: ...
    def __setitem__(self, key: Any, value: Any) -> None: ...
    def __sub__(self, other: Any) -> Tensor: ...
    def __truediv__(self, other: Any) -> Tensor: ...
    def __xor__(self, other: Any) -> Tensor: ...

def wrap(data: Any, fn: Any = ...) -> Tensor: ...
