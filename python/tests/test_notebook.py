"""The notebook of the examples, run for real."""

import pathlib

import pytest


def place(*parts):
    """A file of the repository, also where the tests are copied elsewhere with it."""
    for folder in list(pathlib.Path(__file__).resolve().parents)[:3]:
        if folder.joinpath(*parts).exists():
            return folder.joinpath(*parts)
    return pytest.skip("%s is not here" % "/".join(parts))


def test_the_notebook_runs():
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    book = nbformat.read(place("examples", "fares.ipynb"), as_version=4)
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    shown = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
    assert not [output for output in shown if output.output_type == "error" or output.get("name") == "stderr"]
    page = shown[0]["data"]["text/html"]
    assert page.startswith('<div class="autobva">') and "<svg" in page and "reduced" in page
    assert "age 65 | 66" in shown[0]["data"]["text/plain"] or "65" in shown[0]["data"]["text/plain"]
    assert "<table" in shown[2]["data"]["text/html"]
    assert "+1: age 14 | 15" in shown[3]["data"]["text/plain"]
    assert "moved" in shown[4]["text"] and "3 | 4" in shown[4]["text"]


def test_the_page_says_what_is_true():
    """The examples of docs/python.md."""
    import doctest

    text = place("docs", "python.md").read_text(encoding="utf-8")
    text = "\n".join("" if line.startswith("```") else line for line in text.split("\n"))
    examples = doctest.DocTestParser().get_doctest(text, {}, "python.md", "python.md", 0)
    assert examples.examples
    assert doctest.DocTestRunner().run(examples).failed == 0
