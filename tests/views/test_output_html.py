"""The HTML that a cell keeps of a stepper: it runs by itself wherever scripts run, and is a picture where none do."""

import base64

import pytest
from each_case import each_case
from playwright.sync_api import expect

from autograd_lab import views
from autograd_lab.views.widget import output_html

LAB = """(html) => {
  // As JupyterLab does with the HTML of a trusted output: put it in, then replace each script by a copy, which runs.
  const host = document.createElement("div");
  host.innerHTML = html;
  for (const script of host.querySelectorAll("script")) {
    const copy = document.createElement("script");
    copy.textContent = script.textContent;
    script.parentNode.replaceChild(copy, script);
  }
  document.body.append(host);
}"""
CODE = """(html) => {
  // As VS Code does: each script is run from a place of its own and taken away again.
  const host = document.createElement("div");
  host.innerHTML = html;
  document.body.append(host);
  for (const script of host.querySelectorAll("script")) {
    const copy = document.createElement("script");
    copy.text = script.textContent;
    host.append(copy);
    copy.remove();
  }
}"""


def html_of(view):
    return view._repr_mimebundle_()[0]["text/html"]


def test_it_is_the_same_but_for_the_picture(programs):
    one, other = (output_html(views.stepper(programs.tree()), picture) for picture in ("onePicture", "otherPicture"))
    assert one != other
    assert one.replace("onePicture", "otherPicture") == other


def test_it_needs_nothing_else(programs):
    html = html_of(views.stepper(programs.hostile()))
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")
    assert html.count("</script>") == 1
    assert html.count("<img") == 1


def test_a_large_stepper_stays_a_widget(programs):
    widget = views.stepper(programs.tree())
    widget.alone = False
    assert set(widget._repr_mimebundle_()[0]) == {
        "application/vnd.jupyter.widget-view+json",
        "image/png",
        "text/plain",
    }


@pytest.mark.browser
@each_case("way", [LAB, CODE])
def test_equal_steppers_come_alive_each(page, programs, way):
    html = html_of(views.stepper(programs.tree()))
    page.set_content("<p>a notebook</p>")
    for number in (1, 2):
        page.evaluate(way, html)
        expect(page.locator(".agl-stepper .node")).to_have_count(5 * number)
    expect(page.locator("img")).to_have_count(0)
    page.locator("button.forward").last.click()
    assert page.locator(".count").all_inner_texts() == ["0 / 7", "1 / 7"]


@pytest.mark.browser
def test_from_a_file(chromium, programs, tmp_path):
    one, other = views.stepper(programs.tree()), views.stepper(programs.chain())
    file = tmp_path / "page.html"
    file.write_text(f"<meta charset=utf-8>{html_of(one)}{html_of(one)}{html_of(other)}", encoding="utf-8")
    context = chromium.new_context(offline=True)
    page = context.new_page()
    page.goto(file.as_uri())
    expect(page.locator(".count")).to_have_text(["0 / 7", "0 / 7", "0 / 6"])
    context.close()


@pytest.mark.browser
def test_a_picture_stays_where_no_script_runs(chromium, programs):
    widget = views.stepper(programs.tree())
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_content(html_of(widget))
    image = page.locator("img")
    assert image.get_attribute("alt") == "Stepper: Backward graph: 2 functions, 3 leaves"
    assert image.get_attribute("src").endswith(base64.b64encode(widget.png()).decode())
    context.close()
