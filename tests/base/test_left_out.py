"""What is left out says so when it is called, and not before; names that nobody knows get PyTorch's words."""

import inspect

import pytest

import autograd_lab as al
from autograd_lab._left_out import REASONS


@pytest.mark.parametrize("name", [name for name in REASONS if name not in dir(al)])
def test_calling_says_what_is_not_there_and_what_to_do(name):
    with pytest.raises(NotImplementedError, match=rf"^torch\.{name} is not in autograd_lab: .+; .+\.$"):
        getattr(al, name)()


def test_looking_does_not_raise():
    assert hasattr(al, "compile") and hasattr(al.jit, "script")
    assert not hasattr(al, "no_such_name") and getattr(al, "no_such_name", 3) == 3
    assert "compile" in repr(al.compile) and inspect.unwrap(al.compile) is al.compile
    assert not hasattr(al.compile, "__wrapped__")


def test_parts_of_it_are_left_out_too():
    with pytest.raises(NotImplementedError, match=r"torch\.jit\.script is not in autograd_lab"):

        @al.jit.script
        def function(x):
            return x

    with pytest.raises(NotImplementedError, match=r"torch\.complex64 is not in autograd_lab: complex numbers"):
        al.zeros(2, dtype=al.complex64)


def test_unknown_names_get_the_words_of_torch():
    with pytest.raises(AttributeError, match=r"^module 'torch' has no attribute 'no_such_name'$"):
        al.no_such_name  # noqa: B018


def test_other_devices_are_refused():
    for make in (lambda: al.zeros(2, device="cuda"), lambda: al.ones(2).to("cuda:0"), lambda: al.ones(2).cuda()):
        with pytest.raises(AssertionError, match="Torch not compiled with CUDA enabled"):
            make()
    with pytest.raises(NotImplementedError, match="the device 'meta' is left out"):
        al.zeros(2, device="meta")
    assert al.zeros(2, device="cuda" if al.cuda.is_available() else "cpu").device == al.device("cpu")
