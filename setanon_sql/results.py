"""What the results of public functions have in common."""

from abc import ABC, abstractmethod
from typing import Any


class Result(ABC):
    """A result that ``--json`` can print; its keys there also read as ``result["key"]``."""

    __slots__ = ()

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """Return what ``--json`` prints: the keys of ``docs/json.md``."""

    def __getitem__(self, name: str) -> Any:
        return self.to_json()[name]

    def __contains__(self, name: object) -> bool:
        return name in self.to_json()
