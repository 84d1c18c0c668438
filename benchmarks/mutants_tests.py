"""Run the tests that cover a mutant in this process: pytest starts once, a mutant is planted in what it loaded."""

import signal
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol

import pytest
from _pytest.runner import runtestprotocol

#: Tests that look at the text of queries or of the package: any change is one to them.
OF_TEXT = ("query", "engines", "test_ready.py", "test_readme.py", "test_dbt.py", "test_notebook.py")
TESTS = Path(__file__).parent.parent / "tests"


@dataclass(frozen=True)
class Mutant:
    """A change: its name, the query or function that it is in, and that one's new text."""

    name: str
    unit: str
    text: str


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant: the test that found it ('': none did), whether that is slow, and how many tests ran."""

    mutant: Mutant
    finder: str = ""
    slow: bool = False
    tests: int = 0


class Room(Protocol):
    """What mutants are made of, and the way of tests to it."""

    def mutants(self) -> Iterator[Mutant]:
        """Yield all mutants."""

    def recorded(self, see: Callable[[str], object]) -> AbstractContextManager[None]:
        """Have ``see`` told which queries or functions run."""

    def planted(self, mutant: Mutant) -> AbstractContextManager[None]:
        """Have a mutant run in the place of what it was made of."""


class Runner:
    """A plugin of pytest: runs all tests once, and then for each mutant those that cover it, until one fails."""

    def __init__(
        self,
        room: Room,
        mutants: Sequence[Mutant],
        most: int,
        tell: Callable[[str], object],
        others: Collection[str] = (),
    ) -> None:
        self.room, self.mutants, self.tell = room, mutants, tell
        #: Queries or functions of which no mutant was drawn: some test has to run each all the same.
        self.others = others
        #: Tests that are run with a mutant; 0: all that cover it.
        self.most = most
        self.verdicts: list[Verdict] = []
        self.covering: dict[str, set[pytest.Item]] = {}
        self.seconds: dict[pytest.Item, float] = {}
        self.finds: Counter[tuple[str, pytest.Item]] = Counter()
        #: Seconds of the processor that a test may take.
        self._limit = 600.0
        #: What runs at the moment: a test, and the fixtures that it waits for.
        self._seen: list[set[str]] = [set()]
        self._of_fixture: dict[Any, set[str]] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Do that instead of what pytest does."""
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        self._cover(session)
        self.verdicts += not_run(self.others, self.covering)
        for mutant in self.mutants:
            self.verdicts.append(self._verdict(session, mutant))
        self._assert_unspoiled(session)
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """Look at the same random examples each time, and at no simpler ones where one fails."""
        from hypothesis import Phase, settings  # pytest wants to be the first to import it

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", settings(), phases=phases, derandomize=True, database=None)
        settings.load_profile("mutants")

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        """Note what a fixture runs: that is covered by all tests that use it."""
        self._seen.append(set())
        try:
            with limited(self._limit):
                return (yield)
        finally:
            found = self._seen.pop()
            self._of_fixture.setdefault(fixturedef, set()).update(found)
            self._seen[-1] |= found

    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call(self) -> Iterator[None]:
        """Let a test that takes far longer than without a mutant fail: it may never end."""
        with limited(self._limit):
            return (yield)

    def _see(self, unit: str) -> None:
        self._seen[-1].add(unit)

    def _cover(self, session: pytest.Session) -> None:
        """Find which tests run which queries or functions; those that fail by themselves are left out."""
        items = session.items
        with self.room.recorded(self._see):
            for item, following in with_next(items):
                forget()
                self._seen = [set()]
                reports = runtestprotocol(item, log=False, nextitem=following)
                self.seconds[item] = sum(report.duration for report in reports)
                if any(report.failed for report in reports):
                    self.tell(f"left out, for it fails by itself: {item.nodeid}")
                    continue
                for unit in self._seen[0] | self._of_fixtures(item):
                    self.covering.setdefault(unit, set()).add(item)
            leave(session)
        self.tell(f"{len(items)} tests ran in {sum(self.seconds.values()):.0f} s")

    def _of_fixtures(self, item: Any) -> set[str]:
        used = [definition for several in item._fixtureinfo.name2fixturedefs.values() for definition in several]
        return set().union(*(self._of_fixture.get(definition, ()) for definition in used))

    def _verdict(self, session: pytest.Session, mutant: Mutant) -> Verdict:
        tests = sorted(self.covering.get(mutant.unit, ()), key=lambda item: self._turn(mutant, item))
        tests = tests[: self.most or None]
        with self.room.planted(mutant):
            finder = next((item for item, following in with_next(tests) if self._fails(item, following)), None)
            leave(session)
        if finder is None:
            self.tell(f"survives {len(tests)} tests: {mutant.name}")
            return Verdict(mutant, tests=len(tests))
        self.finds[mutant.unit, finder] += 1
        return Verdict(mutant, finder.nodeid, is_slow(finder), len(tests))

    def _turn(self, mutant: Mutant, item: pytest.Item) -> tuple[bool, int, float]:
        """Let those come first that found another mutant of the same, then the fastest."""
        return is_slow(item), -self.finds[mutant.unit, item], self.seconds[item]

    def _fails(self, item: pytest.Item, following: Any) -> bool:
        forget()
        self._limit = 10 + 20 * self.seconds[item]
        return any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))

    def _assert_unspoiled(self, session: pytest.Session) -> None:
        """Run all that found something again, without mutants: what fails now was left behind by another test."""
        for item in {item for _, item in self.finds}:
            spoiled = self._fails(item, only(session))
            leave(session)
            if spoiled:
                raise session.Failed(f"{item.nodeid} fails without a mutant, too: what it found does not count")


def not_run(units: Iterable[str], covering: Collection[str]) -> list[Verdict]:
    """Return what becomes of all mutants of the ``units`` that no test runs: they survive."""
    return [Verdict(Mutant(f"{unit}: no test runs it", unit, "")) for unit in sorted(set(units) - set(covering))]


def is_slow(item: pytest.Item) -> bool:
    """Return whether README's line leaves a test out."""
    return item.get_closest_marker("slow") is not None


def with_next(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, Any]]:
    """Yield each test and the next: what both of them use is not torn down between them."""
    following = [*items[1:], *(only(item.session) for item in items[-1:])]
    return zip(items, following, strict=True)


def only(session: pytest.Session) -> Any:
    """Return what stands for a next test of which nothing is known."""
    return SimpleNamespace(listchain=lambda: [session])


def leave(session: pytest.Session) -> None:
    """Tear down what tests share, but for what all of them do."""
    with suppress(Exception):
        session._setupstate.teardown_exact(only(session))


def forget() -> None:
    """Forget what modules of tests keep between tests: it may be of another mutant."""
    for name, module in list(sys.modules.items()):
        if name.startswith("tests."):
            for kept in list(vars(module).values()):
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Let what takes so many seconds of the processor fail. DuckDB tells an interrupt of it as one of the keyboard."""
    late: list[int] = []

    def stop(number: int, _: object) -> None:
        late.append(number)
        pytest.fail("takes too long")

    before = signal.signal(signal.SIGPROF, stop)
    waiting, _ = signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except KeyboardInterrupt:
        if not late:
            raise
        pytest.fail("takes too long")
    finally:
        signal.setitimer(signal.ITIMER_PROF, waiting)
        signal.signal(signal.SIGPROF, before)


def run(
    room: Room,
    mutants: Sequence[Mutant],
    tests: Sequence[str],
    *,
    quick: bool,
    most: int,
    tell: Callable[[str], object],
    others: Collection[str] = (),
) -> list[Verdict]:
    """Return what becomes of the mutants, and of ``others``, of which none was drawn, where no test runs them."""
    runner = Runner(room, mutants, most, tell, others)
    left_out = [f"--ignore={TESTS / name}" for name in OF_TEXT]
    options = ["-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "addopts=", *left_out]
    code = pytest.main([*options, "-m", "not slow" if quick else "", *tests], plugins=[runner])
    if code not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
        raise SystemExit(f"pytest ended with {code!r}")
    return runner.verdicts
