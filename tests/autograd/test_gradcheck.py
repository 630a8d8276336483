"""gradcheck: it accepts what is right, rejects what is wrong by a thousandth, and says which element."""

import pytest
from custom_functions import custom

import autograd_lab as al
from autograd_lab.autograd import gradcheck, gradgradcheck
from autograd_lab.autograd.gradcheck import GradcheckError


def leaf(value, dtype=al.float64):
    return al.tensor(value, dtype=dtype, requires_grad=True)


def doubling(factor):
    """Multiplies by 2 and says in backward that it was ``factor``."""
    return custom(al, "MyFn", backward=lambda ctx, grad: grad * factor)


def failure(func, inputs, **options):
    with pytest.raises(GradcheckError) as caught:
        gradcheck(func, inputs, **options)
    return str(caught.value)


# ----- accepted -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "func",
    [
        lambda x: x * x * x,
        lambda x: (x.sin() * x).sum(),
        lambda x: (x.exp(), x * 2),
        lambda x: x,
        lambda x: (x[0], x[1:].sum()),
        lambda x: x.clone().mul_(x),
    ],
)
def test_right_gradients_pass(func):
    assert gradcheck(func, (leaf([0.5, -1.0, 2.0]),)) is True


def test_inputs_may_be_one_tensor_several_or_no_tensors_at_all():
    x, y = leaf([1.0, 2.0]), leaf([[1.0, 2.0], [0.5, -1.0]])
    assert gradcheck(lambda a: a * a, x)
    assert gradcheck(lambda a, b: (b @ a).tanh(), (x, y))
    assert gradcheck(lambda a, n: a * n, [x, 3])
    assert gradcheck(lambda a, b: a * b, (x, al.ones(2, dtype=al.float64)))


def test_scalars_and_empty_tensors():
    assert gradcheck(lambda x: x * x, leaf(3.0))
    assert gradcheck(lambda x: x * x, leaf([]))


def test_an_input_that_does_not_matter_passes():
    assert gradcheck(lambda x, y: x * 2, (leaf([1.0]), leaf([2.0])))


def test_nothing_is_left_changed():
    x = leaf([1.0, 2.0])
    gradcheck(lambda t: t * t, x)
    assert (x.tolist(), x.grad, x._version) == ([1.0, 2.0], None, 0)


def test_the_input_is_put_back_when_the_function_fails():
    x = leaf([1.0, 2.0])

    def fails_when_moved(t):
        if t[0].item() != 1.0:
            raise ZeroDivisionError
        return t * 2

    with pytest.raises(ZeroDivisionError):
        gradcheck(fails_when_moved, x)
    assert x.tolist() == [1.0, 2.0]


# ----- rejected -------------------------------------------------------------------------------------------------------
def test_the_text_of_a_mismatch_is_pytorchs_and_help_names_the_element():
    wrong = custom(
        al,
        "MyFn",
        lambda ctx, x: x * al.tensor([1.0, 3.0], dtype=al.float64),
        lambda ctx, grad: grad * al.tensor([1.5, 4.5], dtype=al.float64),
    )
    text = failure(wrong.apply, (leaf([1.0, 2.0]),))
    assert text.startswith(
        "Jacobian mismatch for output 0 with respect to input 0,\n"
        "numerical:tensor([[1.0000, 0.0000],\n"
        "        [0.0000, 3.0000]], dtype=torch.float64)\n"
        "analytical:tensor([[1.5000, 0.0000],\n"
        "        [0.0000, 4.5000]], dtype=torch.float64)\n"
    )
    assert "row 1, column 1: backward says 4.5, the function itself 3" in text


@pytest.mark.parametrize(("factor", "right"), [(2 * 1.002, False), (2 * 0.998, False), (2.0, True), (2 + 1e-7, True)])
def test_an_error_of_two_thousandths_is_too_much(factor, right):
    assert gradcheck(doubling(factor).apply, leaf([1.0, 2.0]), raise_exception=False) is right


def test_a_wrong_sign_a_wrong_input_and_a_nan_are_rejected():
    x, y = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    assert "input 0" in failure(doubling(-2).apply, x)
    swapped = custom(
        al,
        "MyFn",
        lambda ctx, a, b: (ctx.save_for_backward(a, b), a * b)[1],
        lambda ctx, grad: (grad * ctx.saved_tensors[0], grad * ctx.saved_tensors[1]),
    )
    assert "with respect to input 0" in failure(swapped.apply, (x, y))
    assert "nan" in failure(doubling(float("nan")).apply, x)


def test_swapped_output_slots_are_rejected():
    swapped = custom(al, "MyFn", lambda ctx, x: (x * 2, x * 3), lambda ctx, first, second: second * 2 + first * 3)
    assert "Jacobian mismatch for output 0" in failure(swapped.apply, leaf([1.0, 2.0]))


# ----- arguments ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["check_forward_ad", "check_batched_grad", "check_grad_dtypes"])
def test_what_is_left_out_says_so(name):
    with pytest.raises(NotImplementedError, match=f"{name} is left out of autograd_lab"):
        gradcheck(lambda x: x * 2, leaf([1.0]), **{name: True})


def test_raise_exception_false_hides_only_failed_checks():
    assert gradcheck(doubling(3).apply, leaf([1.0]), raise_exception=False) is False
    with pytest.raises(ValueError, match="gradcheck expects at least one"):
        gradcheck(lambda x: x, al.ones(1, dtype=al.float64), raise_exception=False)


# ----- second derivatives ---------------------------------------------------------------------------------------------
def test_gradgradcheck_accepts_and_rejects():
    x = leaf([0.5, -1.0])
    assert gradgradcheck(lambda t: t * t * t, (x,)) is True
    assert gradgradcheck(lambda t: (t * t, t.sin()), x, grad_outputs=(leaf([1.0, 2.0]), leaf([0.5, 0.5])))

    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0].detach() * 2  # right, but its own derivative is lost

    square = custom(al, "MyFn", lambda ctx, t: (ctx.save_for_backward(t), t * t)[1], backward)
    assert gradcheck(square.apply, x)
    assert gradgradcheck(square.apply, x, raise_exception=False) is False


def test_gradgradcheck_draws_its_seeds_from_the_programs_stream_as_pytorch_does():
    al.manual_seed(0)
    al.rand(1, dtype=al.float64)
    expected = al.rand(3).tolist()
    al.manual_seed(0)
    gradgradcheck(lambda t: t * t, leaf([1.0]))
    assert al.rand(3).tolist() == expected
