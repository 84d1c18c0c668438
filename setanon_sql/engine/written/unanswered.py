"""The answer to what a driver asks and a script cannot tell."""

from typing import Any, Self


class Unanswered:
    """A number that nobody knows: there may be something, so that a driver takes every step.

    It says no more than that. Sums and differences are as unknown; to compare it, to count with it or to bind it in a
    query is a TypeError: a step that needs the number would be wrong.
    """

    def __bool__(self) -> bool:
        """Return that there may be something."""
        return True

    def __gt__(self, other: Any) -> bool:
        """Return that there may be more than nothing."""
        if other == 0:
            return True
        raise self._refused()

    def __eq__(self, other: object) -> bool:
        """Raise TypeError: nobody knows."""
        raise self._refused()

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: Any) -> Self:
        """Return what is as unknown."""
        return self

    __radd__ = __sub__ = __rsub__ = __add__

    def __format__(self, how: str) -> str:
        """Return a mark for messages about how far a driver is."""
        return "?"

    @staticmethod
    def _refused() -> TypeError:
        return TypeError("a script does not know this number: a step must not depend on it")
