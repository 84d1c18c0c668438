"""The notebook of the examples runs from start to end, and shows what its cells end with."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[1] / "examples" / "notebook.ipynb"

#: What DuckDB takes for a Jupyter kernel. Without ipywidgets it lets nobody set its bar there.
KERNEL = """
import sys, types

jupyter = types.ModuleType("IPython")
jupyter.get_ipython = lambda: types.SimpleNamespace(config={"IPKernelApp": {}})
sys.modules["IPython"] = jupyter
sys.modules["ipywidgets"] = None
del sys.modules["__main__"].__file__

from setanon_sql.settings import Settings

for quiet in (True, False):
    with Settings(quiet=quiet).engine() as engine:
        print(engine.connection.execute("SELECT current_setting('enable_progress_bar')").fetchone())
"""


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Run all cells in an empty folder; returns the HTML of what each ends with, where that has any."""
    pytest.importorskip("matplotlib").use("Agg")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    found = []
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            *before, last = "".join(cell["source"]).split("\n")
            exec("\n".join(before), names)  # as a notebook does
            value = eval(last.removesuffix(";"), names)
            found.append(value._repr_html_() if hasattr(value, "_repr_html_") else "")
    return found


@pytest.mark.slow
def test_the_notebook_runs_and_shows_results(shown: list[str]) -> None:
    text = "\n".join(shown)
    assert "k^m-anonymity with k = 5, m = 2: does not hold" in text
    assert "A release of" in text and "km with k = 5, m = 2: holds" in text
    assert "Attack with 2 known items" in text and "Estimated supports" in text


def test_the_notebook_holds_no_outputs() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    assert all(not cell["outputs"] for cell in cells if cell["cell_type"] == "code")


@pytest.mark.slow
def test_duckdb_opens_in_a_kernel_and_draws_no_bar(tmp_path: Path) -> None:
    (tmp_path / "kernel.py").write_text(KERNEL)
    done = subprocess.run([sys.executable, "kernel.py"], check=False, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "(False,)\n(False,)\n"), done.stderr
