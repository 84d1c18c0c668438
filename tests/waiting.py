"""Wait for what happens elsewhere: in a thread, another process, a server."""

import subprocess
import time
from collections.abc import Callable
from typing import Any, TypeVar

Seen = TypeVar("Seen")


def wait_for(
    look: Callable[[], Seen],
    seconds: float = 60,
    *,
    pause: float = 0.05,
    process: "subprocess.Popen[Any] | None" = None,
) -> Seen:
    """Look until there is something to see, ``seconds`` are over or a ``process`` has ended; return what was seen last.

    ``pause``: seconds between two looks.
    """
    end = time.monotonic() + seconds
    while not (seen := look()) and (process is None or process.poll() is None) and time.monotonic() < end:
        time.sleep(pause)
    return seen
