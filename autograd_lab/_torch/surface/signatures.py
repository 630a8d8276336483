"""What PyTorch's functions and methods take: the words of its error messages, and what decides which of them applies.

Before each signature stand the names that have it; where a name has several, each begins with a bar. ``OPTIONS`` are
the five keywords that everything that makes tensors takes. ``HIDDEN`` says that PyTorch knows one more signature, from
former times, which it never shows but which makes it word some errors as if there were a choice. ``Tensor?`` may be
None.

A method takes what the function of its name takes after the tensor, without ``out``; so does its in-place form. Those
that do not, or have no function, stand under `METHODS`.

Read by ``read_signatures.py``.

PyTorch: aten/src/ATen/native/native_functions.yaml, and what it prints.
"""

OPTIONS = (
    "torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool? pin_memory = False, "
    "bool? requires_grad = False"
)

FUNCTIONS = """
linear: Tensor input, Tensor weight, Tensor bias = None
tensor: object data, *, torch.dtype dtype = None, torch.device device = None, bool pin_memory = False, bool
    requires_grad = False, tuple of names names = None, str name = None
abs absolute acos arccos arcsin arctan asin atan bitwise_not ceil cos cosh
    digamma erf exp exp2 expm1 floor lgamma log log10 log1p log2 logical_not
    neg negative nonzero reciprocal rsqrt sgn sigmoid sign sin sinh sqrt square tan tanh trunc: Tensor
    input, *, Tensor out = None
isinf isnan relu trace is_floating_point is_inference
    isfinite ravel selu t det inverse numel: Tensor input
add sub:
  | HIDDEN
  | Tensor input, Tensor other, *, Number alpha = 1, Tensor out = None
addcdiv addcmul:
  | HIDDEN
  | Tensor input, Tensor tensor1, Tensor tensor2, *, Number value = 1, Tensor out = None
addmm:
  | Tensor input, Tensor mat1, Tensor mat2, *, Number beta = 1, Number alpha = 1, Tensor out = None
  | Tensor input, Tensor mat1, Tensor mat2, torch.dtype out_dtype, *, Number beta = 1, Number alpha = 1, Tensor out =
    None
all any:
  | Tensor input, *, Tensor out = None
  | Tensor input, tuple of ints dim = None, bool keepdim = False, *, Tensor out = None
  | Tensor input, int dim, bool keepdim = False, *, Tensor out = None
allclose isclose: Tensor input, Tensor other, float rtol = 1e-05, float atol = 1e-08, bool equal_nan = False
dropout: Tensor input, float p, bool train
amax amin: Tensor input, tuple of ints dim = None, bool keepdim = False, *, Tensor out = None
arange:
  | Number end, *, Tensor out = None, OPTIONS
  | Number start, Number end, *, OPTIONS
  | Number start, Number end, Number step = 1, *, Tensor out = None, OPTIONS
atan2 logical_and logical_or logical_xor matmul maximum minimum mul: Tensor input,
    Tensor other, *, Tensor out = None
argmax argmin: Tensor input, int dim = None, bool keepdim = False, *, Tensor out = None
argsort:
  | Tensor input, *, bool stable, int dim = -1, bool descending = False, Tensor out = None
  | Tensor input, int dim = -1, bool descending = False
as_strided: Tensor input, tuple of ints size, tuple of ints stride, int storage_offset = None
baddbmm:
  | HIDDEN
  | Tensor input, Tensor batch1, Tensor batch2, *, Number beta = 1, Number alpha = 1, Tensor out = None
  | Tensor input, Tensor batch1, Tensor batch2, torch.dtype out_dtype, *, Number beta = 1, Number alpha = 1, Tensor out
    = None
bernoulli:
  | Tensor input, *, torch.Generator generator = None, Tensor out = None
  | Tensor input, float p, *, torch.Generator generator = None
bincount: Tensor input, Tensor weights = None, int minlength = 0, *, Tensor out = None
bitwise_and bitwise_or bitwise_xor remainder:
  | Tensor input, Tensor other, *, Tensor out = None
  | Number self, Tensor other
  | Tensor input, Number other, *, Tensor out = None
bmm mm:
  | Tensor input, Tensor mat2, *, Tensor out = None
  | Tensor input, Tensor mat2, torch.dtype out_dtype, *, Tensor out = None
broadcast_to: Tensor input, tuple of ints size
can_cast: torch.dtype from_, torch.dtype to
cat concat concatenate stack: tuple of Tensors tensors, int dim = 0, *, Tensor out = None
chunk: Tensor input, int chunks, int dim = 0
clamp clip:
  | Tensor input, Tensor min = None, Tensor max = None, *, Tensor out = None
  | Tensor input, Number min = None, Number max = None, *, Tensor out = None
clamp_max:
  | Tensor input, Tensor max, *, Tensor out = None
  | Tensor input, Number max, *, Tensor out = None
clamp_min:
  | Tensor input, Tensor min, *, Tensor out = None
  | Tensor input, Number min, *, Tensor out = None
clone: Tensor input, *, torch.memory_format memory_format = None
hstack vstack: tuple of Tensors tensors, *, Tensor out = None
constant_pad_nd: Tensor input, tuple of ints pad, Number value = 0, *, Tensor out = None
eq ge gt le lt ne:
  | Tensor input, Tensor other, *, Tensor out = None
  | Tensor input, Number other, *, Tensor out = None
cosine_similarity: Tensor x1, Tensor x2, int dim = 1, float eps = 1e-08
cross: Tensor input, Tensor other, int dim = None, *, Tensor out = None
cumprod cumsum: Tensor input, int dim, *, torch.dtype dtype = None, Tensor out = None
diag tril triu: Tensor input, int diagonal = 0, *, Tensor out = None
diag_embed: Tensor input, int offset = 0, int dim1 = -2, int dim2 = -1, *, Tensor out = None
diagonal: Tensor input, int offset = 0, int dim1 = 0, int dim2 = 1
index_put: Tensor input, tuple of Tensors indices, Tensor values, bool accumulate = False
diff: Tensor input, int n = 1, int dim = -1, Tensor prepend = None, Tensor append = None, *, Tensor out = None
div:
  | Tensor input, Tensor other, *, Tensor out = None
  | Tensor input, Tensor other, *, str? rounding_mode, Tensor out = None
  | Tensor input, Number other, *, str? rounding_mode
divide:
  | Tensor input, Tensor other, *, Tensor out = None
  | Tensor input, Tensor other, *, str? rounding_mode, Tensor out = None
  | Tensor input, Number other
  | Tensor input, Number other, *, str? rounding_mode
dot: Tensor input, Tensor tensor, *, Tensor out = None
embedding: Tensor weight, Tensor indices, int padding_idx = -1, bool scale_grad_by_freq = False, bool sparse = False, *,
    Tensor out = None
empty: tuple of ints size, *, torch.memory_format memory_format = None, OPTIONS, Tensor out = None
empty_like ones_like zeros_like: Tensor input, *, torch.memory_format memory_format = None, OPTIONS
equal: Tensor input, Tensor other
eye:
  | int n, *, Tensor out = None, OPTIONS
  | int n, int m, *, Tensor out = None, OPTIONS
flatten: Tensor input, int start_dim = 0, int end_dim = -1
flip permute tile: Tensor input, tuple of ints dims
pow:
  | Tensor input, Tensor exponent, *, Tensor out = None
  | Number self, Tensor exponent, *, Tensor out = None
  | Tensor input, Number exponent, *, Tensor out = None
floor_divide multiply true_divide:
  | Tensor input, Tensor other, *, Tensor out = None
  | Tensor input, Number other
full: tuple of ints size, Number fill_value, *, OPTIONS, Tensor out = None
full_like: Tensor input, Number fill_value, *, torch.memory_format memory_format = None, OPTIONS, Tensor out = None
gather: Tensor input, int dim, Tensor index, *, bool sparse_grad = False, Tensor out = None
histogram:
  | Tensor input, Tensor bins, *, Tensor weight = None, bool density = False, tuple of Tensors out = None
  | Tensor input, int bins = 100, *, tuple of floats range = None, Tensor weight = None, bool density = False, tuple of
    Tensors out = None
index_add: Tensor input, int dim, Tensor index, Tensor source, *, Number alpha = 1, Tensor out = None
index_select: Tensor input, int dim, Tensor index, *, Tensor out = None
lerp:
  | Tensor input, Tensor end, Tensor weight, *, Tensor out = None
  | Tensor input, Tensor end, Number weight, *, Tensor out = None
linspace:
  | Tensor start, Tensor end, int steps, *, Tensor out = None, OPTIONS
  | Number start, Tensor end, int steps, *, Tensor out = None, OPTIONS
  | Tensor start, Number end, int steps, *, Tensor out = None, OPTIONS
  | Number start, Number end, int steps, *, Tensor out = None, OPTIONS
log_softmax softmax: Tensor input, int dim, torch.dtype dtype = None, *, Tensor out = None
logit: Tensor input, float eps = None, *, Tensor out = None
logsumexp: Tensor input, tuple of ints? dim, bool keepdim = False, *, Tensor out = None
masked_fill:
  | Tensor input, Tensor mask, Tensor value
  | Tensor input, Tensor mask, Number value
masked_select: Tensor input, Tensor mask, *, Tensor out = None
max min:
  | Tensor input, *, Tensor out = None
  | Tensor input, Tensor other, *, Tensor out = None
  | Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None
mean:
  | Tensor input, *, torch.dtype dtype = None, Tensor out = None
  | Tensor input, tuple of ints? dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None
median:
  | Tensor input
  | Tensor input, int dim, bool keepdim = False, *, tuple of Tensors out = None
movedim:
  | Tensor input, int source, int destination
  | Tensor input, tuple of ints source, tuple of ints destination
multinomial: Tensor input, int num_samples, bool replacement = False, *, torch.Generator generator = None, Tensor out =
    None
mv: Tensor input, Tensor vec, *, Tensor out = None
narrow:
  | Tensor input, int dim, Tensor start, int length
  | Tensor input, int dim, int start, int length
normal:
  | Tensor mean, Tensor std, *, torch.Generator generator = None, Tensor out = None
  | Tensor mean, float std = 1, *, torch.Generator generator = None, Tensor out = None
  | float mean, Tensor std, *, torch.Generator generator = None, Tensor out = None
  | float mean, float std, tuple of ints size, *, torch.Generator generator = None, Tensor out = None, OPTIONS
ones zeros: tuple of ints size, *, OPTIONS, Tensor out = None
outer: Tensor input, Tensor vec2, *, Tensor out = None
pixel_shuffle: Tensor input, int upscale_factor, *, Tensor out = None
prelu: Tensor input, Tensor weight
prod:
  | Tensor input, *, torch.dtype dtype = None
  | Tensor input, int dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None
promote_types: torch.dtype type1, torch.dtype type2
rand randn:
  | tuple of ints size, *, torch.Generator generator, Tensor out = None, OPTIONS
  | tuple of ints size, *, Tensor out = None, OPTIONS
rand_like randn_like:
  | Tensor input, *, torch.Generator generator, torch.memory_format memory_format = None, OPTIONS
  | Tensor input, *, torch.memory_format memory_format = None, OPTIONS
randint:
  | int high, tuple of ints size, *, torch.Generator generator, Tensor out = None, OPTIONS
  | int high, tuple of ints size, *, Tensor out = None, OPTIONS
  | int low, int high, tuple of ints size, *, torch.Generator generator, Tensor out = None, OPTIONS
  | int low, int high, tuple of ints size, *, Tensor out = None, OPTIONS
randperm:
  | int n, *, torch.Generator generator, Tensor out = None, OPTIONS
  | int n, *, Tensor out = None, OPTIONS
range:
  | Number start, Number end, *, Tensor out = None, OPTIONS
  | Number start, Number end, Number step = 1, *, Tensor out = None, OPTIONS
repeat_interleave:
  | Tensor input, Tensor repeats, int dim = None, *, int output_size = None
  | Tensor repeats, *, int output_size = None
  | Tensor input, int repeats, int dim = None, *, int output_size = None
reshape: Tensor input, tuple of ints shape
roll: Tensor input, tuple of ints shifts, tuple of ints dims = None, *, Tensor out = None
round:
  | Tensor input, *, Tensor out = None
  | Tensor input, *, int decimals, Tensor out = None
rsub:
  | Tensor input, Tensor other, *, Number alpha = 1
  | Tensor input, Number other, Number alpha = 1
scatter:
  | Tensor input, int dim, Tensor index, Tensor src, *, Tensor out = None
  | Tensor input, int dim, Tensor index, Tensor src, *, str reduce, Tensor out = None
  | Tensor input, int dim, Tensor index, Number value, *, Tensor out = None
  | Tensor input, int dim, Tensor index, Number value, *, str reduce, Tensor out = None
scatter_add: Tensor input, int dim, Tensor index, Tensor src, *, Tensor out = None
select: Tensor input, int dim, int index
sort:
  | Tensor input, *, bool stable, int dim = -1, bool descending = False, tuple of Tensors out = None
  | Tensor input, int dim = -1, bool descending = False, *, tuple of Tensors out = None
split_with_sizes: Tensor input, tuple of ints split_sizes, int dim = 0
squeeze:
  | Tensor input
  | Tensor input, int dim
  | Tensor input, tuple of ints dim
std var:
  | Tensor input, tuple of ints dim, bool unbiased = True, bool keepdim = False, *, Tensor out = None
  | Tensor input, tuple of ints dim = None, *, Number correction = None, bool keepdim = False, Tensor out = None
  | Tensor input, bool unbiased = True
var_mean:
  | Tensor input, tuple of ints dim, bool unbiased = True, bool keepdim = False
  | Tensor input, tuple of ints dim = None, *, Number correction = None, bool keepdim = False
  | Tensor input, bool unbiased = True
subtract:
  | Tensor input, Tensor other, *, Number alpha = 1, Tensor out = None
  | Tensor input, Number other, Number alpha = 1
sum:
  | Tensor input, *, torch.dtype dtype = None
  | Tensor input, tuple of ints? dim, bool keepdim = False, *, torch.dtype dtype = None, Tensor out = None
svd: Tensor input, bool some = True, bool compute_uv = True, *, tuple of Tensors out = None
swapaxes: Tensor input, int axis0, int axis1
transpose: Tensor input, int dim0, int dim1
topk: Tensor input, int k, int dim = -1, bool largest = True, bool sorted = True, *, tuple of Tensors out = None
unbind: Tensor input, int dim = 0
unsafe_split: Tensor input, int split_size, int dim = 0
unflatten: Tensor input, int dim, tuple of ints sizes
unsqueeze: Tensor input, int dim
where:
  | Tensor condition
  | Tensor condition, Tensor input, Tensor other, *, Tensor out = None
  | Tensor condition, Number self, Tensor other
  | Tensor condition, Tensor input, Number other
  | Tensor condition, Number self, Number other
"""

METHODS = """
bool byte char contiguous cpu double float half int long short: *, torch.memory_format memory_format = None
numpy: *, bool force = False
tolist detach detach_ dim get_device item numel retain_grad storage_offset
    zero_ t_:
addmm addmm_:
  | HIDDEN
  | Tensor mat1, Tensor mat2, *, Number beta = 1, Number alpha = 1
expand_as reshape_as type_as view_as: Tensor other
baddbmm baddbmm_:
  | HIDDEN
  | Tensor batch1, Tensor batch2, *, Number beta = 1, Number alpha = 1
bmm mm: Tensor mat2
squeeze_:
  |
  | int dim
copy_:
  | HIDDEN
  | Tensor other, bool non_blocking = False
cuda:
  | HIDDEN
  | torch.device device = None, bool non_blocking = False, *, torch.memory_format memory_format = None
expand: tuple of ints size, *, bool implicit = False
fill_:
  | Tensor value
  | Number value
new_empty new_ones new_zeros: tuple of ints size, *, OPTIONS
new_full: tuple of ints size, Number fill_value, *, OPTIONS
nonzero:
  |
  | *, bool as_tuple
normal_: float mean = 0, float std = 1, *, torch.Generator generator = None
random_:
  | *, torch.Generator generator = None
  | int from, int to, *, torch.Generator generator = None
  | int to, *, torch.Generator generator = None
repeat: tuple of ints repeats
sum_to_size: tuple of ints size
repeat_interleave:
  | Tensor repeats, int dim = None, *, int output_size = None
  | int repeats, int dim = None, *, int output_size = None
to:
  | torch.device device = None, torch.dtype dtype = None, bool non_blocking = False, bool copy = False, *,
    torch.memory_format memory_format = None
  | torch.dtype dtype, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None
  | Tensor tensor, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None
type:
  | HIDDEN
  | object dtype = None, bool non_blocking = False, *, torch.memory_format memory_format = None
unfold: int dimension, int size, int step
uniform_: float from = 0, float to = 1, *, torch.Generator generator = None
view:
  | torch.dtype dtype
  | tuple of ints size
where:
  | Tensor condition, Tensor other
  | Tensor condition, Number other
"""
