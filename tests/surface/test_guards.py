"""The guards before the public functions: they change nothing that works, and know PyTorch's signatures."""

import pickle

import pytest

import autograd_lab as al
from autograd_lab._torch.surface import read_signatures, signatures

TABLES = [signatures.FUNCTIONS, signatures.METHODS]


def test_every_signature_can_be_read():
    for table in TABLES:
        known = [read_signatures.signatures_of(name, table)[0] for name in read_signatures.texts(table)]
        kinds = {parameter.type for shown in known for one in shown for parameter in one.parameters}
        assert not {kind for kind in kinds if " = " in kind or "?" in kind or "," in kind}


def test_what_is_shown_has_a_guard():
    guarded = [name for name in read_signatures.silent_mistakes(signatures.FUNCTIONS) if name in dir(al)]
    assert len(guarded) > 280
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
