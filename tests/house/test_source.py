"""The reader of imports, on small packages: it finds every way to import, and every circle."""

import pytest
from source import absolute


def arrows(house, source):
    return {(arrow.target, arrow.how) for arrow in house.arrows if arrow.source == source}


WAYS = {
    "import house.low": "at load",
    "from . import low": "at load",
    "from .low import name": "at load",
    "try:\n    from .low import name\nexcept ImportError:\n    pass": "at load",
    "def work():\n    from .low import name": "late",
    "def outer():\n    def inner():\n        if True:\n            from . import low": "late",
    "import importlib as _lib\ndef work():\n    return _lib.import_module('.low', __package__).name": "late",
    "from importlib import import_module\nwork = lambda: import_module('.low', 'house')": "late",
    "import importlib\nimportlib.import_module(f'{__package__}.low')": "at load",
    "__import__('house.low')": "at load",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .low import name": "for types",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    pass\nelse:\n    from .low import name": "at load",
    "from typing import TYPE_CHECKING\nif not TYPE_CHECKING:\n    from .low import name": "at load",
}


@pytest.mark.parametrize(("text", "how"), WAYS.items())
def test_every_way_to_import_is_found(package, text, how):
    house = package({"high": text, "low": "name = 1"})
    assert arrows(house, "high") == {("low", how)}
    assert house.unreadable == []


def test_a_name_is_where_the_package_says(package):
    files = {
        "__init__": "from .a.deep import name",
        "a/deep": "from .. import name, b\nfrom ..b import other\nfrom . import near\nfrom .near import name",
        "a/near": "",
        "b/inner": "",
        "c": "import house.b.inner\nfrom house.a.near import name",
    }
    house = package(files)
    assert arrows(house, "") == {("a", "at load"), ("a.deep", "at load")}
    assert arrows(house, "a.deep") == {("", "at load"), ("b", "at load"), ("a.near", "at load")}
    assert arrows(house, "c") == {(name, "at load") for name in ("b", "b.inner", "a", "a.near")}, "Python loads b first"


def test_libraries_are_told_apart(package):
    house = package({"a": "import numpy as np, os.path\ndef work():\n    from matplotlib.figure import Figure"})
    found = {(arrow.target, arrow.how) for arrow in house.libraries}
    assert found == {("numpy", "at load"), ("os", "at load"), ("matplotlib", "late")}
    assert house.arrows == []


def test_what_cannot_be_read_is_named(package):
    house = package({"a": "import importlib\nimportlib.import_module(homes['x'])", "b": "import os"})
    assert house.unreadable == ["a"]


PLANTED = {
    "two files": {"a": "from . import b", "b": "import house.a"},
    "three, one late": {"a": "from . import b", "b": "def work():\n    from . import c", "c": "from .a import name"},
    "by types": {"a": "import typing\nif typing.TYPE_CHECKING:\n    from .b import B", "b": "from . import a"},
    "by a call": {"a": "import importlib\nb = importlib.import_module('house.b')", "b": "from . import a"},
    "with its own package": {"a/__init__": "from .one import other", "a/one": "from . import name"},
    "by loading a package": {"a": "from .b.two import x", "b/__init__": "from .. import a", "b/two": ""},
}


@pytest.mark.parametrize("files", PLANTED.values(), ids=PLANTED)
def test_a_planted_circle_is_found(package, files):
    [circle] = package({"bystander": "from . import a", **files}).circles()
    named = {name.replace("/__init__", "").replace("/", ".") for name in files}
    assert circle == sorted(named - {"b.two"})


def test_no_circle_where_arrows_only_meet(package):
    files = {
        "a": "from . import b, c",
        "b": "from . import d",
        "c": "from . import d",
        "d": "",
        "e/f": "import house.a",
    }
    assert package(files).circles() == []


def test_dots_are_counted():
    assert absolute(".graph", "house.autograd") == "house.autograd.graph"
    assert absolute("..graph", "house.autograd") == "house.graph"
    assert absolute("..", "house.autograd") == "house"
    assert absolute("numpy.linalg", "house.autograd") == "numpy.linalg"
