"""What the results of public functions have in common."""

from abc import abstractmethod
from typing import Any, Protocol

from setanon_sql.shown import Shown
from setanon_sql.text import count


class Result(Shown):
    """A result that ``--json`` can print; its keys there also read as ``result["key"]``."""

    __slots__ = ()

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Return what ``--json`` prints: the keys of ``docs/json.md``."""

    def __getitem__(self, name: str) -> Any:
        return self.to_json()[name]

    def __contains__(self, name: object) -> bool:
        return name in self.to_json()


class Audited(Protocol):
    """What every audit finds of a model, whatever it counts."""

    @property
    def model(self) -> Any:
        """Return what was looked for, with ``name`` and ``parameters``."""

    @property
    def records(self) -> int:
        """Records that were looked at."""

    @property
    def rows(self) -> int:
        """Rows that were looked at."""

    @property
    def satisfied(self) -> bool:
        """Is the model kept?"""

    @property
    def violations(self) -> int:
        """Return what breaks it."""


def verdict(found: Audited) -> dict[str, Any]:
    """Return the keys that the JSON of every audit begins with."""
    return {
        "model": found.model.name,
        "parameters": found.model.parameters,
        "records": found.records,
        "rows": found.rows,
        "satisfied": found.satisfied,
        "violations": found.violations,
    }


def size_of(found: Audited) -> str:
    """Say how much was looked at, and what was found."""
    return f"{count(found.records)} records, {count(found.rows)} rows, {count(found.violations)} violations."
