"""Number types, shapes, and which type wins: recorded from PyTorch for every combination."""

import copy
import itertools
import json
import pathlib
import pickle

import numpy as np
import pytest

from autograd_lab._core.base import dtype_names, dtypes

RECORDED = json.loads((pathlib.Path(__file__).parent.parent / "data" / "promotion.json").read_text(encoding="utf-8"))
NUMBERS = {"True": True, "2": 2, "1.5": 1.5}


@pytest.fixture(autouse=True)
def usual_default():
    yield
    dtypes.set_default_dtype(dtypes.float32)


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
    dtypes.set_default_dtype(getattr(dtypes, default))
    pairs = list(itertools.product(RECORDED["kinds"], repeat=2))
    found = [dtypes.result_dtype([described(a), described(b)]).name for a, b in pairs]
    assert dict(zip(pairs, found, strict=True)) == dict(zip(pairs, RECORDED[answers], strict=True))
    assert [dtypes.result_numpy([value(a), value(b)]).name for a, b in pairs] == found
    assert len(pairs) == 21 * 21


def test_result_type_of_three_in_any_order():
    triples = list(itertools.combinations_with_replacement(RECORDED["triples_of"], 3))
    for three, expected in zip(triples, RECORDED["triples"], strict=True):
        for order in itertools.permutations(three):
            assert dtypes.result_dtype([described(kind) for kind in order]).name == expected, order
    assert len(triples) == 364


def test_promote_types_and_can_cast_of_every_pair():
    types = [getattr(dtype_names, name) for name in RECORDED["dtypes"]]
    pairs = list(itertools.product(types, repeat=2))
    assert [dtypes.promote_types(a, b).name for a, b in pairs] == RECORDED["promote_types"]
    assert [dtypes.can_cast(a, b) for a, b in pairs] == [bool(answer) for answer in RECORDED["can_cast"]]
    with pytest.raises(
        TypeError, match=r"promote_types\(\): argument 'type2' \(position 2\) must be torch.dtype, not str"
    ):
        dtypes.promote_types(dtypes.float32, "float32")


def test_result_types_that_surprise():
    vector, scalar = (np.dtype("float32"), 1), (np.dtype("float64"), 0)
    assert dtypes.result_dtype([vector, scalar]) == np.float32  # a scalar tensor does not widen a vector
    assert dtypes.result_dtype([(np.dtype("float32"), 0), scalar]) == np.float64
    assert dtypes.result_dtype([(np.dtype("int64"), 1), 1.5]) == np.float32  # the default float type, not float64
    assert dtypes.result_dtype([vector, np.float64(2)]) == np.float32  # a NumPy number counts as a Python number


@pytest.mark.parametrize("operands", [[], iter(())])
def test_result_type_of_nothing_is_an_error(operands):
    with pytest.raises(ValueError, match="at least one operand"):
        dtypes.result_numpy(operands)


def test_result_type_refuses_what_is_no_number():
    with pytest.raises(NotImplementedError, match="complex"):
        dtypes.result_dtype([(np.dtype(complex), 1)])
    with pytest.raises(NotImplementedError, match="complex"):
        dtypes.result_numpy([np.zeros(2, complex), np.zeros(2, complex)])
    with pytest.raises(NotImplementedError, match="complex"):
        dtypes.result_dtype([1j])
    with pytest.raises(TypeError, match="a number was expected, not str"):
        dtypes.result_dtype(["1"])


def test_every_type_has_its_names():
    names = {each.name: (repr(each), each.short, each.c_name, each.itemsize) for each in dtypes.ALL}
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
    assert str(dtypes.float32) == "torch.float32" and f"{dtypes.int64}" == "torch.int64"


def test_public_names_and_aliases():
    names = {name: getattr(dtype_names, name) for name in dtype_names.__all__}
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
    assert {each for each in names.values() if isinstance(each, dtypes.dtype)} == set(dtypes.ALL)


@pytest.mark.parametrize("each", dtypes.ALL, ids=str)
def test_there_is_one_object_per_type(each):
    assert pickle.loads(pickle.dumps(each)) is each
    assert copy.deepcopy(each) is each and copy.copy(each) is each
    assert dtypes.of(each.numpy) is each
    assert {each: 1}[dtypes.of(np.zeros(1, each.numpy).dtype)] == 1
    assert (each.is_floating_point, each.is_signed) == (each.numpy.kind == "f", each.numpy.kind in "if")
    assert not each.is_complex


def test_both_of_numpys_64_bit_integers_are_int64():
    assert dtypes.of(np.dtype(np.longlong)) is dtypes.int64


def test_types_that_are_not_supported():
    with pytest.raises(NotImplementedError, match=r"^complex numbers are left out here: .*\.$"):
        dtypes.of(np.dtype(np.complex64))
    with pytest.raises(TypeError, match=r"can't convert np.ndarray of type numpy.str_. The only supported types are: "):
        dtypes.of(np.dtype("U3"))
    with pytest.raises(TypeError, match=r"numpy.uint16.*float64, .*, uint8, and bool\.$"):
        dtypes.of(np.dtype(np.uint16))
    with pytest.raises(ValueError, match="byte order different from the native byte order"):
        dtypes.of(np.dtype(np.float32).newbyteorder())


def test_python_numbers_have_a_type():
    assert [dtypes.of_scalar(v) for v in (True, 3, 2.5)] == [dtypes.boolean, dtypes.int64, dtypes.float32]
    assert [dtypes.of_scalar(v) for v in (np.True_, np.int8(3), np.float16(2))] == [
        dtypes.boolean,
        dtypes.int64,
        dtypes.float32,
    ]


def test_the_default_type():
    assert dtypes.get_default_dtype() is dtypes.float32
    dtypes.set_default_dtype(dtypes.float64)
    assert dtypes.get_default_dtype() is dtypes.float64 and dtypes.of_scalar(1.0) is dtypes.float64
    for wrong, text in ((dtypes.int64, "^only floating-point"), (float, "^invalid dtype object: only floating-point")):
        with pytest.raises(TypeError, match=text):
            dtypes.set_default_dtype(wrong)


def test_what_may_stand_after_dtype():
    assert dtypes.as_dtype(dtypes.int8, "zeros") is dtypes.int8
    assert [dtypes.as_dtype(t, "zeros") for t in (float, int, bool)] == [dtypes.float64, dtypes.int64, dtypes.boolean]
    for wrong, name in ((np.float32, "type"), ("float32", "str"), ([], "list")):
        with pytest.raises(TypeError, match=rf"^zeros\(\): argument 'dtype' must be torch.dtype, not {name}$"):
            dtypes.as_dtype(wrong, "zeros")


def test_size_is_a_tuple_that_knows_its_number_of_elements():
    size = dtypes.Size((2, 3))
    assert size == (2, 3) and hash(size) == hash((2, 3)) and size[1] == 3
    assert repr(size) == str(size) == f"{size}" == "torch.Size([2, 3])"
    assert (size.numel(), dtypes.Size().numel(), dtypes.Size((4, 0)).numel()) == (6, 1, 0)
    assert repr(dtypes.Size()) == "torch.Size([])"


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
    result = made(dtypes.Size((2, 3)))
    assert isinstance(result, dtypes.Size) and repr(result) == text


def test_a_size_and_a_list_do_not_add():
    with pytest.raises(TypeError, match=r"can only concatenate tuple \(not list\) to torch.Size"):
        dtypes.Size((2, 3)) + [1]  # noqa: RUF005
    with pytest.raises(TypeError, match="can only concatenate list"):
        [1] + dtypes.Size((2, 3))  # noqa: RUF005
