"""Files cannot run code unless they are trusted, and say what is wrong with them."""

import base64
import importlib
import io
import os
import pickle
import zlib

import pytest

import autograd_lab as al

FROM_BEFORE_THE_MOVE = (
    "c-mc1O-sW-5KYoFty)n~6!8!A6g(79g%)~qAxQNeHp#ZTm~O&mqqI=SrC+eOj(^d=p_>GYb=VztXWqP-H--KAWg3+&p{tw^!lqP$y2rUprUF"
    "NPj04xth+sHo3oKc}LA8BBf}F(>>~&G+FBX*ZN_dtCol-YEpQUrx4--M$SsqJ<g}`%A9Ze7>Jd+|1Wr=K7NKh>v)sQ_PV+A8KfDMeHi%ev%f"
    "S##lB<Cq9ORPx`cH27JP-Y)I&wKjTRykxy2zH}O!zcz?+)y8Viy`PRvXHd~)JC@U#s;=a9UX(R1BNr8c30gU$>-cnvA{DTi2!x-e0cAHp3?J"
    "jP<rt@rlmi(yHUGtTnx&F-l4-A;}NK<<L%axl;d;FTkce~CUJu0V-HqkRWqYl1L%XYU)Z7)uN5@bb<&B*I}3IB^*_=&O#7Oy5vF;C&fOp5#K"
    "7w"
)
"""What `save` wrote at commit 71b87a1, when `_serialization`, `_dtype` and `_device` were modules; zlib, base 85."""


class Evil:
    def __reduce__(self):
        return os.getenv, ("HOME",)


def saved(value):
    file = io.BytesIO()
    al.save(value, file)
    file.seek(0)
    return file


@pytest.mark.parametrize("value", [Evil(), [al.ones(1), Evil()], al.nn.Linear(1, 1), print, al.load])
def test_a_file_may_hold_numbers_containers_and_tensors_only(value):
    with pytest.raises(pickle.UnpicklingError, match=r"Weights only load failed(?s:.)*Unsupported global: GLOBAL"):
        al.load(saved(value))


def test_a_trusted_file_may_hold_anything():
    assert isinstance(al.load(saved(al.nn.Linear(1, 1)), weights_only=False), al.nn.Linear)


def test_a_view_needs_no_more_than_its_memory():
    whole = al.arange(6.0)
    first, second = al.load(saved([whole, whole[2:4]]))
    first[2] = 9
    assert second.tolist() == [9, 3]
    with pytest.raises((TypeError, ValueError)):
        al._creation.files._rebuild(al.Tensor, whole.numpy(), ((100,), (4,), 0), False, {})


def test_a_file_of_pytorch_is_told_from_ours():
    with pytest.raises(NotImplementedError, match="this file was written by PyTorch"):
        al.load(io.BytesIO(b"PK\x03\x04"))


def test_the_history_and_the_gradient_stay_behind():
    x = al.ones(2, requires_grad=True)
    (x * 2).sum().backward()
    again = pickle.loads(pickle.dumps(x * 2))
    assert again.is_leaf and again.requires_grad and again.tolist() == [2, 2]
    assert pickle.loads(pickle.dumps(x)).grad is None


def test_a_file_from_before_the_modules_moved_is_read():
    held = al.load(io.BytesIO(zlib.decompress(base64.b85decode(FROM_BEFORE_THE_MOVE))))
    assert held["weight"].tolist() == [[1, 2], [3, 4]] and held["weight"].requires_grad
    assert isinstance(held["bias"], al.nn.Parameter) and held["bias"].tolist() == [1, 1]
    assert held["kind"] is al.float64 and held["shape"] == al.Size([2, 3]) and held["device"] == al.device("cpu")


def test_every_moved_name_stands_where_files_are_told_to_look():
    for (_, name), today in al._creation.files._MOVED.items():
        assert hasattr(importlib.import_module(today), name), (today, name)
