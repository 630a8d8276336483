"""What the wheel brings along besides Python: the scripts of the views and forms, the lessons, JupyterLab's setting."""

import importlib.metadata
import json
import sys
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
SETTING = "etc/jupyter/labconfig/default_setting_overrides.d/autograd_lab.json"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The names of the files in a wheel that was built just now, without a network."""
    from hatchling.builders.wheel import WheelBuilder

    [built] = WheelBuilder(str(CHECKOUT)).build(directory=str(tmp_path_factory.mktemp("wheel")), versions=["standard"])
    with zipfile.ZipFile(built) as packed:
        return packed.namelist()


def test_the_wheel_holds_what_the_page_needs(wheel):
    needed = [file for file in CHECKOUT.glob("autograd_lab/**/static/*") if file.is_file()]
    needed += CHECKOUT.glob("autograd_lab/**/*.toml")
    assert len(needed) > 20
    assert {file.relative_to(CHECKOUT).as_posix() for file in needed} <= set(wheel)
    assert {f"autograd_lab/_lessons/{file.name}" for file in CHECKOUT.glob("notebooks/*.ipynb")} <= set(wheel)


def test_the_wheel_sets_jupyterlab_to_save_forms(wheel):
    assert [name for name in wheel if name.endswith(f"data/{SETTING}")]


def test_an_install_sets_jupyterlab_to_save_forms():
    """An editable install, too. Where this fails in a checkout: pip install -e '.[test]' once more."""
    assert SETTING in " ".join(map(str, importlib.metadata.files("autograd-lab")))
    installed = json.loads((Path(sys.prefix) / SETTING).read_text(encoding="utf-8"))
    assert installed == {"@jupyter-widgets/jupyterlab-manager:plugin": {"saveState": True}}
