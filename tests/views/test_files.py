"""A trace's pictures as files: whole, the same each time, and what they should hold."""

import errno
import io
import xml.etree.ElementTree as ElementTree

import pytest
from each_case import each_case
from PIL import Image
from small_programs import for_every_program

import autograd_lab as al
from autograd_lab import views
from autograd_lab.views import picture_files as animation
from autograd_lab.views import theme
from autograd_lab.views.picture.scene import Sentences, Stills
from autograd_lab.views.picture_files import painted, spread

WAYS = ("to_html", "to_svg", "to_pdf", "to_png", "to_gif")


@each_case("way", WAYS)
def test_the_method_and_the_view_write_the_same_bytes_each_time(way, programs, tmp_path):
    trace = programs.hostile()
    one, other = tmp_path / "one", tmp_path / "other"
    getattr(trace, way)(one)
    getattr(views, way)(programs.hostile(), other)
    assert one.read_bytes() == other.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "other"]


class FullDisk(io.FileIO):
    def write(self, content):
        super().write(content[:10])
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("way", WAYS)
def test_a_file_is_replaced_only_when_the_new_one_is_whole(way, programs, tmp_path, monkeypatch):
    path = tmp_path / "kept"
    path.write_text("as it was")

    monkeypatch.setattr("autograd_lab._core.base.whole_file.open", FullDisk, raising=False)
    with pytest.raises(OSError, match="No space left"):
        getattr(programs.hostile(), way)(path)
    assert path.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.nightly
@for_every_program
@each_case("way", ["to_html", "to_svg"])
def test_every_trace_has_its_files(way, any_trace, tmp_path):
    getattr(any_trace, way)(tmp_path / "file")
    assert (tmp_path / "file").stat().st_size > 1000


@each_case("way", WAYS)
def test_an_empty_recording_is_written_too(way, tmp_path):
    with al.record() as trace:
        pass
    getattr(trace, way)(tmp_path / "file")
    assert (tmp_path / "file").exists()


@each_case("way", WAYS)
def test_what_is_no_trace_is_refused(way, tmp_path):
    with pytest.raises(TypeError, match="needs a trace, not int"):
        getattr(views, way)(3, tmp_path / "file")
    assert not list(tmp_path.iterdir())


@each_case("way", WAYS)
def test_the_name_of_another_kind_of_file_is_refused(way, programs, tmp_path):
    ending = way.replace("to_", ".")
    for name in ("x.jpg", "x.html" if way == "to_png" else "x.png"):
        with pytest.raises(ValueError, match=rf"this writes a \{ending} file, so call it 'x\{ending}', not '{name}'"):
            getattr(programs.hostile(), way)(tmp_path / name)
    assert not list(tmp_path.iterdir())
    getattr(programs.hostile(), way)(tmp_path / f"x{ending.upper()}")
    getattr(views, way)(programs.hostile(), str(tmp_path / f"v1.2{ending}"))


@pytest.mark.nightly
@each_case("way", ["to_svg", "to_pdf", "to_png"])
def test_a_number_is_that_of_the_stepper(way, programs, tmp_path):
    trace, path = programs.tree(), tmp_path / "file"

    def written(step):
        getattr(trace, way)(path, step)
        return path.read_bytes()

    assert written(3) == written(trace.steps[2]) == written(trace.at(trace.steps[2].last + 1))
    assert written(0) == written(trace.at(0)) != written(3)
    assert written(7) == written(None)
    assert way != "to_png" or written(3) == views.png(programs.tree(), 3)
    with pytest.raises(ValueError, match="step 8 is outside this trace: it has steps 0 to 7, as the stepper counts"):
        written(8)


def test_the_svg_says_what_it_shows(programs, tmp_path):
    trace = programs.hostile()
    trace.to_svg(tmp_path / "file.svg", trace.steps[0])
    root = ElementTree.parse(tmp_path / "file.svg").getroot()
    title = root.find("{http://www.w3.org/2000/svg}title").text
    assert title == f"Backward graph: 1 function, 1 leaf. step 1 of {len(trace.steps)}: {trace.steps[0].sentence}"
    text = (tmp_path / "file.svg").read_text()
    assert "matplotlib" not in text.lower()
    assert "date" not in text


def test_the_pdf_is_one_page_without_a_date(programs, tmp_path):
    programs.hostile().to_pdf(tmp_path / "file.pdf")
    written = (tmp_path / "file.pdf").read_bytes()
    assert written.startswith(b"%PDF-") and written.count(b"/Type /Page ") == 1
    assert b"CreationDate" not in written and b"Producer" not in written


def test_a_finer_png_is_larger(programs, tmp_path):
    programs.tree().to_png(tmp_path / "file.png", dpi=220)
    coarse, fine = (
        Image.open(io.BytesIO(data)) for data in (views.png(programs.tree()), (tmp_path / "file.png").read_bytes())
    )
    assert fine.width == pytest.approx(2 * coarse.width, abs=2)


def test_a_page_opens_where_it_is_told_to(tmp_path):
    x = al.tensor(0.0, requires_grad=True)
    with al.record() as trace:
        (al.sqrt(x) * 0).backward()
    path = tmp_path / "file.html"

    def opened(**how):
        assert trace.to_html(path, **how) == str(path)
        return path.read_text(encoding="utf-8")

    def page_of(stepper):
        stepper.to_html(path)
        return path.read_text(encoding="utf-8")

    assert opened(start=trace.why("x")) == page_of(views.why(trace, "x"))
    assert "<title>My model</title>" in opened(title="My model")
    assert opened(start=2) == page_of(views.stepper(trace, 2)) != opened()


def gif(trace, **how) -> Image.Image:
    buffer = io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(animation, "write_whole", lambda path, content: buffer.write(content))
        trace.to_gif("never", **how)
    return Image.open(buffer)


def frames(picture: Image.Image) -> list[tuple[float, bytes]]:
    """(milliseconds, pixels) of each."""
    found = []
    for place in range(picture.n_frames):
        picture.seek(place)
        found.append((picture.info["duration"], picture.convert("RGB").tobytes()))
    return found


def test_the_gif_has_a_frame_for_each_step(programs):
    trace = programs.tree()
    picture = gif(trace, seconds=0.5)
    shown = frames(picture)
    assert [time for time, _ in shown] == [500] * len(trace.steps) + [1500]
    assert len({pixels for _, pixels in shown}) == len(shown)
    assert picture.info["loop"] == 0
    said = picture.info["comment"].decode().splitlines()
    assert len(said) == len(trace.steps) + 1
    assert said[0] == "step 0 of 7: Forward has run and left these nodes and values. Backward has not begun."
    picture.seek(3)
    colours = {
        f"#{red:02x}{green:02x}{blue:02x}" for _, (red, green, blue) in picture.convert("RGB").getcolors(1 << 24)
    }
    assert {theme.LIGHT[name] for name in ("ground", "ink", "value", "message", "active", "glow", "leaf")} <= colours


@pytest.mark.nightly
def test_all_frames_of_a_folded_graph_are_the_same_whole_picture(programs, monkeypatch):
    trace = programs.deep()
    monkeypatch.setattr(animation, "MOST", 12)
    picture = gif(trace)
    assert len(frames(picture)) == 12
    stills = Stills(trace)
    shown = [stills.at(state) for state in spread([0, *Sentences(trace).stops], 12)]
    sizes = [Image.open(io.BytesIO(painted(scene))).size for scene in shown]
    assert len(set(sizes)) > 1, "some sentences are longer"
    assert picture.size == max(sizes), "every frame has room for the longest sentence"


def test_spread():
    assert spread([1, 2, 3], 3) == [1, 2, 3]
    assert spread(range(1000), 5) == [0, 250, 500, 749, 999]


@each_case("seconds", [0, -1, 0.01, 201, float("nan")])
def test_seconds_have_limits(seconds, programs, tmp_path):
    with pytest.raises(ValueError, match=r"from 0\.02 to 200"):
        programs.tree().to_gif(tmp_path / "file", seconds)
    with pytest.raises(TypeError, match="seconds is a number, not str"):
        programs.tree().to_gif(tmp_path / "file", "fast")


@pytest.mark.browser
@each_case("scheme", ["light", "dark"])
def test_the_page_works_by_itself(page, programs, tmp_path, scheme):
    trace = programs.hostile()
    trace.to_html(tmp_path / "file.html")
    page.emulate_media(color_scheme=scheme)
    page.set_content((tmp_path / "file.html").read_text(encoding="utf-8"))
    page.locator("button.last").click()
    assert page.locator(".count").inner_text() == f"{len(trace.steps)} / {len(trace.steps)}"
    assert page.title().startswith("Stepper: Backward graph: 1 function, 1 leaf")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == page.evaluate("getComputedStyle(document.querySelector('.agl')).backgroundColor")
