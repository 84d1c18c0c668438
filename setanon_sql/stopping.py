"""Ctrl-C and SIGTERM: the program ends within a second, and nothing half-written stays behind.

The first signal raises KeyboardInterrupt, and ``with`` blocks put everything away on the way out; later signals change
nothing. Python sees a signal only between two of its own steps. So beside the main thread another one waits: it tells
DuckDB at once to give up, and when the time is over it removes the temporary folders itself and ends the process.

Once a release stands (:func:`finished`) a signal does not make a failure of it: what little is left to do is done, and
what takes longer ends with the time that the way out may take.

A library has no business with signals: all this sleeps until the command line calls :func:`listen`.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

#: Seconds that the orderly way out may take.
_PATIENCE = 0.7
#: Seconds after which even steps that must not be broken off are.
_LAST = 10.0

#: The exit code of a run that was stopped.
STOPPED = 2


class _State:
    """What the handler of signals and the waiting thread know."""

    asked = False
    unbroken = 0
    late = False
    finished = False


_state = _State()
#: What gives up the work in hand, such as ``interrupt`` of a connection; called from another thread.
giving_up: set[Callable[[], object]] = set()
#: What removes leftovers at the very end; called from another thread.
putting_away: list[Callable[[], object]] = []


def listen() -> None:
    """Take over SIGINT, SIGTERM and SIGHUP for the rest of the process."""
    wanted = ("SIGINT", "SIGTERM", "SIGHUP")
    numbers = {getattr(signal, name) for name in wanted if hasattr(signal, name)}
    ears, mouth = os.pipe()
    os.set_blocking(mouth, False)
    signal.set_wakeup_fd(mouth, warn_on_full_buffer=False)
    for number in numbers:
        if number == signal.SIGINT or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _handle)
    threading.Thread(target=_wait, args=(ears, numbers), name="setanon-stopping", daemon=True).start()


def asked() -> bool:
    """Whether a signal asked the program to stop: errors after it are its consequences."""
    return _state.asked


def put_all_away() -> None:
    """Remove what is left, right before the process ends."""
    for put_away in list(putting_away):
        put_away()


@contextmanager
def unbroken() -> Iterator[None]:
    """Let a signal wait until the end of a few quick steps that belong together."""
    _state.unbroken += 1
    try:
        yield
    finally:
        _state.unbroken -= 1
    if _state.late and not _state.unbroken:
        _state.late = False
        raise KeyboardInterrupt


def finished() -> None:
    """Say that what was asked for stands, so that the last steps are not broken off."""
    _state.finished, _state.late = True, False


def _handle(number: int, frame: FrameType | None) -> None:
    if _state.asked:
        return
    _state.asked = True
    if _state.finished:
        return
    if _state.unbroken:
        _state.late = True
    else:
        raise KeyboardInterrupt


def _wait(ears: int, numbers: set[signal.Signals]) -> None:
    """Wait for one of the signals, then see to it that the process ends."""
    while not numbers & {signal.Signals(byte) for byte in os.read(ears, 64)}:
        pass
    began = time.monotonic()
    for give_up in list(giving_up):
        give_up()
    time.sleep(_PATIENCE)
    while _state.unbroken and time.monotonic() - began < _LAST:
        time.sleep(0.01)
    put_all_away()
    os._exit(STOPPED)
