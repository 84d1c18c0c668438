"""What a release cost: in sentences, and the measures with what they mean."""

from shutil import get_terminal_size
from textwrap import fill

from setanon_sql.measures import Measures
from setanon_sql.measures.sentences import TOLD, sentences
from setanon_sql.report.view import MEASURES
from setanon_sql.text import count, share

#: Lines of text are no longer than this, as in click's help.
WIDEST = 110
_RATIOS = {"ncp": "NCP", "lm": "LM", "suppressed_ratio": "suppressed"}


def wrapped(text: str) -> str:
    """Return a sentence in lines that fit the terminal."""
    width = min(WIDEST, get_terminal_size().columns)
    return fill(text, width, break_long_words=False, break_on_hyphens=False)


def measures(values: Measures) -> str:
    """Return what was lost: sentences first, then the measures, one a line."""
    parts = [*map(wrapped, sentences(values)), _table(values)]
    if values.rules_up_to_items:
        most = count(values.rules_up_to_items)
        parts.append(f"Association rules of more than {most} items were too many: they are not counted.")
    return "\n\n".join(part for part in ("\n".join(parts[:-1]), parts[-1]) if part)


def _table(values: Measures) -> str:
    told = TOLD if values.items_before is None else TOLD | {"items_kept"}
    left = {name: value for name, value in values.items() if name not in told}
    shown = {
        _RATIOS.get(name, name): (share(value, 1) if name in _RATIOS else plain(value), MEASURES.get(name, ("", ""))[1])
        for name, value in left.items()
    }
    names, figures = (max(map(len, texts), default=0) for texts in (shown, [figure for figure, _ in shown.values()]))
    return "\n".join(
        f"{name.ljust(names)}  {figure.ljust(figures)}  {meaning}".rstrip() for name, (figure, meaning) in shown.items()
    )


def plain(value: object) -> str:
    """Return a value as it is read: whole numbers with commas, others with six digits."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    return count(int(value)) if value == int(value) else f"{value:.6g}"
