"""Plots of the experiments: a figure from the rows of a table, a panel a measure, a line a setting.

Needs matplotlib (``pip install 'setanon-sql[plots]'``); :func:`draw` says so and goes on where it is missing.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Row = Mapping[str, Any]

#: Colours that stay apart for the colour-blind (Okabe and Ito), and marks that stay apart in grey.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKS = ("o", "s", "^", "D", "v", "P", "X")


def draw(
    rows: Sequence[Row],
    stem: Path,
    *,
    along: str,
    measures: Sequence[str],
    lines: Sequence[str] = (),
    title: str = "",
    words: Mapping[str, str] | None = None,
    log: Sequence[str] = (),
) -> list[Path]:
    """Draw ``rows`` to ``stem``.png and ``stem``.svg; returns the files, none where matplotlib is missing.

    ``along`` is the column on the x axis: numbers are placed by value, texts side by side in the order of the rows.
    Each of ``measures`` (columns) gets a panel; rows without it are left out of it, and a column ``<measure>_sd`` draws
    error bars. Rows that agree in the columns ``lines`` are one line. ``words`` maps names to what is written for them;
    ``log`` names columns with a logarithmic axis.
    """
    try:
        import matplotlib
    except ImportError:
        print("no plots: pip install 'setanon-sql[plots]'")
        return []
    matplotlib.use("Agg")
    from matplotlib import pyplot

    named = dict(words or {})
    shown = [name for name in measures if any(name in row for row in rows)]
    figure, panels = pyplot.subplots(1, len(shown), figsize=(4.2 * len(shown), 3.6), squeeze=False)
    for panel, measure in zip(panels[0], shown, strict=True):
        _lines(panel, [row for row in rows if measure in row], along, measure, lines)
        panel.set_title(named.get(measure, measure))
        panel.set_xlabel(named.get(along, along))
        panel.grid(alpha=0.3)
        panel.set_xscale("log") if along in log else None
        panel.set_yscale("log") if measure in log else panel.set_ylim(bottom=0)
    _legend(figure, panels[0], bool(lines))
    figure.suptitle(title)
    figure.tight_layout(rect=(0, 0.1 if lines else 0, 1, 1))
    files = [stem.with_name(f"{stem.name}.{kind}") for kind in ("png", "svg")]
    stem.parent.mkdir(parents=True, exist_ok=True)
    for file in files:
        figure.savefig(file, dpi=150)
    pyplot.close(figure)
    return files


def _lines(panel: Any, rows: Sequence[Row], along: str, measure: str, lines: Sequence[str]) -> None:
    places = list(dict.fromkeys(row[along] for row in rows))
    texts = any(isinstance(place, str) for place in places)
    settings = list(dict.fromkeys(_setting(row, lines) for row in rows))
    for at, setting in enumerate(settings):
        some = [row for row in rows if _setting(row, lines) == setting]
        panel.errorbar(
            [places.index(row[along]) if texts else row[along] for row in some],
            [row[measure] for row in some],
            yerr=[row.get(f"{measure}_sd", 0) for row in some],
            marker=MARKS[at % len(MARKS)],
            color=COLOURS[at % len(COLOURS)],
            linestyle="none" if texts else "-",
            capsize=3,
            label=setting,
        )
    if texts:
        panel.set_xticks(range(len(places)), places)
        panel.set_xlim(-0.5, len(places) - 0.5)


def _setting(row: Row, lines: Sequence[str]) -> str:
    return " ".join(str(row[name]) for name in lines if row.get(name) not in (None, ""))


def _legend(figure: Any, panels: Any, wanted: bool) -> None:
    """One legend below all panels: they show the same settings."""
    if wanted:
        handles, labels = panels[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="lower center", ncols=min(4, len(labels)), frameon=False)
