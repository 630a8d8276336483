"""The page of documentation that is written from the table is the table's."""

import re
from pathlib import Path

import build_reference
import numpy as np
import pytest

from autograd_lab._table import row
from autograd_lab.derivatives import TABLE

PAGE = build_reference.PAGE
README = Path(__file__).parents[2] / "README.md"


def test_the_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == build_reference.page(), "python tests/tools/build_reference.py"


def test_the_check_fails_when_a_row_changes(capsys, monkeypatch):
    assert build_reference.main(["--check"]) == 0
    rules = TABLE["mul.Tensor"].plan.rules
    monkeypatch.setitem(rules, "self", rules["self"]._replace(tex="something else"))
    assert build_reference.main(["--check"]) == 1
    assert "out of date: python tests/tools/build_reference.py" in capsys.readouterr().err


def test_the_check_fails_when_a_row_is_added():
    row.derivative(
        "one_more(Tensor self) -> Tensor", node="OneMoreBackward0", forward=np.square,
        self=lambda grad, self: grad * 2 * self, samples=lambda make: [(make(3),)],
    )  # fmt: skip
    try:
        assert build_reference.main(["--check"]) == 1
    finally:
        del TABLE["one_more"]


def test_writing_makes_what_the_check_wants(tmp_path, monkeypatch):
    monkeypatch.setattr(build_reference, "ROOT", tmp_path)
    monkeypatch.setattr(build_reference, "PAGE", tmp_path / "DERIVATIVES.md")
    assert build_reference.main(["--check"]) == 1
    assert build_reference.main([]) == build_reference.main(["--check"]) == 0


def test_every_row_has_a_heading_and_every_link_leads_to_one():
    text = PAGE.read_text(encoding="utf-8")
    headings = re.findall(r"^#{2,3} (.+)$", text, re.MULTILINE)
    assert {f"`{name}`" for name in TABLE} <= set(headings)
    seen, addresses = {}, set()
    for heading in headings:
        plain = "".join(char for char in heading.lower() if char.isalnum() or char in " -_").replace(" ", "-")
        addresses.add(f"{plain}-{seen[plain]}" if plain in seen else plain)
        seen[plain] = seen.get(plain, 0) + 1
    links = re.findall(r"\]\(#([^)]+)\)", text)
    assert len(links) >= len(TABLE)
    assert sorted(links) == sorted(addresses)


def test_tables_have_three_cells_in_every_line():
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    assert [line for line in lines if len(re.findall(r"(?<!\\)\|", line)) != 4] == []


def test_readme_leads_to_the_page():
    assert "(autograd_lab/DERIVATIVES.md)" in README.read_text(encoding="utf-8")


@pytest.mark.parametrize("pattern", [r"/home/", r"/tmp/", r"\\operatorname", r"\$[^`\s]"])
def test_nothing_on_the_page_that_does_not_belong_there(pattern):
    assert not re.search(pattern, PAGE.read_text(encoding="utf-8").replace("`$", ""))
