"""What can go wrong, in words a user can act on.

A message names what is wrong and where; the hint says what to do. Neither holds an item label, a record id or a
password of the source: values go into ``details``, which the command line prints only with ``--show-values``. Labels of
a taxonomy may be named.

Both are written with options of the command line (``--on-null drop``); whoever calls the Python API reads keywords.
"""

from collections.abc import Sequence

from setanon_sql.addresses import without_secrets
from setanon_sql.spelling import in_python


class SetanonError(Exception):
    """It could not be done or checked (exit code 2).

    ``message`` says what is wrong, ``hint`` (also a note of the exception) what to do about it, ``details`` holds
    values of the source. ``shell_message`` and ``shell_hint`` are the same with options in place of keywords.
    """

    def __init__(self, message: str, hint: str = "", details: Sequence[str] = ()) -> None:
        message, hint = without_secrets(message), without_secrets(hint)
        self.shell_message, self.shell_hint = message, hint
        self.message, self.hint = in_python(message), in_python(hint)
        self.details = tuple(details)
        super().__init__(self.message)
        if hint:
            self.add_note(f"hint: {self.hint}")


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
