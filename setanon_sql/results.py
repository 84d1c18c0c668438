"""What the results of public functions have in common."""

from abc import abstractmethod
from typing import Any, Protocol

from setanon_sql.display import Displayable
from setanon_sql.text import count


class Result(Displayable):
    """A result that ``--json`` can print; its keys there also read as ``result["key"]``."""

    __slots__ = ()

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Return what ``--json`` prints: the keys of ``docs/json.schema.json``."""

    def __getitem__(self, name: str) -> Any:
        return self.to_json()[name]

    def __contains__(self, name: object) -> bool:
        return name in self.to_json()


class Audited(Protocol):
    """The findings that all audits have in common."""

    @property
    def model(self) -> Any:
        """Return what was looked for, with ``name`` and ``parameters``."""

    @property
    def records(self) -> int:
        """Return how many records were looked at."""

    @property
    def rows(self) -> int:
        """Return how many rows were looked at."""

    @property
    def satisfied(self) -> bool:
        """Return whether the model is kept."""

    @property
    def violations(self) -> int:
        """Return what breaks it."""

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return what ``--json`` prints."""


def verdict(audit: Audited) -> dict[str, Any]:
    """Return the keys that the JSON of every audit begins with."""
    return {
        "model": audit.model.name,
        "parameters": audit.model.parameters,
        "records": audit.records,
        "rows": audit.rows,
        "satisfied": audit.satisfied,
        "violations": audit.violations,
    }


def size_of(audit: Audited) -> str:
    """Say how much was looked at, and what was found."""
    return f"{count(audit.records)} records, {count(audit.rows)} rows, {count(audit.violations)} violations."
