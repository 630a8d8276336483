"""Every row of the table, by existing, is tested here: its forward, its rules, the rules of its rules, its texts.

One test a row. It makes every check of this file with every sample, and tells all that fail::

    second derivatives agree with central differences of the first | sample 2: AssertionError: …
"""

import functools
import importlib.util
from pathlib import Path

import numpy as np
import pytest
import slopes
from each_case import every_case
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import mutually_broadcastable_shapes

import autograd_lab as al
from autograd_lab._core.table import row
from autograd_lab.derivatives import TABLE

ROWS = list(TABLE.values())
WITH_RULES = [op for op in ROWS if op.plan.rules]

ONCE = {
    "lgamma": "digamma",
    "_scaled_dot_product_flash_attention_for_cpu": "_scaled_dot_product_flash_attention_for_cpu_backward",
}
"""Rows that are derived only once (lgamma: only here), and a pattern for the row of their rule, which refuses."""

HAND_WRITTEN = {"copy_", "diagonal_copy"}
"""Rows that PyTorch does not have in derivatives.yaml, because their nodes are written by hand or made from others."""


# ----- forward -------------------------------------------------------------------------------------------------------
def forward_keeps_the_dtype_and_gives_the_same_with_and_without_tensors(op, args, leaves):
    outputs = slopes.outputs_of(op, args)
    bare = slopes.outputs_of(op, bare_arrays(args))
    for output, array in zip(outputs, bare, strict=True):
        assert isinstance(output, al.Tensor)
        assert isinstance(array, np.ndarray | np.generic), "with arrays a row only computes"
        np.testing.assert_array_equal(np.asarray(output._data), array, strict=False)
    if leaves:
        wanted = al.float64 if op.name == "_to_copy" else leaves[0].dtype
        assert all(output.dtype is wanted for output in slopes.differentiable(outputs))
    linked = outputs if op.plan.linked is None else outputs[: op.plan.linked]
    assert [output.requires_grad for output in outputs] == [
        bool(leaves) and op.node is not None and any(output is item for item in linked) for output in outputs
    ]


def bare_arrays(args):
    return tuple(
        [item if item is None else item._data for item in arg] if isinstance(arg, list)
        else arg._data if isinstance(arg, al.Tensor) else arg
        for arg in args
    )  # fmt: skip


def only_views_share_memory_with_an_input_or_with_each_other(op, args, leaves):
    if op.view or op.plan.base.endswith("_") or op.plan.base.strip("_").startswith("unsafe_"):
        return  # PyTorch calls unsafe what shares memory and does not say so
    seen = slopes.leaves_of(args)
    for item in seen:
        item._data = np.asarray(item._data)  # a number has memory, too, as soon as a view looks at it
    for output in slopes.outputs_of(op, args):
        assert not any(np.may_share_memory(output._data, other._data) for other in seen)
        seen.append(output)


def the_node_is_named_as_declared_and_has_an_edge_for_each_differentiable_input(op, args, leaves):
    node = slopes.differentiable(slopes.outputs_of(op, args))[0].grad_fn
    assert type(node).__name__ == op.node.rpartition("::")[2]
    if op.plan.takes_list:
        assert [edge.variable for edge, _ in node.next_functions] == list(args[0])
    else:
        assert len(node.next_functions) == len(op.plan.differentiable)
        assert sum(edge is not None for edge, _ in node.next_functions) == len(leaves)


# ----- rules ---------------------------------------------------------------------------------------------------------
def first_derivatives_agree_with_central_differences(op, args, leaves):
    slopes.check_first(op, args, leaves)


def second_derivatives_agree_with_central_differences_of_the_first(op, args, leaves):
    if op.name in ONCE:
        with pytest.raises(RuntimeError, match=rf"derivative for .*{ONCE[op.name]}'? is not implemented"):
            slopes.check_second(op, args, leaves)
    else:
        slopes.check_second(op, args, leaves)


def gradients_have_the_shape_and_dtype_of_their_inputs(op, args, leaves):
    for create_graph in (False, True):
        found = slopes.gradients(op, args, leaves, create_graph=create_graph)
        assert [(g.shape, g.dtype) for g in found] == [(leaf.shape, leaf.dtype) for leaf in leaves]


def rules_change_neither_what_arrives_nor_what_is_saved(op, args, leaves):
    outputs = slopes.differentiable(slopes.outputs_of(op, args))
    seeds = slopes.seeds_for(outputs)
    arrays = [item._data for item in (*leaves, *outputs, *seeds) if isinstance(item._data, np.ndarray)]
    before = [array.copy() for array in arrays]
    for array in arrays:
        array.flags.writeable = False
    node = outputs[0].grad_fn
    arriving = [seed._data for seed in seeds]
    results = node.backward(arriving[0] if op.plan.linked == 1 else arriving)
    for array, copy in zip(arrays, before, strict=True):
        np.testing.assert_array_equal(array, copy)
    for result in results:
        if isinstance(result, np.ndarray) and result.flags.writeable:
            assert not any(np.shares_memory(result, item._data) for item in (*leaves, *outputs)), (
                "who adds to this gradient changes a value"
            )


def a_number_may_be_a_0d_array_everywhere(op, args, leaves):
    def run(form):
        outputs = slopes.differentiable(slopes.outputs_of(op, args))
        arriving = [form(seed._data) for seed in slopes.seeds_for(outputs)]
        node = outputs[0].grad_fn
        node._saved = tuple(form(item) if isinstance(item, np.generic) else item for item in node._saved)  # results
        return node.backward(arriving[0] if op.plan.linked == 1 else arriving)

    wanted = run(lambda number: number)
    for leaf in leaves:
        leaf._data = np.asarray(leaf._data)  # as it is once a view of it was made
    for one, other in zip(run(np.asarray), wanted, strict=True):
        assert (one is None) is (other is None)
        assert one is None or np.allclose(one, other, rtol=1e-14, atol=0)


# ----- for the row as a whole ----------------------------------------------------------------------------------------
def there_are_samples(op):
    assert list(slopes.samples(op))


def every_formula_is_there_and_can_be_drawn(op):
    mathtext = pytest.importorskip("matplotlib.mathtext")
    parser = mathtext.MathTextParser("path")
    assert set(op.tex) == {"forward", *op.plan.rules}
    for text in op.tex.values():
        parser.parse(f"${text}$")


def every_rule_can_show_its_source(op):
    for rule in op.plan.rules.values():
        assert rule.source
        assert "\n" not in rule.source
        assert "lambda" not in rule.source


BROADCASTING = [
    op for op in WITH_RULES
    if op.pointwise and op.plan.required == len(op.plan.tensor_positions)
    and op.name not in ("copy_", "index_put", "masked_fill.Tensor")
    and op.name not in ("addmm", "baddbmm")  # only what is added is stretched
    and "linalg" not in op.name and op.name != "cholesky_solve"  # only the batch of these is stretched
]  # fmt: skip


def a_stretched_input_gets_the_sum_over_its_copies(op):
    @settings(max_examples=15, deadline=None, derandomize=True)
    @given(
        mutually_broadcastable_shapes(num_shapes=len(op.plan.tensor_positions), max_dims=3, max_side=3),
        st.integers(0, 9),
    )
    def check(shapes, seed):
        make = slopes.Make(seed=seed)
        args = [
            al.from_numpy(np.asarray(make.random.random(shape) > 0.5)) if op.plan.parameters[i].name == "condition"
            else make(*shape, low=0.5)
            for i, shape in zip(op.plan.tensor_positions, shapes.input_shapes, strict=True)
        ]  # fmt: skip
        assert tuple(op(*args).shape) == shapes.result_shape
        slopes.check_first(op, args, make.leaves)

    if op in BROADCASTING:
        check()


def a_rule_that_is_wrong_by_a_tenth_of_a_percent_is_caught(op):
    for name in op.plan.rules:
        if op.name not in FLAT and (op.name, name) not in ZERO_RULES:
            wrong = spoiled(op, name)
            with pytest.raises(AssertionError, match="Not equal to tolerance"):
                for args, leaves in slopes.samples(wrong):
                    slopes.check_first(wrong, args, leaves)
            del TABLE[wrong.name]


# ----- all of it -----------------------------------------------------------------------------------------------------
BOTH = (al.float32, al.float64)
OF_A_SAMPLE = {
    forward_keeps_the_dtype_and_gives_the_same_with_and_without_tensors: BOTH,
    only_views_share_memory_with_an_input_or_with_each_other: (al.float64,),
}
OF_A_RULE = {
    the_node_is_named_as_declared_and_has_an_edge_for_each_differentiable_input: (al.float64,),
    first_derivatives_agree_with_central_differences: (al.float64,),
    second_derivatives_agree_with_central_differences_of_the_first: (al.float64,),
    gradients_have_the_shape_and_dtype_of_their_inputs: BOTH,
    rules_change_neither_what_arrives_nor_what_is_saved: (al.float64,),
    a_number_may_be_a_0d_array_everywhere: (al.float64,),
}
OF_A_ROW = (
    there_are_samples,
    every_formula_is_there_and_can_be_drawn,
    every_rule_can_show_its_source,
    a_stretched_input_gets_the_sum_over_its_copies,
    a_rule_that_is_wrong_by_a_tenth_of_a_percent_is_caught,
)


def words(check):
    return check.__name__.replace("_", " ")


@pytest.fixture
def table_as_it_was():
    before = dict(TABLE)
    yield
    TABLE.clear()
    TABLE.update(before)


@pytest.mark.parametrize("op", ROWS, ids=lambda op: op.name)
def test_row(op, table_as_it_was):
    with every_case() as case:
        for check, dtypes in (OF_A_SAMPLE | OF_A_RULE if op.plan.rules else OF_A_SAMPLE).items():
            for dtype in dtypes:
                for number, (args, leaves) in enumerate(slopes.samples(op, dtype)):
                    with case(words(check), f"sample {number} in {dtype}"):
                        check(op, args, leaves)
        for check in OF_A_ROW:
            with case(words(check)):
                check(op)


def test_some_rows_are_stretched():
    assert len(BROADCASTING) >= 9


# ----- the checker itself --------------------------------------------------------------------------------------------
def spoiled(op, input_name, factor=1.001):
    """The row again, with one rule that is wrong by 0.1 %."""

    def wrong(function):
        @functools.wraps(function)
        def rule(*args):
            result = function(*args)
            return [item * factor for item in result] if isinstance(result, list | tuple) else result * factor

        return rule

    tensors = [p.name for p in op.plan.parameters if p.kind in ("tensor", "tensors")]
    rules = dict.fromkeys(tensors, row.non_differentiable)
    rules |= {name: wrong(r.function) if name == input_name else r.function for name, r in op.plan.rules.items()}
    linked = None if op.plan.linked is None else tuple(i < op.plan.linked for i in range(len(op.plan.outputs)))
    return row.derivative(
        op.schema.replace(op.name, f"wrong_{op.name}", 1),
        node=op.node, forward=op.forward, types=op.types, pointwise=op.pointwise, view=op.view,
        output_differentiability=linked, samples=op.samples, **rules,
    )  # fmt: skip


RANDOM = {
    *("uniform_", "normal_", "exponential_", "random_.from", "random_.to", "random_"),
    *("bernoulli", "bernoulli_.Tensor", "bernoulli_.float"),
}
COMPARED = [f"{name}_.{other}" for name in ("eq", "ne", "lt", "le", "gt", "ge") for other in ("Tensor", "Scalar")]
FLAT = {
    "sign", "sgn", "floor", "ceil", "trunc", "round", "round.decimals", "zero_", "fill_.Scalar",
    *COMPARED, *RANDOM,
}  # fmt: skip
ZERO_RULES = {
    ("fill_.Tensor", "self"), ("copy_", "self"), ("threshold_backward", "self"), ("leaky_relu_backward", "self"),
}  # fmt: skip
ZERO_RULES |= {(op.name, "self") for op in WITH_RULES if "pad" in op.name or "pool" in op.name if "backward" in op.name}
"""0 times 1.001 is 0: nothing to find."""


def test_every_failure_is_told_with_its_check_and_its_sample(table_as_it_was):
    with pytest.raises(pytest.fail.Exception) as caught:
        test_row(spoiled(TABLE["mul.Tensor"], "other"), None)
    for number in range(2):
        where = f"first derivatives agree with central differences | sample {number} in torch.float64: AssertionError"
        assert where in str(caught.value)


def test_a_rule_that_writes_into_what_arrives_is_caught(table_as_it_was):
    def rule(grad, other):
        grad *= other
        return grad

    wrong = row.derivative(
        "wrong_mul(Tensor self, Tensor other) -> Tensor", node="WrongBackward0", forward=np.multiply,
        samples=lambda make: [(make(3), make(3))], self=rule, other=lambda grad, self: grad * self,
    )  # fmt: skip
    with pytest.raises(ValueError, match="read-only"):
        for args, leaves in slopes.samples(wrong):
            rules_change_neither_what_arrives_nor_what_is_saved(wrong, args, leaves)


def test_a_second_derivative_that_forgets_a_saved_value_is_caught(table_as_it_was):
    wrong = row.derivative(
        "wrong_square(Tensor self) -> Tensor", node="WrongBackward0", forward=np.square,
        samples=lambda make: [(make(3),)], self=lambda grad, self: grad * 2 * getattr(self, "_data", self),
    )  # fmt: skip
    args, leaves = next(slopes.samples(wrong))
    slopes.check_first(wrong, args, leaves)
    with pytest.raises(AssertionError, match="Not equal to tolerance"):
        slopes.check_second(wrong, args, leaves)


# ----- PyTorch's own table -------------------------------------------------------------------------------------------
def packaged(*path):
    """A file that PyTorch carries along, if PyTorch is here."""
    found = importlib.util.find_spec("torchgen")
    if found is None:
        pytest.skip("PyTorch is not installed")
    return Path(found.origin).parent.joinpath("packaged", *path).read_text(encoding="utf-8")


@pytest.mark.torch
def test_schemas_are_pytorchs_own_word_for_word():
    text = packaged("ATen", "native", "native_functions.yaml")
    missing = [op.schema for op in ROWS if f"func: {op.schema}\n" not in text]
    assert not missing


@pytest.mark.torch
def test_rows_with_rules_stand_in_pytorchs_own_table():
    text = packaged("autograd", "derivatives.yaml").replace("- name:  ", "- name: ")
    missing = {op.name for op in WITH_RULES if f"- name: {op.schema}\n" not in text}
    assert missing == HAND_WRITTEN
