"""How far a run is, where that is known: the share that is done, the time left, a bar on a terminal.

The time left is told only where it is known within a factor of two: a third of the work is done, in three steps or
more; after the one in hand there are as many; and the pace from the beginning on, in the second half of the time and in
its last quarter agree.
"""

import os
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from tqdm import tqdm

#: Less than this share, or fewer steps, say nothing of the time left; that of fewer steps depends on each of them.
_ENOUGH = 1 / 3
_STEPS = 3
#: From when on the pace is measured, as shares of the time so far.
_SINCE = (0.0, 0.5, 0.75)
#: Times left agree where the longest is so many times the shortest; the mean of the two is told.
_AGREEING = 1.5
#: Seconds that are not told apart.
_SHORT = 1.0
_MINUTE = 60
_HOUR = 3600


@dataclass(frozen=True)
class Progress:
    """The work in hand: ``share`` (0..1) of it took so many ``seconds``, and the rest takes ``remaining`` ones.

    None: nobody knows how many.
    """

    share: float
    seconds: float
    remaining: float | None = None

    @property
    def time_left(self) -> str:
        """The time until all parts are done, in words; empty where nobody knows it."""
        return "" if self.remaining is None else f"about {duration(self.remaining)} left for these parts"


@dataclass
class ShareOverTime:
    """The pace of work in parts that take about as long as each other: after how many seconds which share was done."""

    seconds: list[float] = field(default_factory=lambda: [0.0])
    shares: list[float] = field(default_factory=lambda: [0.0])

    def see(self, share: float, seconds: float) -> Progress:
        """Take note of the share that is done after so many seconds; return how far the work is."""
        if share > self.shares[-1]:
            self.seconds.append(seconds)
            self.shares.append(share)
        return Progress(share, seconds, self._remaining(share, seconds))

    def _remaining(self, share: float, seconds: float) -> float | None:
        """Return the seconds that the rest takes; None where that is not known within a factor of two."""
        steps = len(self.shares) - 1
        if share < _ENOUGH or steps < _STEPS or (1 - share) * steps < (_STEPS + 1) * share:
            return None
        times = [time for part in _SINCE for time in self._by_pace(share, seconds, seconds * part)]
        shortest = min(times)
        longest = max(times)
        agree = shortest > 0 and longest <= _AGREEING * max(shortest, _SHORT)
        return sqrt(shortest * longest) if agree else None

    def _by_pace(self, share: float, seconds: float, since: float) -> Iterator[float]:
        """Yield the seconds that the rest takes at the pace since some time: of the steps that are done, and by now.

        The two differ by what is done of the step in hand; 0 where nothing was done since.
        """
        at = bisect_right(self.seconds, since) - 1
        gain = share - self.shares[at]
        if gain <= 0:
            yield 0.0
            return
        yield (1 - share) * (self.seconds[-1] - self.seconds[at]) / gain - (seconds - self.seconds[-1])
        yield (1 - share) * (seconds - self.seconds[at]) / gain


def duration(seconds: float) -> str:
    """Return a time in seconds, minutes or hours."""
    if seconds < 2 * _MINUTE:
        return f"{max(1, seconds):,.0f} s"
    return f"{seconds / _MINUTE:.0f} min" if seconds < 2 * _HOUR else f"{seconds / _HOUR:.1f} h"


class Bar:
    """One line at the foot of a terminal, drawn over and over; green unless NO_COLOR is set."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._drawn: tqdm[Any] | None = None

    def draw(self, words: str, progress: Progress) -> None:
        """Draw it; ``words`` say what is being done."""
        bar = self._drawn or self._new_bar()
        bar.n = progress.share
        bar.set_description_str(words, refresh=False)
        bar.set_postfix_str(progress.time_left, refresh=False)
        bar.refresh()

    def _new_bar(self) -> "tqdm[Any]":
        from tqdm import tqdm  # noqa: PLC0415

        tqdm.monitor_interval = 0
        colour = None if os.environ.get("NO_COLOR") else "green"
        layout = "{desc}: {percentage:3.0f}% |{bar}| {postfix}"
        options = {"file": self.stream, "leave": False, "dynamic_ncols": True, "bar_format": layout, "colour": colour}
        self._drawn = tqdm(total=1, **options)
        return self._drawn

    def clear(self) -> None:
        """Make room for a line; the next time it is drawn below that."""
        if self._drawn is not None:
            self._drawn.close()
            self._drawn = None
