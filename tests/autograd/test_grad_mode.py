"""Grad modes: as context managers, as decorators, as plain calls."""

import pytest

import autograd_lab as al


def leaf(value=1.0):
    return al.tensor(value, requires_grad=True)


@pytest.mark.parametrize("make", [lambda: al.no_grad, lambda: al.no_grad(), lambda: al.set_grad_enabled(False)])
def test_as_a_decorator_with_and_without_parentheses(make):
    @make()
    def work(factor, *, offset=0):
        """What it does."""
        return al.is_grad_enabled(), factor + offset

    assert work(2, offset=3) == (False, 5)
    assert work.__name__ == "work"
    assert work.__doc__ == "What it does."
    assert al.is_grad_enabled()


def test_a_decorated_function_may_call_itself():
    @al.no_grad()
    def down(n):
        return [al.is_grad_enabled(), *(down(n - 1) if n else [])]

    assert down(2) == [False, False, False]
    assert al.is_grad_enabled()


def test_one_object_may_be_entered_twice():
    mode = al.no_grad()
    with mode:
        with mode:
            pass
        assert not al.is_grad_enabled()
    assert al.is_grad_enabled()


def test_a_decorated_generator_does_not_leak_its_mode_to_its_consumer():
    @al.no_grad()
    def steps():
        got = yield al.is_grad_enabled()
        yield got, al.is_grad_enabled()

    generator = steps()
    assert next(generator) is False
    assert al.is_grad_enabled()
    assert generator.send("word") == ("word", False)
    assert al.is_grad_enabled()


def test_a_decorated_generator_hands_exceptions_and_the_end_through():
    closed = []

    @al.no_grad()
    def steps():
        try:
            yield 1
        except KeyError:
            yield "caught"
        finally:
            closed.append(al.is_grad_enabled())

    generator = steps()
    next(generator)
    assert generator.throw(KeyError) == "caught"
    generator.close()
    assert closed == [False]


def test_views_made_under_no_grad_keep_the_flag_and_copies_do_not():
    x = leaf([[1.0, 2.0], [3.0, 4.0]])
    with al.no_grad():
        views = [x.view(4), x[0], x.t(), x.expand(2, 2, 2), x.reshape(4)]
        copies = [x * 1, x.clone()]
    assert [(view.requires_grad, view._is_view(), view.grad_fn, view.is_leaf) for view in views] == [
        (True, True, None, True)
    ] * 5
    assert [(copy.requires_grad, copy._is_view()) for copy in copies] == [(False, False)] * 2
