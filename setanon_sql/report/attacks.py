"""What attacks found that were carried out on a release, by the three criteria of the Article 29 Working Party.

Singling out, linkability and inference are the criteria of Opinion 05/2014 (WP 216). The figures are read from what the
commands of attacks print with ``--json``.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from setanon_sql.errors import BadInput
from setanon_sql.files.regular import read_regular
from setanon_sql.numbers import wilson_interval
from setanon_sql.text import count_of

_HINT = "write there what attack match, attack infer or attack across print as JSON"
_SINGLING_OUT = "Singling out"
_LINKABILITY = "Linkability"
_INFERENCE = "Inference"
#: The criteria, and what to call to measure each.
_CRITERIA = {_SINGLING_OUT: "attack match", _LINKABILITY: "attack across", _INFERENCE: "attack infer"}
_NONE = "–"


@dataclass(frozen=True)
class AttackRow:
    """An attack in words: its ``criterion``, what was done, how often it is right with the interval, and what without.

    ``baseline``: how often somebody is right who does not use the records of the release. ``control``: how often the
    attack is right about people who were held out, with what members differ by.
    """

    criterion: str
    attack: str
    success: str
    baseline: str = _NONE
    control: str = _NONE


def read_attacks(files: Sequence[str | Path]) -> tuple[AttackRow, ...]:
    """Return the attacks that files tell of, in the order of the criteria, and which criterion nobody looked at.

    Raises BadInput for a file that no attack wrote. No files: nothing.
    """
    if not files:
        return ()
    rows = [row for file in files for row in _rows(_answer(Path(file)), Path(file))]
    missing = [
        AttackRow(criterion, f"not measured: {command}", _NONE)
        for criterion, command in _CRITERIA.items()
        if criterion not in {row.criterion for row in rows}
    ]
    order = list(_CRITERIA)
    return tuple(sorted([*rows, *missing], key=lambda row: order.index(row.criterion)))


def _answer(path: Path) -> Mapping[str, Any]:
    try:
        answer = json.loads(read_regular(path).decode("utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"{path.name} cannot be read as the answer of an attack", _HINT) from error
    if not isinstance(answer, dict):
        raise BadInput(f"{path.name} is not the answer of an attack", _HINT)
    return answer


def _rows(answer: Mapping[str, Any], path: Path) -> list[AttackRow]:
    """Return the rows of an answer; raises BadInput where it is of no attack that is known here."""
    readers = {"blind_guess": _matched, "held_out": _inferred, "not_in_both": _linked}
    reader = next((reader for name, reader in readers.items() if name in answer), None)
    try:
        rows = [] if reader is None else list(reader(answer))
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        raise BadInput(f"{path.name} is not the whole answer of an attack", _HINT) from error
    if not rows:
        raise BadInput(f"{path.name} is not the answer of an attack that a report tells", _HINT)
    return rows


def _matched(answer: Mapping[str, Any]) -> Iterator[AttackRow]:
    for size, row in answer["by_known"].items():
        if row["persons"]:
            yield AttackRow(
                _SINGLING_OUT,
                f"the record of somebody is named by {_items(size)}: {row['persons']:,} tried",
                _with_interval(row["share_right"], row["share_right_low"], row["share_right_high"]),
                f"{_percent(answer['blind_guess'])} by a blind guess",
            )


def _inferred(answer: Mapping[str, Any]) -> Iterator[AttackRow]:
    for size, row in answer["by_known"].items():
        members = row["members"]
        control = row["control"]
        if members["persons"] and control["persons"]:
            low, high = (100 * row[f"difference_{end}"] for end in ("low", "high"))
            yield AttackRow(
                _INFERENCE,
                f"a sensitive item is guessed by {_items(size)}: {members['persons']:,} tried who hold one",
                _with_interval(members["share_right"], members["share_right_low"], members["share_right_high"]),
                f"{_percent(members['baseline_right'])} by the commonest item",
                f"{_percent(control['share_right'])} of {control['persons']:,}: difference "
                f"{100 * row['difference']:.1f} points ({low:.1f} to {high:.1f})",
            )
        anybody = row["all_members"]
        control = row["all_control"]
        if anybody["persons"] and control["persons"]:
            yield AttackRow(
                _INFERENCE,
                f"the same guess about anybody: {anybody['persons']:,} tried",
                _with_interval(anybody["share_right"], anybody["share_right_low"], anybody["share_right_high"]),
                f"{_percent(anybody['baseline_right'])} by the commonest item",
                f"{_percent(control['share_right'])} of {control['persons']:,}",
            )
    yield from _hidden(answer)


def _hidden(answer: Mapping[str, Any]) -> Iterator[AttackRow]:
    """Yield how often a set that no record shows is rightly taken for one that told too much."""
    for size, sets in answer["hidden_sets"].items():
        if sets["hidden"]:
            yield AttackRow(
                _INFERENCE,
                f"a frequent set of {count_of(int(size), 'item')} that no record shows is taken for one that told too "
                f"surely: {sets['hidden']:,} sets",
                f"{_percent(sets['share_hidden_telling'])} (all were counted)",
                f"{_percent(sets['share_telling'])} of all {sets['sets']:,} frequent sets tell too surely",
            )


def _linked(answer: Mapping[str, Any]) -> Iterator[AttackRow]:
    persons = answer["persons"]
    parameters = answer["parameters"]
    share = answer["persons_at_risk"] / persons
    yield AttackRow(
        _LINKABILITY,
        f"fewer than {parameters['k']} candidates are left by two releases and {_items(parameters['m'])}: "
        f"{persons:,} persons",
        _with_interval(share, *wilson_interval(answer["persons_at_risk"], persons)),
    )


def _items(size: int | str) -> str:
    return count_of(int(size), "known item")


def _percent(share: float) -> str:
    return f"{100 * share:.2g} %" if share < 0.001 else f"{100 * share:.1f} %"


def _with_interval(share: float, low: float, high: float) -> str:
    return f"{100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
