"""Infer: how often is a sensitive item guessed right, for members of a release and for people who were held out of it?

Somebody knows a few items of a person, none of them sensitive, and guesses what most of the released records hold that
fit best. What is guessed better for members than for people who were held out is what the release tells about members;
what is guessed as well is what data like these tell about everybody.

Source: Giomi, Boenisch, Wehmeyer, Tasnadi, "A Unified Framework for Quantifying Privacy Risk in Synthetic Data" (PoPETs
2023), sections 4 and 5; scores as in :mod:`setanon_sql.inference.matching`.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.display import Listing, Summary
from setanon_sql.engine import Engine, scoped
from setanon_sql.inference.facts import fitting_pairs
from setanon_sql.inference.matching import ReleasedLots, fitting_labels, known_sizes
from setanon_sql.numbers import difference_interval, tried_share
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.results import Result
from setanon_sql.taxonomy import Taxonomy

#: What a label votes that stands for one item; one that stands for n votes a share of it, in whole numbers.
_VOTES = 1_000_000


@dataclass(frozen=True)
class Guessed:
    """Outcome for a group: ``persons`` tried, ``right`` guesses among them, and ``usual`` ones of the baseline."""

    persons: int
    right: int
    usual: int

    @property
    def share(self) -> float | None:
        """Return how often the guess is right; None where nobody was tried."""
        return self.right / self.persons if self.persons else None

    def to_json(self) -> dict[str, Any]:
        """Return counts, the share, its 95 % confidence interval, and that of the baseline; None without trials."""
        share, low, high = tried_share(self.right, self.persons)
        return {
            "persons": self.persons,
            "right": self.right,
            "share_right": share,
            "share_right_low": low,
            "share_right_high": high,
            "baseline_right": self.usual / self.persons if self.persons else None,
        }


@dataclass(frozen=True)
class Inferred:
    """Outcome where ``size`` items are known: of ``members`` of the release, and of the ``control`` group."""

    size: int
    members: Guessed
    control: Guessed

    @property
    def difference(self) -> float | None:
        """Return how much oftener the guess is right for members; None where nobody was tried in a group."""
        shares = (self.members.share, self.control.share)
        return None if shares[0] is None or shares[1] is None else shares[0] - shares[1]

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % confidence interval of the difference."""
        members = (self.members.right, self.members.persons)
        return difference_interval(*members, self.control.right, self.control.persons)

    def to_json(self) -> dict[str, Any]:
        """Return both groups, and the difference with its interval."""
        low, high = (None, None) if self.difference is None else self.interval
        return {
            "members": self.members.to_json(),
            "control": self.control.to_json(),
            "difference": self.difference,
            "difference_low": low,
            "difference_high": high,
        }


@dataclass(frozen=True)
class InferAttack(Result):
    """An attack on the sensitive items of members of a release and of people who were held out.

    ``held_out``: records of the source that belong to the control group. ``unit``: ``record`` or ``person``, of which
    each has one record tried. ``made_up``: originals that were made up of a disassociated release; 0: of another one.
    ``by_known``: what came out, by the number of known items.
    """

    held_out: int
    unit: str
    made_up: int
    by_known: tuple[Inferred, ...]

    def summary(self) -> Summary:
        """Return a row for each number of known items."""
        columns = ("items_known", "members", "right", "held_out", "right_of_these", "difference", "low", "high")
        rows = tuple(
            (row.size, row.members.persons, row.members.share, row.control.persons, row.control.share,
             *(row.to_json()[name] for name in ("difference", "difference_low", "difference_high")))
            for row in self.by_known
        )  # fmt: skip
        shares = frozenset({"right", "right_of_these", "difference", "low", "high"})
        sentence = "The difference is what the release tells about its members beyond what data like these tell of all."
        return Summary("Attack on sensitive items", Listing(columns, rows, shares), sentences=(sentence,))

    def to_json(self) -> dict[str, Any]:
        """Return the object of ``docs/json.md``."""
        return {
            "held_out": self.held_out,
            "unit": self.unit,
            "made_up": self.made_up,
            "by_known": {str(row.size): row.to_json() for row in self.by_known},
        }


@dataclass(frozen=True)
class InferRequest:
    """Knowledge of an adversary: at most ``most`` items of a person, and the labels of the ``taxonomy``.

    ``sample``: persons to try in each group. ``seed``: names the draw.
    """

    most: int
    sample: int = 1000
    seed: str = "0"
    taxonomy: Taxonomy | None = None


@dataclass(frozen=True)
class TrialGroup:
    """People who are tried: records of a ``dataset``, of which ``held_out`` (``record_id``) tells the control group.

    ``is_control``: these, or the others. ``held_out`` None: all of the dataset.
    """

    dataset: Dataset
    held_out: Table | None = None
    is_control: bool = False

    @property
    def engine(self) -> Engine:
        """Return where the dataset is."""
        return self.dataset.engine


@dataclass(frozen=True)
class _Polled:
    """A release as it is scored and polled: see the steps match and infer."""

    released: ReleasedLots
    votes: Table
    usual: Table


@dataclass(frozen=True)
class _Tried:
    """People of a group who are tried, what is known of each, and which sensitive items each holds."""

    targets: Table
    knowledge: Table
    truths: Table


@scoped
def attack_infer(
    members: TrialGroup, control: TrialGroup, release: Table, sensitive: Table, request: InferRequest
) -> tuple[Inferred, ...]:
    """Carry out the attack, for each number of known items; see the module.

    ``release``: ``record_id, item`` (labels). ``sensitive``: ``label``, items of the source.

    Cost: a join of what is known with the released records that fit it, for each group; fewer persons are tried where
    that would be over 30 million rows.
    """
    engine = members.engine
    engine.trace.begin_phase("looking for the records that fit what is known")
    polled = _prepared(engine, (members, control), release, sensitive, request.taxonomy)
    outcomes = [_guessed(group, polled, sensitive, request) for group in (members, control)]
    return tuple(Inferred(size, *sides) for size, *sides in zip(known_sizes(request.most), *outcomes, strict=True))


@scoped
def _prepared(
    engine: Engine, groups: Collection[TrialGroup], release: Table, sensitive: Table, taxonomy: Taxonomy | None
) -> _Polled:
    released = ReleasedLots.of(engine, release)
    items = {label for group in groups for label in _texts(engine, group.dataset.items)}
    rows = _secrets(items, _texts(engine, released.labels), _texts(engine, sensitive), taxonomy)
    secrets = engine.load_rows("secrets", {"label": str, "secret": str, "votes": int}, rows)
    votes = engine.table("inference/infer/votes", held=released.lot_labels, secrets=secrets)
    usual = engine.table("inference/infer/usual", votes=votes, lots=released.lots)
    return _Polled(released, votes, usual)


def _texts(engine: Engine, table: Table) -> set[str]:
    return {str(label) for (label,) in engine.rows(columns_of(table, "label"))}


def _secrets(
    items: Collection[str], released: Collection[str], sensitive: Collection[str], taxonomy: Taxonomy | None
) -> list[tuple[str, str, int]]:
    """Return which sensitive items a released label may be, with what it votes for each."""
    pairs = fitting_pairs(sorted(items), sorted(released), taxonomy)
    width = Counter(label for _, label in pairs)
    hidden = set(sensitive)
    return [(label, item, max(1, _VOTES // width[label])) for item, label in pairs if item in hidden]


@scoped
def _guessed(group: TrialGroup, polled: _Polled, sensitive: Table, request: InferRequest) -> list[Guessed]:
    """Return the outcome for a group, for each number of known items."""
    engine = group.engine
    released = polled.released
    tried = _tried(group, sensitive, request, request.sample)
    fitting = fitting_labels(engine, tried.knowledge, released.labels, request.taxonomy)
    sample = released.affordable(engine, request.sample, tried.knowledge, fitting)
    if sample < request.sample:
        tried = _tried(group, sensitive, request, sample)
    hits = engine.table("inference/match/hits", known=tried.knowledge, fitting=fitting, held=released.lot_labels)
    return [_of_size(engine, tried, hits, polled, size) for size in known_sizes(request.most)]


def _of_size(engine: Engine, tried: _Tried, hits: Table, polled: _Polled, size: int) -> Guessed:
    able = engine.table("inference/match/able", known=tried.knowledge, size=size)
    guesses = engine.table(
        "inference/infer/guesses",
        able=able, hits=hits, lots=polled.released.lots, votes=polled.votes, usual=polled.usual, size=size,
    )  # fmt: skip
    outcome = engine.row(
        "inference/infer/right_guesses", able=able, guesses=guesses, truths=tried.truths, usual=polled.usual
    )
    return Guessed(*map(int, outcome))


@scoped
def _tried(group: TrialGroup, sensitive: Table, request: InferRequest, sample: int) -> _Tried:
    """Draw who of a group is tried, and what is known of each."""
    dataset = group.dataset
    engine = dataset.engine
    marked = engine.table("inference/infer/marked", items=dataset.items, sensitive=sensitive)
    able = engine.table("inference/infer/able", transactions=dataset.transactions, marked=marked)
    if group.held_out is not None:
        side = "controls" if group.is_control else "members"
        able = engine.table(f"inference/infer/{side}", able=able, held_out=group.held_out)
    if dataset.persons is not None:
        able = engine.table("inference/infer/one_each", able=able, persons=dataset.persons, seed=request.seed)
    targets = engine.table("inference/match/targets", transactions=able, seed=request.seed, sample=sample)
    tables = {"targets": targets, "transactions": dataset.transactions, "marked": marked}
    knowable = engine.table("inference/infer/target_rows", is_secret=0, **tables)
    drawn = engine.table(
        "inference/match/drawn", targets=targets, transactions=knowable, seed=request.seed, known=request.most
    )
    knowledge = engine.table("inference/infer/known", drawn=drawn, marked=marked)
    return _Tried(targets, knowledge, engine.table("inference/infer/target_rows", is_secret=1, **tables))
