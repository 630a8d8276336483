"""The site without a browser: what is on it, that it is complete, always the same, and written with care."""

import itertools
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest
from each_case import every_case
from site_pages import NUMBERS, answered_lessons, lesson_pages, page, site, told

from autograd_lab import cli, views
from autograd_lab._core.table import facts
from autograd_lab.derivatives import TABLE
from autograd_lab.exercises import bank, misconceptions
from autograd_lab.exercises.answer_code import Code
from autograd_lab.site import command as folders
from autograd_lab.site import front_page
from autograd_lab.site import shipped as _shipped
from autograd_lab.site.build import pages
from autograd_lab.site.command import answers_in
from autograd_lab.site.tries import fingerprint, number, tries

MODEL = "b10cf0b10cf0b10cf0b10cf0"
WIDGET = "application/vnd.jupyter.widget-view+json"
COLUMN = 820
"""Pixels across a lesson's page, as site.css has it."""


class Reader(HTMLParser):
    """The ids of a page, its links, and what it loads."""

    def __init__(self, text: str):
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.ids += [given["id"]] if "id" in given else []
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif given.get("src") or (tag == "link" and given.get("href")):
            self.loads.append(given.get("src") or given["href"])


def texts():
    return {name: content.decode() for name, content in site().items() if name.endswith(".html")}


def test_every_lesson_has_a_page_and_its_notebook():
    names = [lesson.name for lesson in _shipped.shipped_lessons()]
    assert list(lesson_pages()) == [name.replace(".ipynb", ".html") for name in names]
    assert {f"notebooks/{name}" for name in names} < set(site())
    assert {
        "index.html",
        "search.html",
        "misconceptions.html",
        "assets/site.css",
        "assets/page.js",
        "assets/forms.js",
    } < set(site())


@pytest.mark.nightly
def test_the_same_lessons_give_the_same_bytes(tmp_path):
    """In another process, in which sets have another order, and where nothing was done before."""
    environment = {**os.environ, "PYTHONHASHSEED": "77"}
    lessons = [lesson for lesson in _shipped.shipped_lessons() if lesson.name[:2] in ("00", "05", "10", "91")]
    command = [sys.executable, "-m", "autograd_lab.cli", "site", str(tmp_path / "pages"), "--lessons"]
    command += [lesson.name[:2] for lesson in lessons]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    files = [file for file in (tmp_path / "pages").rglob("*") if file.is_file() and file.name != folders.MARK]
    again = {file.relative_to(tmp_path / "pages").as_posix(): file.read_bytes() for file in files}
    here = pages(lessons, None)
    assert set(again) == set(here)
    assert [name for name in again if again[name] != here[name]] == []


def test_every_link_within_the_site_leads_somewhere():
    ids = {name: Reader(text).ids for name, text in texts().items()}
    for name, text in texts().items():
        assert len(ids[name]) == len(set(ids[name])), name
        for link in Reader(text).links:
            file, _, place = link.partition("#")
            if "://" not in link:
                assert (file or name) in site(), f"{name}: {link}"
                assert not place or place in ids[file or name], f"{name}: {link}"


def test_nothing_is_loaded_from_elsewhere():
    for name, text in texts().items():
        strange = [load for load in Reader(text).loads if load not in site() and not load.startswith("data:")]
        assert strange == [], name


def test_lessons_lead_to_the_one_before_and_the_one_after():
    found = lesson_pages()
    for before, after in itertools.pairwise(found):
        assert f'<a rel="next" href="{after}"' in found[before]
        assert f'<a rel="prev" href="{before}"' in found[after]


def test_a_still_picture_is_no_wider_than_the_column():
    widths = re.findall(r"<img[^>]*min-width: (\d+)px", "".join(lesson_pages().values()))
    assert widths and max(map(int, widths)) <= COLUMN


def test_every_question_of_a_lesson_can_be_answered_and_its_formulas_are_marked_for_the_page_to_draw():
    with every_case() as case:
        for number, lesson in zip(NUMBERS, _shipped.shipped_lessons(), strict=True):
            sources = ["".join(cell["source"]) for cell in json.loads(lesson.content)["cells"]]
            asks = r'^ex\.(?:ask|check)\("([^"]+)".*\)$'
            asked = [name for source in sources for name in re.findall(asks, source, re.M)]
            in_python = {name for name in asked if isinstance(bank.get(name).form, Code)}
            outside = re.sub(r"<script.*?</script>|<pre.*?</pre>|<code.*?</code>", "", page(number), flags=re.S)
            with case(number, "questions"):
                assert list(told(page(number))) == [name for name in asked if name not in in_python]
                assert not re.search(r"Run this cell to answer|not answered yet", page(number))
            with case(number, "formulas"):
                assert not re.search(r"\$[^$<>]{1,60}\$", outside)


def test_the_right_answer_does_not_stand_in_the_source():
    """Nor does any reply: a curtain, and no lock."""
    for text in lesson_pages().values():
        for name in told(text):
            exercise = bank.get(name)
            assert json.dumps(exercise.why)[1:-1] not in text.replace("&lt;", "<")
            assert exercise.why not in text


def test_each_answer_that_is_listed_has_its_reply():
    for text in lesson_pages().values():
        for name, one in told(text).items():
            exercise = bank.get(name)
            face = one["tries"]["solved"]["face"]
            assert (face["verdict"] or face)["tone"] == "right", name
            assert len(one["tries"]["wrong"]) == len(exercise.wrong), name


def test_of_a_list_the_entry_that_is_decided_first_is_spoken_of():
    """Not the one that stands first: a reply to it would show what decides the others."""
    shipped = bank.get("L0.P3")
    names, looks = list(shipped.looks), list(shipped.looks.values())
    turned = replace(shipped, looks=dict(zip(reversed(names), looks, strict=True)))
    for exercise, order in ((shipped, names), (turned, names[::-1])):
        ranks = {entry["name"]: entry["told"][-1]["rank"] for entry in tries(exercise)["entries"]}
        assert sorted(ranks, key=ranks.get) == order


def test_a_picture_is_told_in_the_order_in_which_it_is_drawn():
    exercise = bank.get("L0.P3")
    state = told(page("00"))["L0.P3"]["evidence"]["state"]
    again = views.stepper(exercise.trace, exercise.trace.at(state["step"]))
    assert json.dumps(state["data"]) == json.dumps(again.page_state()["data"])


def test_a_number_is_written_in_one_way():
    written = {12.5: "1.25000e1", -0.0: "0.00000e0", 7: "7.00000e0", 1 / 3: "3.33333e-1", None: "None"}
    assert {given: number(given) for given in written} == written


def test_the_fingerprint_is_fnv():
    assert fingerprint("", "") == f"{(0xCBF29CE484222325 ^ ord('|')) * 0x100000001B3 % 2**64:016x}"


# ----- the search -----------------------------------------------------------------------------------------------------
def test_every_misconception_of_these_lessons_can_be_found():
    text = texts()["misconceptions.html"]
    treated = {f"L{int(number)}" for number in NUMBERS}
    wanted = [key for key, one in misconceptions.load().items() if {one.lesson, one.step.lesson} & treated]
    assert [name for name in Reader(text).ids if name in misconceptions.load()] == wanted
    claims = re.findall(r"<article.*?</article>", text, re.S)
    assert all(re.search(r'href="\d+_\w+\.html', claim) for claim in claims)
    with_step = [claim for claim in claims if re.search(r"step \d+, where", claim)]
    assert len(with_step) > len(claims) / 2


# ----- the table ------------------------------------------------------------------------------------------------------
def test_every_row_of_the_table_has_an_entry_with_its_rules():
    text = texts()["derivatives.html"]
    entries = dict(re.findall(r'<article class="entry words" id="([^"]+)">(.*?)</article>', text, re.S))
    assert set(entries) == set(TABLE) and len(re.findall("<article", text)) == len(TABLE)
    for name, entry in entries.items():
        lines = re.findall("<tr>(.*?)</tr>", entry, re.S)
        assert len(lines[1:]) == len(facts.gradients(TABLE[name])), name
        assert {len(re.findall("<t[hd]", line)) for line in lines} <= {3}, name
        assert not re.search(r"\$[^<]*\$", re.sub(r"<code.*?</code>", "", entry)), name
    assert r'<span class="tex">\bar{x} = \bar{z} \odot y</span>' in entries["mul.Tensor"]
    assert "<code>grad * other</code>" in entries["mul.Tensor"] and "torch.mul" in entries["mul.Tensor"]


def test_every_page_leads_to_the_table_and_the_search():
    for link in ("derivatives.html", "search.html", "misconceptions.html"):
        assert all(f'href="{link}"' in text for text in texts().values()), link


# ----- the first page -------------------------------------------------------------------------------------------------
def test_the_first_page_asks_about_its_picture_with_numbers_of_its_own():
    text = texts()["index.html"]
    [(name, one)] = told(text).items()
    assert name not in told(page("00")) and one["control"]["kind"] == "choice"
    assert re.findall(r'"id":"([^"]+)","event":\d+,"before"', text) == [name], "the picture waits for this question"
    assert bank.get("L0.P1").answer != bank.get("L0.P1", front_page.SEED).answer


def test_the_path_says_what_builds_on_what():
    path, _, beside = texts()["index.html"].partition("<aside")
    items = re.findall(r'<span class="number">(\d+)</span>.*?class="minutes">([^<]*)<', path, re.S)
    assert [number for number, _ in items] == [number for number in NUMBERS if number < "90"]
    assert all(re.match(r"\d+ minutes", facts) for _, facts in items)
    assert [number for number, facts in items if "builds on" not in facts] == ["00"]
    assert re.findall(r'class="number">(\d+)<', beside) == ["90", "91"]


# ----- the search of everything ---------------------------------------------------------------------------------------
def test_headings_misconceptions_and_rows_can_all_be_found():
    text = texts()["search.html"]
    found = re.findall(r'<h2><a href="([^"]+)">.*?<p class="where">([^<]+)</p>\s*<p class="text">([^<]*)<', text, re.S)
    assert len(found) == text.count("<article")
    kinds = [where.partition(",")[0] for _, where, _ in found]
    assert kinds.count("Derivative") == len(TABLE)
    assert kinds.count("Misconception") == texts()["misconceptions.html"].count("<article")
    for lesson in NUMBERS:
        headings = re.findall(r"<h\d id=", page(lesson))
        assert kinds.count(f"Lesson {lesson}") == len(headings) > 2, lesson


# ----- exercises of an instructor's own -------------------------------------------------------------------------------
ADDING = """%matplotlib inline
from pathlib import Path
from autograd_lab import exercises as ex
Path("ran.txt").write_text("yes")
def double(x):
    return 2 * x
ex.add("M7.1", "What is 3 doubled?", double(3), wrong={9: "That is 3 squared."})
ex.add("M7.2", "Write double.", double, inputs=[(1,), (4,)], hints=["Two times x."])
ex.begin("M7")"""


@pytest.fixture
def own_bank(monkeypatch):
    """Exercises added in a test are gone after it."""
    for name in ("_builders", "_families"):
        monkeypatch.setattr(bank, name, dict(getattr(bank, name)))
    yield
    bank.get.cache_clear()


def own_lesson(folder, *sources):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    (folder / "mine.ipynb").write_text(nbformat.writes(notebook), encoding="utf-8")
    return folder / "mine.ipynb"


def test_exercises_of_ones_own_answer_once_their_cells_may_run(tmp_path, capsys, monkeypatch, own_bank):
    monkeypatch.chdir(tmp_path)
    mine = own_lesson(tmp_path, ADDING, 'ex.ask("M7.1")', 'double = ...\nex.check("M7.2", double)', "raise SystemExit")
    assert cli.main(["site", "pages", "--lessons", str(mine)]) == 0
    assert "To make the exercises of mine.ipynb answer on the pages, add --run" in capsys.readouterr().err
    made = (tmp_path / "pages" / "mine.html").read_text(encoding="utf-8")
    assert not (tmp_path / "ran.txt").exists() and not told(made)
    assert "3 squared" not in made and "double(3)" not in made, "the cell with the answers is not shown"
    assert cli.main(["site", "pages", "--lessons", str(mine), "--run"]) == 0
    made = (tmp_path / "pages" / "mine.html").read_text(encoding="utf-8")
    assert list(told(made)) == ["M7.1"] and "3 squared" not in made
    assert "To answer <b>M7.2</b>, you need Python" in made and "Two times x." in made
    assert "autograd_lab_progress.json" not in [file.name for file in tmp_path.iterdir()]


def test_a_cell_of_ones_own_that_fails(tmp_path, capsys):
    mine = own_lesson(tmp_path, "x = 1 / 0", 'ex.add("M7.1", "?", 1)')
    assert "mine.ipynb, the cell that begins with 'x = 1 / 0': division by zero" in refused(
        [tmp_path / "pages", "--lessons", mine, "--run"], capsys
    )


# ----- other notebooks ------------------------------------------------------------------------------------------------
def answered():
    """A lesson as JupyterLab saves it when it was answered: its forms are widgets, whose state stands in the file."""
    lesson = _shipped.shipped_lessons()[1]
    notebook = nbformat.reads(lesson.content.decode(), as_version=4)
    notebook.metadata.widgets = {"application/vnd.jupyter.widget-state+json": {"state": {MODEL: {}}}}
    for cell in notebook.cells:
        if "exercise_id" in cell.metadata:
            cell.outputs[0].data[WIDGET] = {"model_id": MODEL, "version_major": 2, "version_minor": 0}
            cell.outputs[0].data["text/markdown"] = "✓ what was said to it"
            cell.outputs[0].data["text/plain"] = "✓ what was said to it"
    return _shipped.Lesson(lesson.name, nbformat.writes(notebook).encode())


def test_an_answered_notebook_shows_no_blank_form():
    lesson = answered()
    made = pages([lesson], None)[lesson.name.replace(".ipynb", ".html")].decode()
    assert list(told(made)) == list(told(page(NUMBERS[1])))
    assert made.count("✓ what was said to it") == 1, "the exercise in code keeps its reply"
    assert MODEL not in made and "widget-view" not in made


def test_a_learners_own_folder_begins_with_their_answers(tmp_path, capsys):
    mine, pages_of_mine = answered_lessons(tmp_path / "mine"), tmp_path / "pages"
    assert cli.main(["site", str(pages_of_mine), "--from", str(mine)]) == 0
    found = {}
    for file in sorted(pages_of_mine.glob("0*.html")):
        found |= told(file.read_text(encoding="utf-8"))
    assert {name for name, one in found.items() if "kept" in one} == {"L0.P4", "L1.2", "L1.4"}
    assert found["L0.P4"]["kept"]["settled"] and found["L0.P4"]["kept"]["answer"] == 4
    assert found["L1.2"]["kept"] == {
        "answer": {"a": 3, "b": 5}, "hints": 1, "settled": False, "shown": False, "solution": False,
    }  # fmt: skip
    assert found["L1.4"]["kept"]["answer"]["B"] == "second"
    assert "kept" not in told(page("01"))["L1.2"]


def test_a_folder_that_cannot_be_taken(tmp_path, capsys, monkeypatch):
    mine, target = tmp_path / "mine", tmp_path / "pages"
    mine.mkdir()
    assert "there are no lessons in" in refused([target, "--from", mine], capsys)
    assert "there are no lessons in" in refused([target, "--from", tmp_path / "none"], capsys)
    answered_lessons(mine)
    (mine / "autograd_lab_progress.json").write_text("{")
    assert "autograd_lab_progress.json cannot be read" in refused([target, "--from", mine], capsys)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", lambda *args: '\ufeff{"version": 1, "records": {"L2.1": {}}}'.encode())
        assert answers_in(mine) == {"L2.1": {}}, "a byte order mark is no damage"
    assert (mine / "autograd_lab_progress.json").read_text() == "{", "nothing of a learner's is touched"
    assert not target.exists()


def test_a_link_to_a_lesson_that_is_not_there_becomes_its_words():
    first = _shipped.shipped_lessons()[0]
    made = pages([first], None)[first.name.replace(".ipynb", ".html")].decode()
    assert "01 The chain rule" in made and "01_chain_rule" not in made


def test_with_a_repository_exercises_open_in_binder():
    first = _shipped.shipped_lessons()[0]
    made = pages([first], "some/place")[first.name.replace(".ipynb", ".html")].decode()
    assert f"https://mybinder.org/v2/gh/some/place/HEAD?urlpath=lab%2Ftree%2Fnotebooks%2F{first.name}" in made


def test_a_lesson_of_ones_own_opens_in_binder_if_it_is_in_the_clone(tmp_path, monkeypatch):
    mine = tmp_path / "mine" / "my_lesson.ipynb"
    mine.parent.mkdir()
    mine.write_bytes(_shipped.shipped_lessons()[0].content)
    monkeypatch.chdir(tmp_path)
    made = pages(_shipped.chosen_lessons(["mine/my_lesson.ipynb"]), "some/place")["my_lesson.html"].decode()
    assert "mybinder.org" not in made and '<a href="notebooks/my_lesson.ipynb" download>' in made
    (tmp_path / ".git").mkdir()
    made = pages(_shipped.chosen_lessons([str(mine)]), "some/place")["my_lesson.html"].decode()
    assert "https://mybinder.org/v2/gh/some/place/HEAD?urlpath=lab%2Ftree%2Fmine%2Fmy_lesson.ipynb" in made


# ----- the command ----------------------------------------------------------------------------------------------------
def refused(words, capsys):
    """What the command says when it refuses."""
    assert cli.main(["site", *map(str, words)]) == 1
    return capsys.readouterr().err


def test_the_command_writes_the_site_and_says_so(tmp_path, capsys):
    target = tmp_path / "pages"
    assert cli.main(["site", str(target), "--lessons", "00", "1"]) == 0
    said = capsys.readouterr()
    assert "2 lessons" in said.out and "index.html" in said.out
    assert said.err.startswith("Making the pages of 2 lessons")
    assert len(list(target.glob("0*.html"))) == 2
    assert cli.main(["site", str(target), "--lessons", "00"]) == 0, "its own folder is written again"
    assert len(list(target.glob("0*.html"))) == 1, "and what is not part of it any more is gone"


def test_a_folder_of_others_is_left_alone(tmp_path, capsys):
    mine = tmp_path / "index.html"
    mine.write_text("mine")
    said = refused([tmp_path, "--lessons", "00"], capsys)
    assert "did not write" in said and "…" not in said, "at once: no page was made in vain"
    assert mine.read_text() == "mine" and list(tmp_path.iterdir()) == [mine]
    assert "not a folder" in refused([mine, "--lessons", "00"], capsys)


def test_a_record_that_leads_out_of_the_folder_is_no_record(tmp_path, capsys):
    precious = tmp_path / "precious"
    precious.write_text("mine")
    target = tmp_path / "pages"
    target.mkdir()
    for record in ("", "{}", '["../precious"]', '["/precious"]', "[7]"):
        (target / folders.MARK).write_text(record)
        assert "did not write" in refused([target, "--lessons", "00"], capsys), record
        assert precious.exists(), record


def test_names_that_are_no_lessons(tmp_path, capsys):
    assert "there are 00, 01" in refused([tmp_path, "--lessons", "77"], capsys)
    assert "cannot read" in refused([tmp_path, "--lessons", tmp_path / "none.ipynb"], capsys)
    assert "twice" in refused([tmp_path, "--lessons", "00", "0"], capsys)
    broken = tmp_path / "broken.ipynb"
    broken.write_text("{")
    assert "is no notebook" in refused([tmp_path / "pages", "--lessons", broken], capsys)


def test_a_repository_that_is_none(tmp_path, capsys):
    with pytest.raises(SystemExit):
        cli.main(["site", str(tmp_path), "--repository", "https://somewhere"])
    assert "is no repository" in capsys.readouterr().err


def test_a_cell_that_shows_what_was_answered_says_where_python_runs():
    made = page("11")
    assert "To run this cell, you need Python" in made and "Then run this cell again" not in made
