"""Small packages, for the tests of what reads a package's source."""

from pathlib import Path

import pytest
from source import Package


@pytest.fixture
def package(tmp_path):
    """Make a package ``house`` of texts by module: ``package({"autograd/graph": "import numpy"})``."""

    def make(files):
        inits = {str(folder / "__init__") for name in files for folder in Path(name).parents}
        for name, text in {**dict.fromkeys(inits, ""), **files}.items():
            file = tmp_path / "house" / f"{name}.py"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return Package(tmp_path / "house")

    return make
