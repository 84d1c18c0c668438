"""What can go wrong, in words a user can act on.

A message names what is wrong and where; the hint says what to do. Neither holds an item label, a record id or a
password of the source: values go into ``details``, which the command line prints only with ``--show-values``.
"""

from collections.abc import Sequence


class SetanonError(Exception):
    """It could not be done or checked (exit code 2).

    ``message`` says what is wrong, ``hint`` what to do about it, ``details`` holds values of the source.
    """

    def __init__(self, message: str, hint: str = "", details: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.details = tuple(details)


class BadParameter(SetanonError):
    """A parameter is outside of what the model or the method allows."""


class BadInput(SetanonError):
    """The source, the taxonomy or the release cannot be read as what it should be."""


class BadDestination(SetanonError):
    """The release cannot be written where it should go."""


class NotReached(SetanonError):
    """The method could not reach its guarantee; nothing was published."""
