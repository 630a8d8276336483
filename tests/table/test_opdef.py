"""A row's declaration is checked, and the message says what is legal: a learner's at once, the table's own here."""

import itertools
import threading
import traceback
from contextlib import nullcontext

import numpy as np
import pytest
import slopes
from each_case import every_case

import autograd_lab as al
from autograd_lab._core.graph import Node
from autograd_lab._core.table import row
from autograd_lab._core.table.plan import Plan
from autograd_lab._core.table.row import derivative, not_implemented, shared
from autograd_lab._core.table.schema import parse_schema


@pytest.fixture(autouse=True)
def table_as_it_was():
    before = dict(row.TABLE)
    yield
    row.TABLE.clear()
    row.TABLE.update(before)


def declare(**changes):
    row = dict(
        schema="thing(Tensor self, Tensor other, int dim=0) -> Tensor",
        node="ThingBackward0",
        forward=lambda self, other, dim: self * other,
        self=lambda grad, other: grad * other,
        other=lambda grad, self: grad * self,
    )
    row.update(changes)
    return derivative(row.pop("schema"), **{key: value for key, value in row.items() if value is not ...})


def test_the_rows_of_the_table_are_declared_rightly():
    with every_case() as case:
        for name, op in row.TABLE.items():
            with case(name):
                plan = Plan(op)  # the row itself has been worked out, once, for all who use it
                assert (op.name, op.node is None) == (name, plan.node_class is None)


def test_a_row_can_be_used_by_several_threads_at_once(monkeypatch):
    monkeypatch.setattr(row.planning, "at_once", False)
    op, start, found = declare(), threading.Barrier(8), []

    def work():
        start.wait()
        found.append((op.plan.node_class, op.written))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len(set(found)) == 1


def test_what_a_row_has_not_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'Row' object has no attribute 'nothing'"):
        _ = declare().nothing


def test_a_schema_gives_names_kinds_and_defaults():
    name, parameters, outputs = parse_schema(
        "pad(Tensor(a) self, SymInt[2] size, *, bool keepdim=False, ScalarType? dtype=None)"
        " -> (Tensor values, Tensor indices)"
    )
    assert (name, outputs) == ("pad", ("values", "indices"))
    assert [(p.name, p.kind, p.default, p.required, p.keyword_only) for p in parameters] == [
        ("self", "tensor", None, True, False),
        ("size", "attribute", None, True, False),
        ("keepdim", "attribute", False, False, True),
        ("dtype", "attribute", None, False, True),
    ]


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        (dict(other=...), "no rule for 'other'.*zero is a derivative, not an absence"),
        (dict(third=lambda grad: grad), "rule for 'third', but the tensor inputs are self, other"),
        (
            dict(self=lambda grad, weight: grad),
            "names 'weight'; what it can name: self, other, dim, result, self_sizes",
        ),
        (dict(self=lambda g, other: g), "must take 'grad' first"),
        (dict(schema="no schema"), "not a schema"),
        (dict(schema="mul.Tensor(Tensor self, Tensor other, int dim=0) -> Tensor"), "already a row"),
    ],
)
def test_a_wrong_declaration_is_refused_with_advice(changes, text):
    with pytest.raises(TypeError, match=text):
        declare(**changes)


def test_the_arguments_of_a_rule_decide_what_is_saved():
    op = declare(self=lambda grad, other, dim, self_sizes: grad * other, other=lambda grad, result: grad * result)
    x, y = al.tensor([1.0, 2.0], requires_grad=True), al.tensor([3.0, 4.0], requires_grad=True)
    node = op(x, y, 1).grad_fn
    assert node._saved_other is y
    assert node._saved_result.tolist() == [3.0, 8.0]
    assert node._saved_result.grad_fn is node
    assert (node._saved_dim, node._saved_self_sym_sizes) == (1, (2,))
    assert not hasattr(node, "_saved_self")


def test_not_implemented_raises_with_its_reason_and_only_when_needed():
    op = declare(other=not_implemented("nobody has needed it"))
    x, y = al.tensor(2.0, requires_grad=True), al.tensor(3.0)
    op(x, y).backward()
    assert x.grad.item() == 3.0
    with pytest.raises(
        NotImplementedError, match=r"the derivative for 'thing' is not implemented\.\nHelp: nobody has needed it"
    ):
        op(x, al.tensor(3.0, requires_grad=True)).backward()


def test_a_rule_for_several_inputs_is_asked_once():
    asked = []

    def both(grad, self, other):
        asked.append(grad)
        return grad * other, grad * self

    op = declare(**shared("self, other", both))
    x, y = al.tensor([1.0, 2.0], requires_grad=True), al.tensor([3.0, 4.0], requires_grad=True)
    op(x, y).sum().backward()
    assert (x.grad.tolist(), y.grad.tolist(), len(asked)) == ([3.0, 4.0], [1.0, 2.0], 1)
    assert [rule.source for rule in op.plan.rules.values()] == [
        "both(grad, self, other)[0]",
        "both(grad, self, other)[1]",
    ]
    (slope,) = al.autograd.grad(op(x, y).sum(), y, create_graph=True)
    assert (slope.tolist(), len(asked)) == ([1.0, 2.0], 2)
    assert al.autograd.grad(slope.sum(), x)[0].tolist() == [1.0, 1.0]


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("answers", [lambda g: (g, g), lambda g: (g, g[::-1]), lambda g: (g[:], g[:])])
def test_a_rule_for_several_inputs_may_answer_with_one_array_twice(answers, watched):
    op = declare(**shared("self, other", lambda grad, self, other: answers(grad * 2)))
    x, y = al.tensor([1.0, 2.0], requires_grad=True), al.tensor([3.0, 4.0], requires_grad=True)
    with al.record() if watched else nullcontext():
        older = x * 3  # its message comes second, and is added to the first in place
        (op(x, y) + older).sum().backward()
    assert (x.grad.tolist(), y.grad.tolist()) == ([5.0, 5.0], [2.0, 2.0])


def test_a_rule_for_a_list_may_answer_with_one_array_twice():
    op = derivative(
        "listed(Tensor[] tensors) -> Tensor",
        node="ListedBackward0",
        forward=lambda tensors: 2 * tensors[0] + 2 * tensors[1],
        tensors=lambda grad: [grad * 2] * 2,
    )
    x, y = al.ones(2, requires_grad=True), al.ones(2, requires_grad=True)
    older = x * 3
    (op([x, y]) + older).sum().backward()
    assert (x.grad.tolist(), y.grad.tolist()) == ([5.0, 5.0], [2.0, 2.0])


def test_a_row_called_with_arrays_only_computes():
    result = declare()(np.array([1.0, 2.0]), np.array([3.0, 4.0]))
    assert isinstance(result, np.ndarray)
    assert result.tolist() == [3.0, 8.0]


def test_the_source_of_a_rule_is_the_text_in_the_table():
    rules = al.derivatives.TABLE["mul.Tensor"].plan.rules
    assert {name: rule.source for name, rule in rules.items()} == {"self": "grad * other", "other": "grad * self"}


@pytest.mark.parametrize(
    ("args", "kwargs", "text"),
    [((), {}, 'missing 1 required positional arguments: "self"'), ((1, 2, 3, 4), {}, "takes 3 arguments but 4"),
     ((1, 2), {"bad": 1}, "unexpected keyword argument 'bad'")],
)  # fmt: skip
def test_wrong_arguments_are_named(args, kwargs, text):
    with pytest.raises(TypeError, match=text):
        declare()(*args, **kwargs)


def test_the_quick_path_leaves_the_same_node_as_the_general_one():
    checked = 0
    for op in list(row.TABLE.values()):
        if not op.call_source() or op.samples is None or op.plan.refusals:
            continue
        for args, leaves in slopes.samples(op):
            for needs in range(2 ** len(leaves)):
                for i, value in enumerate(leaves):
                    value.requires_grad_(bool(needs >> i & 1))
                quick, general = op.written(*args), op.general(*args)
                if isinstance(quick, tuple):
                    assert str([item.tolist() for item in quick]) == str([item.tolist() for item in general]), op
                    assert [item.grad_fn for item in quick[1:]] == [item.grad_fn for item in general[1:]]
                    quick, general = quick[0], general[0]
                assert str(quick.tolist()) == str(general.tolist()), op
                assert type(quick.grad_fn) is type(general.grad_fn), op
                assert (quick._base is None) == (general._base is None) == (not op.view), op
                if needs and op.node is not None:
                    assert_same_node(op, quick, general)
        checked += 1
    assert checked >= 200


KINDS = [al.float32, al.float64, al.float16, al.int64, al.int32, al.uint8, al.bool]


@pytest.mark.parametrize("name", ["add.Tensor", "sub.Tensor", "mul.Tensor", "div.Tensor", "eq.Tensor", "lt.Tensor"])
def test_all_types_meet_alike_on_both_paths(name):
    op = row.TABLE[name]
    for kind, other in itertools.product(KINDS, [*KINDS, 1, 300, -1, 2**70, 1.5, True]):
        for one, two in itertools.product([al.tensor(1), al.tensor([1, 0])], [al.tensor(2), al.tensor([[2], [1]])]):
            one = one.to(kind).requires_grad_(kind.is_floating_point)
            two = two.to(other) if isinstance(other, al.dtype) else other
            answers = []
            for path in (op.written, op.general):
                try:
                    found = path(*op.plan.bind((one, two), {}))
                except (RuntimeError, OverflowError) as error:
                    found = error
                answers.append(found)
            quick, general = answers
            if isinstance(general, Exception):
                assert (type(quick), str(quick)) == (type(general), str(general)), (kind, other)
                continue
            assert (quick.dtype, str(quick.tolist())) == (general.dtype, str(general.tolist())), (kind, other)
            assert (quick.grad_fn is None) == (general.grad_fn is None), (kind, other)
            if quick.grad_fn is not None:
                with np.errstate(all="ignore"):
                    assert_same_node(op, quick, general)


def assert_same_node(op, quick, general):
    one, two = quick.grad_fn, general.grad_fn
    assert all(a is b for a, b in zip(one._edges, two._edges, strict=True)), op
    assert one._attributes == two._attributes, op
    assert str(plain(one._saved)) == str(plain(two._saved)), op
    assert one._input_metadata == two._input_metadata, op
    seed = np.full(quick.shape, 2.0, quick._data.dtype)
    assert str(one.backward(seed)) == str(two.backward(seed)) == str(Node.backward(one, seed)), op


def test_what_is_written_for_a_row_can_be_read():
    op = declare()
    assert "array = state.without_warnings(forward, self_array, other_array, dim)" in op.call_source()
    assert "node._edges = (self_edge, other_edge)" in op.call_source()
    assert "None if other_edge is None else other_rule(grad, self),  # grad * self" in op.backward_source()
    assert al.derivatives.TABLE["unbind.int"].call_source() == ""  # several outputs: `_call.call` alone


def test_every_row_can_say_what_is_written_for_it():
    for op in row.TABLE.values():
        assert bool(op.call_source()) == hasattr(op.written, "op"), op
        written = op.node is not None and "backward" in vars(op.plan.node_class)
        assert bool(op.backward_source()) == written, op


@pytest.mark.parametrize("name", ["node", "kind", "forward", "otherwise", "lambda"])
def test_a_parameter_may_have_any_name(name):
    op = declare(schema=f"thing(Tensor self, Tensor other, int {name}=0) -> Tensor", forward=lambda *values: values[0])
    x = al.tensor([1.0, 2.0], requires_grad=True)
    op(x, al.tensor([3.0, 4.0])).sum().backward()
    assert (x.grad.tolist(), op.call_source()) == ([3.0, 4.0], "")


def test_a_traceback_shows_the_lines_that_were_written():
    def fails(*arrays):
        raise ValueError("not today")

    op = declare(forward=fails)
    with pytest.raises(ValueError, match="not today") as caught:
        op(al.tensor(1.0), al.tensor(2.0))
    assert "return otherwise(self, other, dim)" in "".join(traceback.format_exception(caught.value))


def test_a_row_without_a_gradient_may_have_a_tensor_that_is_left_out():
    x = al.tensor([1, 2, 2])
    assert [f(x).tolist() for f in (al.bincount, al.Tensor.bincount)] == [[0, 1, 2]] * 2
    assert (
        al.bincount(x, al.tensor([0.5, 1.0, 2.0])).tolist() == x.bincount(weights=al.tensor([0.5, 1.0, 2.0])).tolist()
    )


def plain(saved):
    return [np.asarray(getattr(item, "_data", item)).tolist() for item in saved]
