"""The budget of differential privacy that people have: what was published of them, and how much that may be together.

Epsilons add up, and so do deltas, whatever was published and by whom. The file is internal: what it names tells when
somebody looked at the data, not what was in them.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from setanon_sql.differential import DifferentialPrivacy
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.numbers import Share, fraction_of, number_text
from setanon_sql.release.staging import Move, check_folder, hold_folders, publish, staging

_KIND = "setanon budget"


@dataclass(frozen=True)
class Budget:
    """Budget of the people of some data, in a file: the ``total`` (epsilon, delta), None where the file says it."""

    path: Path
    total_epsilon: Share | None = None
    total_delta: Share | None = None

    def check(self) -> None:
        """Raise where the file cannot be written, or is none of these."""
        check_folder(self.path)
        self._read()

    def spend(self, model: DifferentialPrivacy, name: str) -> tuple[Fraction, Fraction]:
        """Add a publication to the file; return epsilon and delta of all together.

        Raises BadParameter where that is more than the total, or where nobody says what the total is.
        """
        with hold_folders(self.path):
            fields = self._read()
            entries = [*fields["publications"], {"name": name, **model.parameters}]
            whole = self._total(fields, model)
            spent = _sum(entries, "epsilon"), _sum(entries, "delta")
            self._refuse(spent, whole, entries)
            total = {"epsilon": number_text(whole[0]), "delta": number_text(whole[1])}
            self._write({"kind": _KIND, "total": total, "publications": entries})
        return spent

    def _read(self) -> dict[str, Any]:
        if not self.path.exists():
            return {"publications": [], "total": {}}
        try:
            fields = json.loads(self.path.read_text(encoding="utf-8"))
            is_budget = fields["kind"] == _KIND
            _sum(fields["publications"], "epsilon")
            _sum(fields["publications"], "delta")
        except (OSError, ValueError, KeyError, TypeError, RecursionError, BadParameter) as error:
            raise self._unreadable() from error
        if not is_budget:
            raise self._unreadable()
        return dict(fields)

    def _unreadable(self) -> BadInput:
        return BadInput(f"{self.path.name} is no file of budgets", "name a new file, or one that <budget> made")

    def _total(self, fields: dict[str, Any], model: DifferentialPrivacy) -> tuple[Fraction, Fraction]:
        """Return the total that is asked for, else that of the file; of delta else that of this publication."""
        said = fields["total"]
        epsilon = self.total_epsilon if self.total_epsilon is not None else said.get("epsilon")
        delta = self.total_delta if self.total_delta is not None else said.get("delta", model.delta)
        if epsilon is None:
            raise BadParameter("nobody says how much may be published together", "give <total_epsilon>")
        return fraction_of("<total_epsilon>", epsilon), fraction_of("<total_delta>", delta)

    def _refuse(
        self, spent: tuple[Fraction, Fraction], whole: tuple[Fraction, Fraction], entries: Sequence[dict[str, Any]]
    ) -> None:
        if len({bool(entry.get("person")) for entry in entries}) > 1:
            raise BadParameter(
                "the budget is of records and of persons, which do not add up", "use <person> always, or another file"
            )
        for name, used, total in zip(("epsilon", "delta"), spent, whole, strict=True):
            if used > total:
                raise BadParameter(
                    f"with this the {name}s of {len(entries)} publications add up to {number_text(used)}, and "
                    f"{number_text(total)} is the total",
                    f"publish less, or decide on a larger <total_{name}>",
                )

    def _write(self, fields: dict[str, Any]) -> None:
        with staging(self.path) as private:
            staged = private / "budget.json"
            staged.write_text(json.dumps(fields, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
            publish([Move(staged, self.path, replace=self.path.exists())])


def _sum(entries: Sequence[dict[str, Any]], name: str) -> Fraction:
    return sum((fraction_of(name, entry[name]) for entry in entries), Fraction(0))
