"""The public names: which nodes they leave, what they share memory with, what they refuse, and agreement with NumPy."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import autograd_lab as al
import autograd_lab.nn.functional as F  # noqa: N812


def leaf(*shape, salt=0):
    numbers = np.random.default_rng(salt).uniform(-2, 2, shape)
    return al.tensor(numbers, dtype=al.float32, requires_grad=True)


def inputs():
    """Letters for expressions."""
    return dict(
        al=al, F=F, s=leaf(), v=leaf(3), w=leaf(3, salt=1), m=leaf(2, 3), mat=leaf(3, 4), b3=leaf(2, 2, 3),
        b4=leaf(2, 3, 2), c4=leaf(2, 1, 2, 3), d4=leaf(1, 2, 3, 2), weight=leaf(5, 3), bias=leaf(5),
        cm=leaf(2, 3).detach(), idx=al.tensor([2, 0]), mask=al.tensor([True, False, True]), i=al.tensor([1, 2, 3]),
    )  # fmt: skip


def graph(node):
    """A graph as text: Mul(leaf, .)."""
    if node is None:
        return "."
    if type(node).__name__ == "AccumulateGrad":
        return "leaf"
    return f"{type(node).__name__.replace('Backward', '')}({', '.join(graph(edge) for edge, _ in node.next_functions)})"


# ----- which nodes ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("v + w", "Add0(leaf, leaf)"),
        ("1 - v", "Rsub1(leaf)"),
        ("al.rsub(v, w)", "Rsub0(leaf, leaf)"),
        ("2 / v", "Mul0(Reciprocal0(leaf), .)"),
        ("v ** 2", "Pow0(leaf)"),
        ("v ** w", "Pow1(leaf, leaf)"),
        ("2 ** v", "Pow2(leaf)"),
        ("v.square()", "Pow0(leaf)"),
        ("m.sum()", "Sum0(leaf)"),
        ("m.sum(0)", "Sum1(leaf)"),
        ("m.mean()", "Mean0(leaf)"),
        ("m.mean(axis=1, keepdims=True)", "Mean1(leaf)"),
        ("m.max()", "Max1(leaf)"),
        ("m.max(0).values", "Max0(leaf)"),
        ("al.max(v, w)", "Maximum0(leaf, leaf)"),
        ("v @ w", "Dot0(leaf, leaf)"),
        ("m @ v", "Mv0(leaf, leaf)"),
        ("v @ mat", "Squeeze4(Mm0(Unsqueeze0(leaf), leaf))"),
        ("m @ mat", "Mm0(leaf, leaf)"),
        ("b3 @ b4", "UnsafeView0(Bmm0(View0(Expand0(leaf)), View0(Expand0(leaf))))"),
        ("b3 @ mat", "UnsafeView0(Mm0(View0(leaf), leaf))"),
        ("m @ b4", "Clone0(Transpose0(UnsafeView0(Mm0(UnsafeView0(Clone0(Transpose0(leaf))), T0(leaf)))))"),
        ("b3 @ v", "UnsafeView0(Mv0(View0(leaf), leaf))"),
        ("v @ b4", "UnsafeView0(Mv0(UnsafeView0(Clone0(Transpose0(leaf))), leaf))"),
        ("cm @ b4", "UnsafeView0(Bmm0(., View0(Expand0(leaf))))"),
        ("c4 @ d4", "UnsafeView0(Bmm0(UnsafeView0(Clone0(Expand0(leaf))), UnsafeView0(Clone0(Expand0(leaf)))))"),
        ("al.tensordot(v, w, 1)", "View0(Dot0(Permute0(leaf), Permute0(leaf)))"),
        ("al.tensordot(m.t(), al.ones(3, 2), 2)", "View0(Sum0(Mul0(Squeeze0(Permute0(T0(leaf))), .)))"),
        ("al.outer(v, w)", "Mul0(View0(leaf), leaf)"),
        ("F.linear(m, weight, bias)", "Addmm0(leaf, leaf, T0(leaf))"),
        ("F.linear(v, weight, bias)", "View0(Addmm0(leaf, View0(leaf), T0(leaf)))"),
        ("F.linear(b3, weight, bias)", "View0(Addmm0(leaf, View0(leaf), T0(leaf)))"),
        ("F.linear(v, weight)", "Squeeze4(Mm0(Unsqueeze0(leaf), T0(leaf)))"),
        ("F.linear(cm, weight, bias)", "Addmm0(leaf, ., T0(leaf))"),
        ("m.t()", "T0(leaf)"),
        ("m.T", "Permute0(leaf)"),
        ("m.mT", "Transpose0(leaf)"),
        ("m.reshape(6)", "View0(leaf)"),
        ("m.t().reshape(6)", "UnsafeView0(Clone0(T0(leaf)))"),
        ("m.t().contiguous()", "Clone0(T0(leaf))"),
        ("m.squeeze(0)", "Squeeze1(leaf)"),
        ("v.expand(2, 3)", "Expand0(leaf)"),
        ("v[0]", "Select0(leaf)"),
        ("m[0, 1]", "Select0(Select0(leaf))"),
        ("m[:, 1]", "Select0(leaf)"),
        ("m[0:1, 1]", "Select0(Slice0(leaf))"),
        ("m[:]", "Slice0(leaf)"),
        ("m[...]", "Alias0(leaf)"),
        ("m[None]", "Unsqueeze0(leaf)"),
        ("v[[0, 2]]", "Index0(leaf)"),
        ("v[mask]", "Index0(leaf)"),
        ("v[idx[0]]", "Select0(leaf)"),
        ("m[0, idx]", "Index0(Select0(leaf))"),
        ("v[True]", "Index0(Unsqueeze0(leaf))"),
        ("v.split(1)[0]", "Split0(leaf)"),
        ("v.split([1, 2])[0]", "SplitWithSizes0(leaf)"),
        ("v.chunk(3)[0]", "Split0(leaf)"),
        ("list(m)[0]", "Unbind0(leaf)"),
        ("sum([v, w])", "Add0(Add0(leaf, .), leaf)"),
        ("v.double()", "ToCopy0(leaf)"),
        ("F.cross_entropy(m, al.tensor([2, 0]))", "NllLoss0(LogSoftmax0(leaf))"),
    ],
)
def test_nodes_are_those_of_pytorch(expression, expected):
    assert graph(eval(expression, inputs()).grad_fn) == expected


@pytest.mark.parametrize(
    "expression", ["v.flatten()", "v.contiguous()", "v.float()", "v.to('cpu')", "v.to(al.float32)"]
)
def test_what_changes_nothing_returns_the_tensor_itself(expression):
    letters = inputs()
    assert eval(expression, letters) is letters["v"]


def test_attributes_show_as_pytorch_shows_them():
    letters = inputs()
    assert letters["m"].sum(-1).grad_fn._saved_dim == (2**64 - 1,)
    assert letters["m"].mean().grad_fn._saved_self_sym_numel == 6
    node = (letters["m"] @ letters["mat"]).grad_fn
    assert (node._saved_self_sym_strides, node._saved_mat2_sym_sizes) == ((3, 1), (3, 4))
    assert (letters["cm"] @ letters["mat"]).grad_fn._saved_self_sym_strides == ()
    node = letters["v"][1:].grad_fn
    assert (node._saved_start, node._saved_end, node._saved_step) == (1, 2**63 - 1, 1)


# ----- NumPy agrees --------------------------------------------------------------------------------------------------
@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.data())
def test_basic_indices_give_what_numpy_gives(data):
    shape = data.draw(hnp.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=4))
    key = data.draw(hnp.basic_indices(shape, allow_newaxis=True))
    steps = [item.step for item in (key if isinstance(key, tuple) else (key,)) if isinstance(item, slice)]
    array = np.arange(np.prod(shape), dtype=np.float64).reshape(shape)
    base = al.tensor(array, requires_grad=True)
    if any(step is not None and step <= 0 for step in steps):
        with pytest.raises(ValueError, match="step must be greater than zero"):
            base[key]
        return
    picked = base[key]
    np.testing.assert_array_equal(picked.detach().numpy(), array[key])
    arriving = np.random.default_rng(0).uniform(size=array[key].shape)
    (grad,) = al.autograd.grad(picked, base, al.tensor(arriving))
    expected = np.zeros(shape)
    expected[key] = arriving
    np.testing.assert_array_equal(grad.numpy(), expected)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.data())
def test_places_and_masks_give_what_numpy_gives(data):
    shape = data.draw(hnp.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=4))
    array = np.arange(np.prod(shape), dtype=np.float64).reshape(shape)
    if data.draw(st.booleans()):
        key = data.draw(hnp.arrays(bool, shape[: data.draw(st.integers(1, len(shape)))]))
        ours = al.from_numpy(key)
    else:
        key = data.draw(
            hnp.integer_array_indices(shape, result_shape=hnp.array_shapes(min_dims=1, max_dims=2, max_side=3))
        )
        ours = tuple(al.tensor(item.astype(np.int64)) for item in key)
    base = al.tensor(array, requires_grad=True)
    np.testing.assert_array_equal(base[ours].detach().numpy(), array[key])
    (grad,) = al.autograd.grad(base[ours].sum(), base)
    expected = np.zeros(shape)
    np.add.at(expected, key, 1.0)
    np.testing.assert_array_equal(grad.numpy(), expected)


def test_a_single_number_of_another_type_goes_wherever_a_mask_says():
    x = al.tensor([1, 5])
    x[x > 3] = al.tensor(2.5)
    assert x.tolist() == [1, 2]
    with pytest.raises(RuntimeError, match="Index put requires the source and destination dtypes match"):
        x[al.tensor([1])] = al.tensor([2.5])


def test_a_mask_speaks_about_as_many_dimensions_as_it_has():
    array = np.arange(12.0).reshape(2, 2, 3)
    mask = np.array([[True, False], [True, True]])
    ours = al.tensor(array)[al.from_numpy(mask), 1]
    np.testing.assert_array_equal(ours.numpy(), array[mask, 1])


@settings(max_examples=40, deadline=None, derandomize=True)
@given(hnp.mutually_broadcastable_shapes(signature=np.matmul.signature, max_dims=2, max_side=3), st.integers(0, 3))
def test_matmul_gives_what_numpy_gives(shapes, which):
    left, right = (np.random.default_rng(i).uniform(-1, 1, shape) for i, shape in enumerate(shapes.input_shapes))
    a, b = al.tensor(left, requires_grad=bool(which & 1)), al.tensor(right, requires_grad=bool(which & 2))
    np.testing.assert_allclose((a @ b).detach().numpy(), left @ right, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(
    "expression", ["m[0]", "m[0, 1]", "m.view(6)", "m.t()", "m.unbind()[1]", "m.split(1, 1)[2]", "m[None]"]
)
def test_views_share_memory_and_the_version_count(expression):
    letters = {**inputs(), "m": al.tensor(leaf(2, 3).tolist())}
    part, base = eval(expression, letters), letters["m"]
    part.zero_()
    assert base._version == part._version == 1
    assert (base == 0).sum() == part.numel()
    assert part._base is base


def test_a_view_of_a_detached_tensor_writes_to_the_original():
    x = leaf(3)
    x.detach()[0].fill_(7)
    assert x.tolist()[0] == 7
    assert x._version == 1


def test_a_view_of_a_single_number_shares_its_memory():
    number = al.tensor(3.0)
    number.view(1).add_(2)
    assert number.item() == 5


def test_numpy_functions_compute_on_plain_tensors_and_refuse_those_that_need_a_gradient():
    v = leaf(3)
    assert np.exp(v.detach()).dtype is al.float32
    assert np.exp(v.detach()).grad_fn is None
    for function in (np.exp, np.arctan, np.linalg.inv):
        with pytest.raises(RuntimeError, match=r"Can't call numpy\(\) on Tensor that requires grad"):
            function(v)
    with pytest.raises(TypeError, match=r"unsupported operand type\(s\) for \*: 'numpy.ndarray' and 'Tensor'\nHelp:"):
        np.ones(3) * v
    assert graph((np.float64(2) * v).grad_fn) in ("Mul0(leaf, .)", "Mul0(., leaf)")
    assert (np.float64(2) * v).dtype is al.float32


def test_inside_a_rule_numpy_functions_are_recorded():
    v = leaf(3)
    (slope,) = al.autograd.grad(v.sin().sum(), v, create_graph=True)  # the rule says grad * np.cos(self)
    assert "Cos0(leaf)" in graph(slope.grad_fn)


# ----- in place ------------------------------------------------------------------------------------------------------
def test_writing_without_a_history_leaves_no_node():
    x = leaf(2, 3)
    with al.no_grad():
        x[0] = 1
        x[:, [0, 2]] = al.tensor([[7.0], [8.0]])
    assert x.tolist() == [[7, 1, 7], [8, x.tolist()[1][1], 8]]
    assert x.is_leaf
    assert x._version == 2


# ----- types ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("expression", "dtype"),
    [
        ("i + 1.5", al.float32), ("i / 2", al.float32), ("i // 2", al.int64), ("i ** 2", al.int64),
        ("i ** 0.5", al.float32), ("2.5 - i", al.float32), ("2 ** i", al.int64), ("i.exp()", al.float32),
        ("i.sum()", al.int64), ("mask.sum()", al.int64), ("v + i", al.float32), ("v.double() + v", al.float64),
        ("v + s.double()", al.float32), ("al.where(mask, 1.0, 0)", al.float32), ("al.where(mask, v, 1)", al.float32),
        ("al.cat([v, i])", al.float32), ("al.stack([v, v.double()])", al.float64), ("i == 2.0", al.bool),
        ("v.sum(dtype=al.float64)", al.float64), ("i.long()", al.int64), ("v.bool()", al.bool),
    ],
)  # fmt: skip
def test_types_meet_as_in_pytorch(expression, dtype):
    assert eval(expression, inputs()).dtype is dtype


# ----- infinities and nan --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("expression", "values", "slopes"),
    [
        ("1 / x", ["inf", 1.0], ["-inf", -1.0]),
        ("x.log()", ["-inf", 0.0], ["inf", 1.0]),
        ("x.sqrt()", [0.0, 1.0], ["inf", 0.5]),
        ("x ** 0", [1.0, 1.0], [0.0, 0.0]),
        ("x.relu()", [0.0, 1.0], [0.0, 1.0]),
        ("x.abs()", [0.0, 1.0], [0.0, 1.0]),
        ("x.clamp(0, 1)", [0.0, 1.0], [1.0, 1.0]),
        ("al.where(x > 0, x.log(), 0.0)", [0.0, 0.0], ["nan", 1.0]),
    ],
)
def test_special_points_are_those_of_pytorch_and_nobody_is_warned(expression, values, slopes):
    x = al.tensor([0.0, 1.0], requires_grad=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        y = eval(expression, dict(al=al, x=x))
        (grad,) = al.autograd.grad(y, x, al.ones(2))
    np.testing.assert_array_equal(y.detach().numpy(), np.array(values, dtype=float))
    np.testing.assert_array_equal(grad.numpy(), np.array(slopes, dtype=float))


@pytest.mark.parametrize("name", ["addcmul", "addcdiv", "lerp", "clamp", "where"])
def test_a_third_shape_is_compared_with_what_the_first_two_come_to(name):
    first = al.ones(1) > 0 if name == "where" else al.ones(1)
    with pytest.raises(RuntimeError, match=r"^The size of tensor a \(2\) must match the size of tensor b \(3\)"):
        getattr(al, name)(first, al.ones(2), al.ones(3))


def test_unflatten_of_a_number_says_what_pytorch_says_before_its_own_frames():
    with pytest.raises(RuntimeError, match=r"^unflatten got an unexpected error:\nDimension specified as 0 but tensor"):
        al.tensor(1.0).unflatten(0, (1, -1))


@pytest.mark.parametrize(
    ("bounds", "numbers"), [((0, 1, 0.25), [0, 0.25, 0.5, 0.75, 1]), ((0, 3), [0, 1, 2, 3]), ((5, 1, -2), [5, 3, 1])]
)
def test_range_includes_its_end_and_is_deprecated(bounds, numbers):
    with pytest.warns(UserWarning, match=r"torch\.range is deprecated"):
        assert al.range(*bounds).tolist() == numbers


def test_range_refuses_a_step_that_leads_nowhere():
    for step in (0, -1):
        with pytest.warns(UserWarning), pytest.raises(RuntimeError, match="step"):
            al.range(0, 3, step)
