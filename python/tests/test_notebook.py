"""The notebook of the examples, run for real and looked at in a browser."""

import json
import pathlib
import shutil
import subprocess
import urllib.parse

import pytest


def place(*parts):
    """A file of the repository; the test is skipped if it was copied elsewhere without that file."""
    for folder in list(pathlib.Path(__file__).resolve().parents)[:3]:
        if folder.joinpath(*parts).exists():
            return folder.joinpath(*parts)
    return pytest.skip("%s is not here" % "/".join(parts))


@pytest.fixture(scope="module")
def book():
    """The notebook with what its cells have shown."""
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    book = nbformat.read(place("examples", "fares.ipynb"), as_version=4)
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    return book


def test_the_notebook_runs(book):
    shown = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
    assert not [output for output in shown if output.output_type == "error" or output.get("name") == "stderr"]
    page = shown[0]["data"]["text/html"]
    assert page.startswith('<div class="autobva">') and 'class="ruler"' in page and "reduced" in page
    assert "age 65 | 66" in shown[0]["data"]["text/plain"] or "65" in shown[0]["data"]["text/plain"]
    assert "<table" in shown[2]["data"]["text/html"]
    assert "+1: age 14 | 15" in shown[3]["data"]["text/plain"]
    assert "moved" in shown[4]["text"] and "3 | 4" in shown[4]["text"]


# Runs in the page and returns what a person would see of the result.
READER = """
const all = (selector) => [...document.querySelectorAll(".autobva " + selector)];
const drawn = (one) => one.getBoundingClientRect().width > 100 && one.getBoundingClientRect().height > 10;
const parent = document.querySelector(".autobva").parentElement;
const told = {
  pictures: all(".ruler").filter(drawn).length,
  labels: all(".ruler span").filter((one) => one.getBoundingClientRect().width > 0).map((one) => one.textContent).join(" "),
  rows: all("table tbody tr").filter(drawn).length,
  wide: parent.scrollWidth > parent.clientWidth,
  loaded: performance.getEntriesByType("resource").length,
  // What the style of the result says about a whole page must not reach the notebook around it.
  around: [getComputedStyle(document.body).maxWidth, getComputedStyle(document.querySelector("h1")).letterSpacing],
};
const result = document.createElement("pre");
result.id = "told";
result.textContent = encodeURIComponent(JSON.stringify(told));
document.body.append(result);
"""


@pytest.mark.parametrize("width", [1200, 500])
def test_the_notebook_in_a_browser(book, tmp_path, width):
    nbconvert = pytest.importorskip("nbconvert")
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        pytest.skip("chromium is not installed")
    body = nbconvert.HTMLExporter(template_name="basic").from_notebook_node(book)[0]
    page = tmp_path / "fares.html"
    page.write_text("<!doctype html><meta charset=utf-8>%s<script>%s</script>" % (body, READER), encoding="utf-8")
    line = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    line += ["--virtual-time-budget=5000", "--window-size=%d,900" % width, "--user-data-dir=%s" % (tmp_path / "profile")]
    done = subprocess.run([*line, "--dump-dom", page.as_uri()], capture_output=True, encoding="utf-8", timeout=120)
    told = done.stdout.partition('<pre id="told">')[2].partition("</pre>")[0]
    assert told, done.stderr
    told = json.loads(urllib.parse.unquote(told))
    assert told["pictures"] >= 1 and "65" in told["labels"] and told["rows"] >= 5, told
    assert not told["wide"] and told["loaded"] == 0, told
    assert told["around"] == ["none", "normal"], told


def test_the_page_says_what_is_true():
    """The examples of docs/python.md."""
    import doctest

    text = place("docs", "python.md").read_text(encoding="utf-8")
    text = "\n".join("" if line.startswith("```") else line for line in text.split("\n"))
    examples = doctest.DocTestParser().get_doctest(text, {}, "python.md", "python.md", 0)
    assert examples.examples
    assert doctest.DocTestRunner().run(examples).failed == 0
