"""Print a page of the site: what each model goes together with, and why not; made from the models."""

import sys
from collections.abc import Iterator

from setanon_sql.__main__ import load_cli
from setanon_sql.registry import models
from setanon_sql.registry.entry import Model, Reason
from setanon_sql.registry.features import FEATURES, goes, why_not
from setanon_sql.spelling import in_shell

ABOUT = """\
# What works with what

Each model says what it does not go together with, and why. `setanon` says the same where it is asked for, in `--help`
and in the rows of `compare`. *Not always* is told below the table.
"""


def page() -> str:
    """Return the page as Markdown."""
    load_cli()  # options are spelled as their commands do
    listed = list(models())
    heads = ["", *(f"`{model.name}`" for model in listed)]
    rows = [[meaning, *(cell(model, feature) for model in listed)] for feature, meaning in FEATURES.items()]
    table = "\n".join("| " + " | ".join(row) + " |" for row in (heads, ["---"] * len(heads), *rows))
    return "\n".join([ABOUT, table, *(f"\n{section(model)}" for model in listed)]) + "\n"


def cell(model: Model, feature: str) -> str:
    """Return whether a model goes together with a feature."""
    if not goes(model, feature):
        return "no"
    return "not always" if any(feature in reasons for reasons in model.without_if.values()) else "yes"


def section(model: Model) -> str:
    """Return what a model does not go together with, and why: what has the same reason stands together."""
    by_reason: dict[Reason, list[str]] = {}
    for feature in FEATURES:
        if reason := why_not(model, feature):
            by_reason.setdefault(reason, []).append(called(feature))
    lines = [f"- {', '.join(names)}: {sentence(reason)}" for reason, names in by_reason.items()]
    return "\n".join([f"## {model.name}\n", *lines, *conditions(model)])


def conditions(model: Model) -> Iterator[str]:
    """Yield what it does not go together with where something else is asked for."""
    for condition, reasons in model.without_if.items():
        yield f"- With `{in_shell(f'<{condition}>')}`:"
        yield from (f"    - {refusal(feature, reason)}" for feature, reason in reasons.items())


def refusal(feature: str, reason: Reason) -> str:
    """Return why a feature is refused, which is named where the reason does not name it."""
    because = sentence(reason)
    return because if called(feature).strip("`") in because else f"no {called(feature)}: {because}"


def called(feature: str) -> str:
    """Return a feature in a few words."""
    name, _, _ = FEATURES.get(feature, in_shell(f"`<{feature}>`")).partition(":")
    return name


def sentence(reason: Reason) -> str:
    """Return a reason as a sentence; what to do is said where it is asked for."""
    return f"{in_shell(reason[0])}."


if __name__ == "__main__":
    sys.stdout.write(page())
