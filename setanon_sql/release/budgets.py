"""The budget of differential privacy that people have: what was published of them, and how much that may be together.

Epsilons add up, and so do deltas, whatever was published and by whom. The file is internal: what it names tells when
somebody looked at the data, not what was in them.

It is the file itself that is locked and replaced, whatever links lead to it; one that has several names is refused,
since only one of them would be replaced. A publication and its entry are put in place together: the entry first, so
that one that is killed in between was charged. Where nothing is published nothing is charged.
"""

import json
import os
import stat
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

from setanon_sql.differential import DifferentialPrivacy
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.fields import LIKEWISE, Fields
from setanon_sql.numbers import Share, fraction_of, number_text
from setanon_sql.release.recovery import recover_interrupted
from setanon_sql.release.staging import Move, check_folder, explain_errors, hold_folders, staging

_KIND = "setanon budget"
#: What is read at most; a publication takes a hundred bytes.
_MOST_BYTES = 100_000_000


@dataclass(frozen=True)
class Spent(Fields):
    """Budget that was spent; ``total``: what it may be."""

    epsilon: Annotated[Fraction, "of all publications in the file"]
    delta: Annotated[Fraction, LIKEWISE]
    total: Mapping[str, Fraction] = field(default_factory=dict)


class Budget:
    """Budget of the people of some data, in a file: its totals, None where the file says them (of delta, if any)."""

    def __init__(self, path: Path, total_epsilon: Share | None = None, total_delta: Share | None = None) -> None:
        """Take the file that a name leads to; raises BadParameter for a total that is no number over 0."""
        self.path = Path(os.path.realpath(path))
        self.total_epsilon = None if total_epsilon is None else _positive("<total_epsilon>", total_epsilon)
        self.total_delta = None if total_delta is None else _from_zero("<total_delta>", total_delta)

    def check(self, model: DifferentialPrivacy) -> None:
        """Raise where the file cannot be written, is none of these, or has too little left for a publication."""
        check_folder(self.path)
        recover_interrupted(self.path)
        with hold_folders(self.path):
            self._with(model, "")

    def staging(self) -> AbstractContextManager[Path]:
        """Return a private folder beside the file, for :meth:`charge`."""
        return staging(self.path)

    def charge(self, model: DifferentialPrivacy, name: str, private: Path) -> tuple[Spent, Move]:
        """Write the file anew with a publication; return what was spent of all together, and the move to its place.

        The caller holds the folder (:func:`~.staging.hold_folders`) until it has moved the file.
        Raises BadParameter where that is more than the total, or where nobody says what the total is.
        """
        fields, spent = self._with(model, name)
        staged = private / "budget.json"
        with explain_errors(self.path):
            staged.touch(mode=0o600)
            staged.write_text(json.dumps(fields, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        return spent, Move(staged, self.path, replace=self.path.exists())

    def _with(self, model: DifferentialPrivacy, name: str) -> tuple[dict[str, Any], Spent]:
        """Return what the file says with a publication more, and what is spent then; raises where it is too much."""
        fields = self._read()
        entries = [*fields["publications"], {"name": name, **model.parameters}]
        total = self._total(fields["total"])
        spent = Spent(_sum(entries, "epsilon"), _sum(entries, "delta"), total)
        _refuse(spent, total, entries)
        said = {name: number_text(number) for name, number in total.items()}
        return {"kind": _KIND, "total": said, "publications": entries}, spent

    def _read(self) -> dict[str, Any]:
        if not os.path.lexists(self.path):
            return {"publications": [], "total": {}}
        try:
            fields = json.loads(self._text())
            _check(fields)
        except BadParameter as error:
            raise self._unreadable(f": {error.marked_message}") from error
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise self._unreadable() from error
        return dict(fields)

    def _text(self) -> str:
        status = self.path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
            raise self._unreadable()
        if status.st_nlink > 1:
            raise BadInput(
                f"{self.path.name} is a file with several names (hard links): what is spent by one of them would not "
                "count for the others",
                "leave it one name; symbolic links may lead to it",
            )
        return self.path.read_text(encoding="utf-8")

    def _unreadable(self, why: str = "") -> BadInput:
        return BadInput(f"{self.path.name} is no file of budgets{why}", "name a new file, or one that <budget> made")

    def _total(self, said: Mapping[str, Any]) -> dict[str, Fraction]:
        """Return the totals that are asked for, else those of the file; deltas have none where nobody said one."""
        totals = {"epsilon": self.total_epsilon, "delta": self.total_delta}
        total = {name: fraction_of(name, number) for name, number in said.items()}
        total |= {name: number for name, number in totals.items() if number is not None}
        if "epsilon" not in total:
            raise BadParameter("nobody says how much may be published together", "give <total_epsilon>")
        return total


def _check(fields: Any) -> None:
    """Raise where a file's fields are not those of a budget, or one of its numbers makes no sense."""
    if fields["kind"] != _KIND:
        raise ValueError
    total = dict(fields["total"])
    for entry in [*fields["publications"], *([{"delta": 0, **total}] if total else [])]:
        _positive("an epsilon in it", entry["epsilon"])
        _from_zero("a delta in it", entry["delta"])
        if not isinstance(entry.get("person", False), bool):
            raise TypeError


def _positive(name: str, value: object) -> Fraction:
    number = fraction_of(name, value)
    if number <= 0:
        raise BadParameter(f"{name} must be a number over 0", "write a number such as 1")
    return number


def _from_zero(name: str, value: object) -> Fraction:
    number = fraction_of(name, value)
    if not 0 <= number < 1:
        raise BadParameter(f"{name} must be a number from 0 to under 1", "0.000001 is a usual choice")
    return number


def _refuse(spent: Spent, total: Mapping[str, Fraction], entries: Sequence[Mapping[str, Any]]) -> None:
    """Raise BadParameter where publications are of different people, or add up to more than a total."""
    if len({bool(entry.get("person")) for entry in entries}) > 1:
        raise BadParameter(
            "the budget is of records and of persons, which do not add up", "use <person> always, or another file"
        )
    for name, number in (("epsilon", spent.epsilon), ("delta", spent.delta)):
        added = f"with this the {name}s of {len(entries)} publications add up to {number_text(number)}"
        if name in total and number > total[name]:
            raise BadParameter(
                f"{added}, and {number_text(total[name])} is the total",
                f"publish less, or decide on a larger <total_{name}>",
            )
    if spent.delta >= 1:
        raise BadParameter(f"{added}, which promises nothing", "publish less, with a smaller <delta>")


def _sum(entries: Sequence[Mapping[str, Any]], name: str) -> Fraction:
    return sum((fraction_of(name, entry[name]) for entry in entries), Fraction(0))
