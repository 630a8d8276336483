"""``out=``: what is refused leaves everything as it was."""

import pytest

import autograd_lab as al


@pytest.mark.parametrize("second", [al.empty(0), al.empty(0, dtype=al.int32)])
def test_a_wrong_dtype_is_noticed_before_anything_is_written(second):
    first = al.ones(3)
    with pytest.raises(RuntimeError, match="Expected out tensor to have dtype long int, but got"):
        al.max(al.zeros(2, 2), 1, out=(first, second))
    assert first.tolist() == [1, 1, 1] and first._version == 0 and second.shape == (0,)


def test_one_that_cannot_hold_the_result_keeps_its_shape():
    out = al.ones(3).long()
    with pytest.raises(RuntimeError, match="can't be cast"):
        al.add(al.zeros(2), 0.5, out=out)
    assert out.tolist() == [1, 1, 1]


def test_methods_and_modules_functions_take_none():
    x, outs = al.ones(2, 2), (al.empty(0), al.empty(0).long())
    for call in (
        lambda: x.max(1, out=outs),
        lambda: x.norm(out=outs[0]),
        lambda: al.nn.functional.relu(x, out=outs[0]),
    ):
        with pytest.raises(TypeError):
            call()
    assert outs[0].shape == (0,)
