"""stdin, stdout and stderr of a process: those that its caller closed, and those that do not take every character.

Cron and daemons close some. Files that are opened next would take their numbers, and what is meant for a terminal would
be written into them. A character that an encoding lacks is escaped: it must not make a failure of what was published.
"""

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Any


def hold_numbers() -> None:
    """Open ``/dev/null`` on those of the numbers 0, 1 and 2 that are closed."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
            os.set_inheritable(number, True)


def hold_all() -> None:
    """Have Python's own streams work as well, as if the caller had said ``/dev/null``, and take every character."""
    hold_numbers()
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _nowhere(mode: str) -> Any:
    return Path(os.devnull).open(mode, encoding="utf-8")
