"""How far a run is, where that is known: the share that is done, the time left, a bar on a terminal."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from tqdm import tqdm

#: Less than this share says nothing of the time left.
_TOO_LITTLE = 0.02
#: Seconds that a share may stand still before nothing is said of the time left.
_PATIENCE = 5.0
_MINUTE = 60
_HOUR = 3600


@dataclass(frozen=True)
class Progress:
    """The work in hand: ``share`` (0..1) of it took so many ``seconds``, ``standing`` of them without a move."""

    share: float
    seconds: float
    standing: float = 0.0

    @property
    def time_left(self) -> str:
        """The time that is left, in words; empty where it is too early to tell, or the share has stood still."""
        if not _TOO_LITTLE <= self.share <= 1:
            return ""
        seconds = self.seconds * (1 - self.share) / self.share
        if self.standing > max(seconds, _PATIENCE):
            return ""
        return f"about {duration(seconds)} left"


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
