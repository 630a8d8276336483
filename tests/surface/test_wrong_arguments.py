"""What wrong arguments are told: PyTorch's class of error and its words, by kind of mistake, and never NumPy's.

The texts were read off PyTorch 2.13.
"""

import inspect
import math
import pickle
import re

import numpy as np
import pytest

import autograd_lab as al
from autograd_lab import nn
from autograd_lab._torch.surface import annotated, read_signatures, signatures

F = nn.functional
X = al.ones(2, 3)


def refuses(kind, text, call):
    with pytest.raises(Exception) as caught:
        call()
    assert type(caught.value) is kind, f"{type(caught.value).__name__}: {caught.value}"
    assert str(caught.value).startswith(text)


# ----- functions that PyTorch writes in Python: the function that they call complains --------------------------------
@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: F.softmax(X, "a"), "softmax(): argument 'dim' (position 1) must be int, not str"),
        (lambda: F.kl_div(X, 1.5), "kl_div(): argument 'target' (position 2) must be Tensor, not float"),
        (lambda: F.embedding(X, None), "embedding(): argument 'weight' (position 1) must be Tensor, not NoneType"),
        (lambda: F.cross_entropy(X, X, 3), "cross_entropy_loss(): argument 'weight' (position 3) must be Tensor, not"),
        (lambda: F.dropout("a"), "dropout(): argument 'input' (position 1) must be Tensor, not str"),
        (lambda: F.dropout(X, 0, 3), "dropout(): argument 'train' (position 3) must be bool, not int"),
        (lambda: F.silu(X.numpy()), "silu(): argument 'input' (position 1) must be Tensor, not numpy.ndarray"),
        (lambda: nn.MSELoss()(X, None), "mse_loss(): argument 'target' (position 2) must be Tensor, not NoneType"),
        (lambda: al.linalg.det(None), "linalg_det(): argument 'A' (position 1) must be Tensor, not NoneType"),
        (lambda: al.linalg.solve(X, 3), "linalg_solve(): argument 'B' (position 2) must be Tensor, not int"),
    ],
)
def test_the_inner_function_names_its_argument(call, text):
    refuses(TypeError, text, call)


def test_what_a_function_calls_takes_arguments_that_it_has():
    spaces = (F, nn.init, al)
    for line in annotated.CALLS.strip().splitlines():
        name, calls = line.split(": ")
        function = inspect.unwrap(next(getattr(space, name) for space in spaces if name in vars(space)))
        own = {word.rpartition("=")[2] for word in calls.split()[1:]}
        assert own <= {*inspect.signature(function).parameters, "_"}, name


# ----- sizes, devices and types of layers ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: al.zeros("a"), TypeError, "zeros(): argument 'size' (position 1) must be tuple of ints, not str"),
        (lambda: al.zeros(["a"]), TypeError, "zeros(): argument 'size' (position 1) must be tuple of ints, but found "),
        (lambda: al.zeros(2, 1.5), TypeError, "zeros(): argument 'size' failed to unpack the object at pos 2 with err"),
        (lambda: al.zeros(2, 10**30), TypeError, "zeros(): argument 'size' failed to unpack the object at pos 2 with"),
        (lambda: al.zeros(2**62, 2), RuntimeError, "Storage size calculation overflowed with sizes=[4611686018427387"),
        (lambda: al.zeros(True), TypeError, "zeros(): argument 'size' (position 1) must be tuple of ints, not bool"),
        (lambda: nn.Linear(2, X), TypeError, "empty(): argument 'size' (position 1) must be tuple of ints, but found"),
        (lambda: nn.Conv2d(2, 2, (-1,)), RuntimeError, "Trying to create tensor with negative dimension -1: [2, 2,"),
        (lambda: nn.BatchNorm1d({}), TypeError, "empty(): argument 'size' (position 1) must be tuple of ints, not"),
        (lambda: nn.Linear(2, 2, device=1.5), TypeError, "empty(): argument 'device' must be torch.device, not float"),
        (lambda: nn.Linear(2, 2, device="a"), RuntimeError, "Expected one of cpu, cuda, ipu, xpu, mkldnn"),
        (lambda: nn.Linear(2, 2, dtype="a"), TypeError, "empty(): argument 'dtype' must be torch.dtype, not str"),
        (lambda: al.device(1.5), TypeError, "device() received an invalid combination of arguments - got (float)"),
        (lambda: al.device("cpu:x"), RuntimeError, "Invalid device string: 'cpu:x'"),
        (lambda: al.device(-1), RuntimeError, "Device index must not be negative"),
    ],
)
def test_sizes_and_devices(call, kind, text):
    refuses(kind, text, call)


def test_only_the_first_length_must_not_be_a_bool():
    assert al.zeros(2, True).shape == (2, 1)


# ----- what slips through all checks ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: np.ones(2) + np.ones(3), RuntimeError, "The size of tensor a (2) must match the size of tensor b "),
        (lambda: np.ones(2).sum(3), IndexError, "Dimension out of range (expected to be in range of [-1, 0], but "),
        (lambda: "a"._data, TypeError, "expected Tensor, but got str"),
        (lambda: np.linalg.inv(np.zeros((2, 2))), RuntimeError, "Singular matrix"),
        (lambda: np.add("a", 1.0), TypeError, ""),
        (lambda: 1 // 0, RuntimeError, ""),
    ],
)
def test_an_accident_inside_is_told_in_torchs_words(monkeypatch, call, kind, text):
    from autograd_lab._core.base import tracebacks

    monkeypatch.setattr(tracebacks, "_OURS", (*tracebacks._OURS, __file__))
    refuses(kind, text, tracebacks.concise(call))


def test_what_the_package_raises_on_purpose_stays():
    with pytest.raises(AttributeError, match="'Linear' object has no attribute 'typo'"):
        _ = nn.Linear(2, 2).typo

    class Model(nn.Module):
        def forward(self, x):
            return self.typo

    with pytest.raises(AttributeError, match="'Model' object has no attribute 'typo'"):
        Model()(X)


def test_an_accident_of_the_learners_own_stays_too():
    class Model(nn.Module):
        def forward(self, x):
            return None.weight

    with pytest.raises(AttributeError, match="'NoneType' object has no attribute 'weight'"):
        Model()(X)


# ----- numbers and tensors in each other's places --------------------------------------------------------------------
def test_a_tensor_without_dimensions_counts_as_the_number_in_it():
    one = al.tensor(1)
    assert X.sum(one).shape == (2,) and al.all(X, one).shape == (2,) and X.softmax(one).shape == (2, 3)
    assert X.squeeze(one).shape == (2, 3) and al.sum(X, dim=one).shape == (2,)


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: al.maximum(X, 3), TypeError, "maximum(): argument 'other' (position 2) must be Tensor, not int"),
        (lambda: X.unsqueeze(10**30), ValueError, "Overflow when unpacking long long"),
        (lambda: X.view(2, 10**30), TypeError, "view(): argument 'size' failed to unpack the object at pos 2 with"),
        (lambda: al.tensor([1, 2]).clamp(10**30), OverflowError, "int too big to convert"),
        (lambda: al.set_grad_enabled(3), TypeError, "set_grad_enabled(): argument 'enabled' (position 1) must be bool"),
        (lambda: nn.init.normal_(X, X), TypeError, "normal_(): argument 'mean' (position 1) must be float, not Tensor"),
        (lambda: np.ones((2, 3)) < X, TypeError, "'<' not supported between instances of 'numpy.ndarray' and 'Tensor'"),
    ],
)
def test_numbers_in_the_wrong_place(call, kind, text):
    refuses(kind, text, call)


def test_a_refused_out_keeps_its_shape():
    out = al.tensor(1)
    with pytest.raises(RuntimeError, match="can't be cast to the desired output type Long"):
        al.sub(X, 1.5, out=out)
    assert out.shape == () and out.item() == 1


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda x: al.triu(x, 1.5), r"triu\(\): argument 'diagonal' \(position 2\) must be int, not float"),
        (lambda x: al.add(x, x, 7), r"add\(\) "),
        (lambda x: x.clone(x), r"clone\(\) takes 0 positional arguments but 1 was given"),
        (lambda x: x.max(x, x), r"max\(\)"),
        (lambda x: al.einsum(1, x), r"einsum\(\): argument 'equation' \(position 1\) must be str, not int"),
    ],
)
def test_what_would_go_through_is_refused_before_and_after_a_right_call(call, words):
    x = al.ones(2, 2)
    al.triu(x, 1), al.add(x, x, alpha=7), x.clone(), x.max(1)
    with pytest.raises(TypeError, match=words):
        call(x)


def test_what_may_stand_for_a_tensor_and_what_may_be_left_out():
    x = al.tensor([1.0, 2.0], requires_grad=True)
    y = (x * 2).copy_(3.5)
    assert y.tolist() == [3.5, 3.5] and y.grad_fn.name() == "torch::autograd::CopyBackwards"
    assert y.grad_fn.next_functions[1] == (None, 0)
    assert al.ones(2, 3).all(keepdim=True).tolist() == [[True]]
    assert al.nn.init.normal_(al.ones(2), al.tensor(5.0), 0.0).tolist() == [5.0, 5.0]


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda x: x.norm(2, 0, 1), TypeError, "linalg_vector_norm(): argument 'keepdim' (position 4) must be bool"),
        (lambda x: x.std(0, 1), TypeError, "std() received an invalid combination of arguments - got (int, int)"),
        (lambda x: x.max(x, keepdim=[]), TypeError, "max(): argument 'dim' (position 1) must be int, not Tensor"),
        (lambda x: al.sum(x, out=al.empty(0)), TypeError, "sum() received an invalid combination of arguments"),
        (lambda x: al.nn.utils.rnn.invert_permutation(x > 0), RuntimeError, "Expected dtype int32/int64 for index"),
    ],
)
def test_what_inner_calls_refuse(call, error, words):
    with pytest.raises(error, match=re.escape(words)):
        call(al.tensor([1.0, 2.0]))


def test_numbers_that_functions_refuse():
    x = al.ones(2, 3)
    x.grad = al.ones(2, 3)
    for call, error, words in (
        (lambda: al.normal(x, math.nan), RuntimeError, "expects std >= 0.0, but found std nan"),
        (lambda: F.kl_div(x.long(), x, reduction="sum"), RuntimeError, "Integral inputs not supported"),
    ):
        with pytest.raises(error, match=words):
            call()


# ----- out=: what is refused leaves everything as it was --------------------------------------------------------------
def test_one_that_cannot_hold_the_result_keeps_its_shape():
    out = al.ones(3).long()
    with pytest.raises(RuntimeError, match="can't be cast"):
        al.add(al.zeros(2), 0.5, out=out)
    assert out.tolist() == [1, 1, 1]


def test_methods_and_modules_functions_take_none():
    x, out = al.ones(2, 2), al.empty(0)
    for call in (lambda: x.norm(out=out), lambda: al.nn.functional.relu(x, out=out)):
        with pytest.raises(TypeError):
            call()
    assert out.shape == (0,)


# ----- the guards change nothing that works ---------------------------------------------------------------------------
TABLES = [signatures.FUNCTIONS, signatures.METHODS]


def test_every_signature_can_be_read():
    for table in TABLES:
        known = [read_signatures.signatures_of(name, table)[0] for name in read_signatures.texts(table)]
        kinds = {parameter.type for shown in known for one in shown for parameter in one.parameters}
        assert not {kind for kind in kinds if " = " in kind or "?" in kind or "," in kind}


def test_what_is_shown_has_a_guard():
    guarded = [name for name in read_signatures.texts(signatures.FUNCTIONS) if name in dir(al)]
    assert len(guarded) > 180
    assert all(getattr(al, name).__module__ == "autograd_lab" for name in guarded)


def test_a_guarded_function_can_be_pickled_and_keeps_its_text():
    assert pickle.loads(pickle.dumps(al.sum)) is al.sum
    assert al.exp.__name__ == "exp" and al.exp.__doc__ and al.Tensor.exp.__qualname__ == "Tensor.exp"


def test_an_error_from_inside_is_left_alone_when_the_arguments_fit():
    with pytest.raises(RuntimeError, match=r"^The size of tensor a \(2\) must match"):
        al.add(al.ones(2), al.ones(3))


def test_what_is_left_out_says_so_whatever_came_with_it():
    with pytest.raises(NotImplementedError, match="complex numbers"):
        al.zeros(2, dtype=al.complex64)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda x: al.exp(1.0), r"exp\(\): argument 'input' \(position 1\) must be Tensor, not float"),
        (lambda x: al.exp(x.numpy()), r"exp\(\): argument 'input' \(position 1\) must be Tensor, not numpy.ndarray"),
        (lambda x: x.sum(0, 1), r"sum\(\): argument 'keepdim' \(position 2\) must be bool, not int"),
        (lambda x: al.reshape(x, 2, 2), r"reshape\(\) takes 2 positional arguments but 3 were given"),
    ],
)
def test_mistakes_that_would_not_fail_are_found(call, text):
    with pytest.raises(TypeError, match=text):
        call(al.ones(2, 2))
