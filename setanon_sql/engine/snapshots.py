"""What a run reads, as it was at one moment: who takes a snapshot joins for as long as all of it is read."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager


class Snapshots:
    """The snapshots of all databases that are read at a time, each taken when it is first read."""

    def __init__(self) -> None:
        self._held: ExitStack | None = None
        self._joined: list[object] = []

    @property
    def are_taken(self) -> bool:
        """Is everything read in one snapshot now?"""
        return self._held is not None

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Keep the snapshot of whoever joins meanwhile; inside another such time that one goes on."""
        if self._held is not None:
            yield
            return
        try:
            with ExitStack() as self._held:
                yield
        finally:
            self._held = None
            self._joined = []

    def join(self, who: object, take: Callable[[], AbstractContextManager[None]]) -> None:
        """Let somebody take a snapshot, once, if all is read in one now."""
        if self._held is not None and not any(member is who for member in self._joined):
            self._joined.append(who)
            self._held.enter_context(take())


class Apart:
    """Tables that are read one after another, since their database has no snapshot of several: that is told."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self._note = note
        self._names: set[str] | None = None

    def reads(self, name: str) -> None:
        """Remember that a table is read."""
        if self._names is not None:
            self._names.add(name)

    @contextmanager
    def note_several(self, place: str) -> Iterator[None]:
        """Tell of it where several are read meanwhile; inside another such time that one tells."""
        if self._names is not None:
            yield
            return
        self._names = set()
        try:
            yield
            if len(self._names) > 1:
                self._note(
                    f"{place} has no snapshot of several tables: {len(self._names)} were read one after another, "
                    "and must not have been changed meanwhile"
                )
        finally:
            self._names = None
