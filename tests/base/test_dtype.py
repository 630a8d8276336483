"""Number types, shapes, and which type wins: recorded from PyTorch for every combination."""

import copy
import itertools
import json
import pathlib
import pickle

import numpy as np
import pytest

from autograd_lab import _dtype, _dtype_names

RECORDED = json.loads((pathlib.Path(__file__).parent.parent / "data" / "promotion.json").read_text(encoding="utf-8"))
NUMBERS = {"True": True, "2": 2, "1.5": 1.5}


@pytest.fixture(autouse=True)
def usual_default():
    yield
    _dtype.set_default_dtype(_dtype.float32)


def described(kind):
    name, _, ndim = kind.partition("/")
    return NUMBERS[kind] if kind in NUMBERS else (np.dtype(name), int(ndim))


def value(kind):
    name, _, ndim = kind.partition("/")
    if kind in NUMBERS:
        return NUMBERS[kind]
    return np.zeros(2, name) if ndim == "1" else np.zeros((), name)[()]


@pytest.mark.parametrize(("answers", "default"), [("pairs", "float32"), ("pairs_when_default_is_float64", "float64")])
def test_result_type_of_every_pair(answers, default):
    _dtype.set_default_dtype(getattr(_dtype, default))
    pairs = list(itertools.product(RECORDED["kinds"], repeat=2))
    found = [_dtype.result_dtype([described(a), described(b)]).name for a, b in pairs]
    assert dict(zip(pairs, found, strict=True)) == dict(zip(pairs, RECORDED[answers], strict=True))
    assert [_dtype.result_numpy([value(a), value(b)]).name for a, b in pairs] == found
    assert len(pairs) == 21 * 21


def test_result_type_of_three_in_any_order():
    triples = list(itertools.combinations_with_replacement(RECORDED["triples_of"], 3))
    for three, expected in zip(triples, RECORDED["triples"], strict=True):
        for order in itertools.permutations(three):
            assert _dtype.result_dtype([described(kind) for kind in order]).name == expected, order
    assert len(triples) == 364


def test_promote_types_and_can_cast_of_every_pair():
    types = [getattr(_dtype_names, name) for name in RECORDED["dtypes"]]
    pairs = list(itertools.product(types, repeat=2))
    assert [_dtype.promote_types(a, b).name for a, b in pairs] == RECORDED["promote_types"]
    assert [_dtype.can_cast(a, b) for a, b in pairs] == [bool(answer) for answer in RECORDED["can_cast"]]
    with pytest.raises(
        TypeError, match=r"promote_types\(\): argument 'type2' \(position 2\) must be torch.dtype, not str"
    ):
        _dtype.promote_types(_dtype.float32, "float32")


def test_result_types_that_surprise():
    vector, scalar = (np.dtype("float32"), 1), (np.dtype("float64"), 0)
    assert _dtype.result_dtype([vector, scalar]) == np.float32  # a scalar tensor does not widen a vector
    assert _dtype.result_dtype([(np.dtype("float32"), 0), scalar]) == np.float64
    assert _dtype.result_dtype([(np.dtype("int64"), 1), 1.5]) == np.float32  # the default float type, not float64
    assert _dtype.result_dtype([vector, np.float64(2)]) == np.float32  # a NumPy number counts as a Python number


@pytest.mark.parametrize("operands", [[], iter(())])
def test_result_type_of_nothing_is_an_error(operands):
    with pytest.raises(ValueError, match="at least one operand"):
        _dtype.result_numpy(operands)


def test_result_type_refuses_what_is_no_number():
    with pytest.raises(NotImplementedError, match="complex"):
        _dtype.result_dtype([(np.dtype(complex), 1)])
    with pytest.raises(NotImplementedError, match="complex"):
        _dtype.result_numpy([np.zeros(2, complex), np.zeros(2, complex)])
    with pytest.raises(NotImplementedError, match="complex"):
        _dtype.result_dtype([1j])
    with pytest.raises(TypeError, match="a number was expected, not str"):
        _dtype.result_dtype(["1"])


def test_every_type_has_its_names():
    names = {each.name: (repr(each), each.short, each.c_name, each.itemsize) for each in _dtype.ALL}
    assert names == {
        "float64": ("torch.float64", "Double", "double", 8),
        "float32": ("torch.float32", "Float", "float", 4),
        "float16": ("torch.float16", "Half", "c10::Half", 2),
        "int64": ("torch.int64", "Long", "long int", 8),
        "int32": ("torch.int32", "Int", "int", 4),
        "int16": ("torch.int16", "Short", "short int", 2),
        "int8": ("torch.int8", "Char", "signed char", 1),
        "uint8": ("torch.uint8", "Byte", "unsigned char", 1),
        "bool": ("torch.bool", "Bool", "bool", 1),
    }
    assert str(_dtype.float32) == "torch.float32" and f"{_dtype.int64}" == "torch.int64"


def test_public_names_and_aliases():
    names = {name: getattr(_dtype_names, name) for name in _dtype_names.__all__}
    aliases = {
        "half": "float16",
        "float": "float32",
        "double": "float64",
        "short": "int16",
        "int": "int32",
        "long": "int64",
    }
    assert all(names[short] is names[full] for short, full in aliases.items())
    assert names["bool"].name == "bool"
    assert {each for each in names.values() if isinstance(each, _dtype.dtype)} == set(_dtype.ALL)


@pytest.mark.parametrize("each", _dtype.ALL, ids=str)
def test_there_is_one_object_per_type(each):
    assert pickle.loads(pickle.dumps(each)) is each
    assert copy.deepcopy(each) is each and copy.copy(each) is each
    assert _dtype.of(each.numpy) is each
    assert {each: 1}[_dtype.of(np.zeros(1, each.numpy).dtype)] == 1
    assert (each.is_floating_point, each.is_signed) == (each.numpy.kind == "f", each.numpy.kind in "if")
    assert not each.is_complex


def test_both_of_numpys_64_bit_integers_are_int64():
    assert _dtype.of(np.dtype(np.longlong)) is _dtype.int64


def test_types_that_are_not_supported():
    with pytest.raises(NotImplementedError, match=r"^complex numbers are left out here: .*\.$"):
        _dtype.of(np.dtype(np.complex64))
    with pytest.raises(TypeError, match=r"can't convert np.ndarray of type numpy.str_. The only supported types are: "):
        _dtype.of(np.dtype("U3"))
    with pytest.raises(TypeError, match=r"numpy.uint16.*float64, .*, uint8, and bool\.$"):
        _dtype.of(np.dtype(np.uint16))
    with pytest.raises(ValueError, match="byte order different from the native byte order"):
        _dtype.of(np.dtype(np.float32).newbyteorder())


def test_python_numbers_have_a_type():
    assert [_dtype.of_scalar(v) for v in (True, 3, 2.5)] == [_dtype.boolean, _dtype.int64, _dtype.float32]
    assert [_dtype.of_scalar(v) for v in (np.True_, np.int8(3), np.float16(2))] == [
        _dtype.boolean,
        _dtype.int64,
        _dtype.float32,
    ]


def test_the_default_type():
    assert _dtype.get_default_dtype() is _dtype.float32
    _dtype.set_default_dtype(_dtype.float64)
    assert _dtype.get_default_dtype() is _dtype.float64 and _dtype.of_scalar(1.0) is _dtype.float64
    for wrong, text in ((_dtype.int64, "^only floating-point"), (float, "^invalid dtype object: only floating-point")):
        with pytest.raises(TypeError, match=text):
            _dtype.set_default_dtype(wrong)


def test_what_may_stand_after_dtype():
    assert _dtype.as_dtype(_dtype.int8, "zeros") is _dtype.int8
    assert [_dtype.as_dtype(t, "zeros") for t in (float, int, bool)] == [_dtype.float64, _dtype.int64, _dtype.boolean]
    for wrong, name in ((np.float32, "type"), ("float32", "str"), ([], "list")):
        with pytest.raises(TypeError, match=rf"^zeros\(\): argument 'dtype' must be torch.dtype, not {name}$"):
            _dtype.as_dtype(wrong, "zeros")


def test_size_is_a_tuple_that_knows_its_number_of_elements():
    size = _dtype.Size((2, 3))
    assert size == (2, 3) and hash(size) == hash((2, 3)) and size[1] == 3
    assert repr(size) == str(size) == f"{size}" == "torch.Size([2, 3])"
    assert (size.numel(), _dtype.Size().numel(), _dtype.Size((4, 0)).numel()) == (6, 1, 0)
    assert repr(_dtype.Size()) == "torch.Size([])"


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (lambda size: size[1:], "torch.Size([3])"),
        (lambda size: size + (1,), "torch.Size([2, 3, 1])"),  # noqa: RUF005
        (lambda size: (1,) + size, "torch.Size([1, 2, 3])"),  # noqa: RUF005
        (lambda size: size * 2, "torch.Size([2, 3, 2, 3])"),
        (lambda size: 2 * size, "torch.Size([2, 3, 2, 3])"),
        (lambda size: pickle.loads(pickle.dumps(size)), "torch.Size([2, 3])"),
        (copy.deepcopy, "torch.Size([2, 3])"),
    ],
)
def test_what_is_made_from_a_size_is_a_size(made, text):
    result = made(_dtype.Size((2, 3)))
    assert isinstance(result, _dtype.Size) and repr(result) == text


def test_a_size_and_a_list_do_not_add():
    with pytest.raises(TypeError, match=r"can only concatenate tuple \(not list\) to torch.Size"):
        _dtype.Size((2, 3)) + [1]  # noqa: RUF005
    with pytest.raises(TypeError, match="can only concatenate list"):
        [1] + _dtype.Size((2, 3))  # noqa: RUF005
