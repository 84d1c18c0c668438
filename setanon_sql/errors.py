"""What can go wrong, in words a user can act on.

A message names what is wrong and where; the hint says what to do. Neither holds an item label, a record id or a
password of the source: values go into ``details``, which the command line prints only with ``--show-values``. Labels of
a taxonomy may be named.

Both name options by their keyword (``<on_null=drop>``); each reader finds them as they are called where they are used.
"""

from collections.abc import Callable, Sequence

from setanon_sql.addresses import without_secrets
from setanon_sql.spelling import said


class SetanonError(Exception):
    """It could not be done or checked (exit code 2).

    ``message`` says what is wrong, ``hint`` (also a note of the exception) what to do about it, ``details`` holds
    values of the source. ``marked_message`` and ``marked_hint`` are the same as they are written, for another error.
    """

    def __init__(self, message: str, hint: str = "", details: Sequence[str] = ()) -> None:
        super().__init__()
        self.details = tuple(details)
        self.marked_message = without_secrets(message)
        self.marked_hint = without_secrets(hint)
        self.reword(said)

    def reword(self, spell: Callable[[str], str]) -> None:
        """Name options as another reader knows them: ``spell`` returns a text with their names in it."""
        self.message = spell(self.marked_message)
        self.hint = spell(self.marked_hint)
        self.args = (self.message,)
        self.__notes__ = [f"hint: {self.hint}"] if self.hint else []


class BadParameter(SetanonError):
    """A parameter is outside of what the model or the method allows."""


class BadInput(SetanonError):
    """The source, the taxonomy or the release cannot be read as what it should be."""


class BadDestination(SetanonError):
    """The release cannot be written where it should go."""


class NotEnoughMemory(SetanonError):
    """A step does not fit into the memory that a run may take."""


class NotReached(SetanonError):
    """The method could not reach its guarantee; nothing was published."""
