"""Ctrl-C and SIGTERM: the program ends within two seconds, and nothing half-written stays behind.

The first signal raises KeyboardInterrupt, and ``with`` blocks put everything away on the way out; later signals change
nothing. Python sees a signal only between two of its own steps, and what it raises there may get lost (in a destructor,
in a callback out of C). So beside the main thread another one waits. It tells DuckDB to give up, again and again: an
interrupt that comes before a statement begins is forgotten when it begins. When the time is over it removes the
temporary folders itself and ends the process.

Once a release stands (:func:`finished`) a signal does not make a failure of it: what little is left to do is done, and
what takes longer ends with the time that the way out may take.

A library has no business with signals: the thread sleeps until the command line calls :func:`listen`. What has to be
done in one go is (:func:`undisturbed`) in the library, too.
"""

import contextlib
import os
import select
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn, Protocol

from setanon_sql.files.streams import hold_all

#: Seconds that the orderly way out may take.
_PATIENCE = 0.7
#: Seconds after which even steps that must not be broken off are.
_LAST = 10.0
#: Seconds between two times that the work in hand is told to give up.
_AGAIN = 0.02

#: The exit code of a run that was stopped, or that a fault of the program ended: neither is a verdict.
STOPPED = 2

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


class GivesUp(Protocol):
    """Work in hand that another thread can tell to give up."""

    def give_up(self) -> None:
        """Break off what is running, if anything is; may be called any time, by any thread."""


class _State:
    """Knowledge that the handler of signals and the waiting thread share."""

    listening = False
    stop_requested = False
    holds = 0
    unbroken = 0
    late = False
    announced = False
    #: The exit code, once what was asked for stands.
    code: int | None = None


_state = _State()
#: Held while work is told to give up, and by steps that must not be: they begin after it, or not at all.
_telling = threading.Lock()
#: Held by who ends the process; whoever comes second waits there for the end.
_leaving = threading.Lock()
#: Held while it is said that the program was stopped: not ended before that is out.
_saying = threading.Lock()
#: What can be told to give up.
working: list[GivesUp] = []
#: What removes leftovers at the very end; called from any thread.
putting_away: list[Callable[[], object]] = []
#: What is still to be done once a release stands, such as its report.
owed: set[Hashable] = set()


def to_the_end(work: Callable[[], int]) -> NoReturn:
    """Listen to signals, do the work, and end the process with the exit code that it returns."""
    try:
        hold_all()
        listen()
        code = work()
        finished(code)
    except KeyboardInterrupt:
        code = STOPPED
        tell()
    except Exception:
        code = STOPPED
        with contextlib.suppress(OSError):
            traceback.print_exc()
    leave(code)


def listen() -> None:
    """Take over SIGINT, SIGTERM and SIGHUP for the rest of the process; again where a library took them meanwhile."""
    numbers = {getattr(signal, name) for name in _NAMES if hasattr(signal, name)}
    for number in numbers:
        if number == signal.SIGINT or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _handle)
    if not _state.listening:
        _state.listening = True
        ears, mouth = os.pipe()
        os.set_blocking(mouth, False)
        signal.set_wakeup_fd(mouth, warn_on_full_buffer=False)
        threading.Thread(target=_wait, args=(ears, numbers), name="setanon-stopping", daemon=True).start()


def listen_again() -> None:
    """Take signals back from a library that installed a handler of its own, where they were listened to."""
    if _state.listening:
        listen()


def stop_requested() -> bool:
    """Return whether a signal asked the program to stop: errors after it are its consequences."""
    return _state.stop_requested


def ending() -> bool:
    """Return whether the process is about to end without a result: what only the end of it lets go need not be
    closed."""
    return _state.listening and _state.stop_requested and _state.code is None


def word() -> str:
    """Say what was stopped, and what there is now."""
    if _state.code is not None and owed:
        return "stopped; the release stands, but its report was not written"
    return "stopped; nothing half-written is left behind"


def tell() -> None:
    """Say on stderr, once, that the program was stopped; never wait for a reader."""
    _saying.acquire(timeout=_PATIENCE)
    if not _state.announced:
        _state.announced = _state.listening
        with contextlib.suppress(OSError, ValueError):
            if select.select([], [2], [], 0)[1]:
                os.write(2, f"error: {word()}\n".encode())
    with contextlib.suppress(RuntimeError):
        _saying.release()


def put_all_away() -> None:
    """Remove what is left, right before the process ends."""
    for put_away in list(putting_away):
        with contextlib.suppress(Exception):
            put_away()


def leave(code: int) -> NoReturn:
    """End the process at once, without taking down the interpreter and what DuckDB holds in memory bit by bit.

    What cannot be written now was complained about, or its reader is gone, which is no error.
    """
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):
            stream.flush()
    _leaving.acquire()
    put_all_away()
    os._exit(code)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let KeyboardInterrupt wait until the end of a few quick steps, so that it is not lost or leaves half of them.

    For steps that begin and end something, and for calls into C that run Python code, where an exception is swallowed
    or becomes another one. The process may still end meanwhile: see :func:`unbroken`.
    """
    if not _state.listening:
        with _defer():
            yield
        return
    _state.holds += 1
    try:
        yield
    finally:
        _state.holds -= 1
        if _state.late and not _state.holds:
            _state.late = False
            raise KeyboardInterrupt


def unless_unbroken(give_up: Callable[[], object]) -> bool:
    """Tell work to give up, but not while steps are done that must not be; return whether it was told."""
    with _telling:
        if not _state.unbroken:
            give_up()
        return not _state.unbroken


@contextmanager
def unbroken() -> Iterator[None]:
    """Let a signal wait, and the end of the process too, until a few quick steps that belong together are done."""
    with undisturbed():
        with _telling:
            _state.unbroken += 1
        try:
            yield
        finally:
            _state.unbroken -= 1


def finished(code: int = 0) -> None:
    """Say that what was asked for stands, so that the last steps are not broken off; ``code`` is the exit code."""
    with _telling:
        _state.code = code
        _state.late = False


@contextmanager
def _defer() -> Iterator[None]:
    """Let Ctrl-C wait where nobody listens: whatever handler there is, it is called at the end."""
    handler = signal.getsignal(signal.SIGINT) if threading.current_thread() is threading.main_thread() else None
    if not callable(handler):
        yield
        return
    came: list[tuple[Any, ...]] = []
    signal.signal(signal.SIGINT, lambda *about: came.append(about))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if came:
            handler(*came[-1])


def _handle(number: int, frame: FrameType | None) -> None:
    if _state.stop_requested:
        return
    _state.stop_requested = True
    if _state.code is not None:
        return
    if _state.holds:
        _state.late = True
    else:
        raise KeyboardInterrupt


def _wait(ears: int, numbers: set[signal.Signals]) -> None:
    """Wait for one of the signals, then see to it that the process ends."""
    while not {int(number) for number in numbers} & set(os.read(ears, 64)):
        pass
    began = time.monotonic()
    while (passed := time.monotonic() - began) < _PATIENCE or (_state.unbroken and passed < _LAST):
        _tell_to_give_up()
        time.sleep(_AGAIN)
    _leaving.acquire(timeout=_PATIENCE)
    code = STOPPED if _state.code is None or owed else _state.code
    put_all_away()
    if code == STOPPED:
        tell()
    os._exit(code)


def _tell_to_give_up() -> None:
    with _telling:
        if not _state.unbroken and (_state.code is None or owed):
            for work in list(working):
                with contextlib.suppress(Exception):
                    work.give_up()
