"""Infer: how often is a sensitive item guessed right, for members of a release and for people who were held out of it?

Somebody knows a few items of a person, none of them sensitive, and guesses what most of the released records hold that
fit best. What is guessed better for members than for people who were held out is what the release tells about members;
what is guessed as well is what data like these tell about everybody.

Tried are those who hold a sensitive item, of whom alone a guess can be right; and then anybody, since the adversary
does not know who holds one: how many of all guesses are right. A guess may also be a label over sensitive items alone,
or a group of them that the release bounds as one: it is right of whoever holds one of these.

Source: Giomi, Boenisch, Wehmeyer, Tasnadi, "A Unified Framework for Quantifying Privacy Risk in Synthetic Data" (PoPETs
2023), sections 4 and 5; scores as in :mod:`setanon_sql.inference.matching`.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from setanon_sql.dataset import Dataset
from setanon_sql.display import Listing, Summary
from setanon_sql.engine import Engine, scoped
from setanon_sql.fields import ALWAYS, LIKEWISE, By, ComputedKey, Fields, Name, in_json
from setanon_sql.inference.facts import fitting_pairs
from setanon_sql.inference.hidden_sets import HiddenSets
from setanon_sql.inference.matching import ReleasedLots, fitting_labels, known_sizes
from setanon_sql.numbers import difference_interval, tried_share
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.results import Result
from setanon_sql.taxonomy import Taxonomy

#: What the columns of members and of people who were held out mean beside each other.
DIFFERENCE = "The difference is what the release tells about its members beyond what data like these tell of all."
#: What a label votes that stands for one item; one that stands for n votes a share of it, in whole numbers.
_VOTES = 1_000_000


@dataclass(frozen=True)
class Guessed(Fields):
    """Outcome for a group.

    ``usual``: right guesses of the baseline. ``right_with_labels``, ``usual_with_labels``: the same where a label over
    sensitive items alone may be guessed, too.
    """

    persons: Annotated[int, "of whom so many items are known"]
    right: Annotated[int, "of whom a sensitive item was guessed that they hold"]
    usual: int
    right_with_labels: int
    usual_with_labels: int
    interval = property(lambda self: tried_share(self.right, self.persons))
    share = ComputedKey[float | None](
        "of the persons; null where nobody holds so many items", lambda group: group.interval[0], Name("share_right")
    )
    low = ComputedKey[float | None](
        "95 % confidence interval of it", lambda group: group.interval[1], Name("share_right_low")
    )
    high = ComputedKey[float | None](LIKEWISE, lambda group: group.interval[2], Name("share_right_high"))
    baseline_right = ComputedKey[float | None](
        "share where the guess is always the item that is commonest in the release",
        lambda group: group.part(group.usual),
    )
    share_right_with_labels = ComputedKey[float | None](
        "where a label over sensitive items alone may be guessed, too",
        lambda group: group.part(group.right_with_labels),
    )
    baseline_right_with_labels = ComputedKey[float | None](
        "likewise, always the commonest", lambda group: group.part(group.usual_with_labels)
    )

    def part(self, number: int) -> float | None:
        """Return a number as a share of the persons; None where nobody was tried."""
        return number / self.persons if self.persons else None


@dataclass(frozen=True)
class Inferred(Fields):
    """Outcome where ``size`` items are known."""

    size: int
    members: Annotated[Guessed, "of the release, with a sensitive item: of these alone a guess can be right"]
    control: Annotated[Guessed, "people who were held out, likewise"]
    all_members: Annotated[Guessed, "of the release, whether or not they hold a sensitive item"]
    all_control: Annotated[Guessed, "people who were held out, likewise"]

    @property
    @in_json()
    def difference(self) -> float | None:
        """Return the difference of the shares of ``members`` and ``control``: what is told about members."""
        shares = (self.members.share, self.control.share)
        return None if shares[0] is None or shares[1] is None else shares[0] - shares[1]

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % confidence interval of the difference."""
        members = (self.members.right, self.members.persons)
        return difference_interval(*members, self.control.right, self.control.persons)

    difference_low = ComputedKey[float | None]("95 % confidence interval of it", lambda row: row.end(0))
    difference_high = ComputedKey[float | None](LIKEWISE, lambda row: row.end(1))

    def end(self, which: int) -> float | None:
        """Return an end of the interval; None where there is no difference."""
        return None if self.difference is None else self.interval[which]


@dataclass(frozen=True)
class InferAttack(Result):
    """An attack on the sensitive items of members of a release and of people who were held out."""

    held_out: Annotated[int, "records of the source that are of the control group"]
    unit: Annotated[str, "`record`, or `person` with `--person`: of each one record is tried"]
    made_up: Annotated[int, "originals made up of a release in pieces; 0: another one"]
    by_known: Annotated[tuple[Inferred, ...], By("size"), "by the number of known items"]
    sensitive_labels: Annotated[int, "labels of the release over several items of the data, all of them sensitive"] = 0
    sensitive_groups: Annotated[
        int, "groups of sensitive items that the release lists: they may be guessed as labels"
    ] = 0
    hidden_sets: Annotated[
        tuple[HiddenSets, ...],
        ALWAYS,
        By("size"),
        "of `coherence`: what is not shown, by the number of items, up to two; else empty",
    ] = ()

    def summary(self) -> Summary:
        """Return a row for each number of known items."""
        columns = (
            "items_known", "members", "right", "held_out", "right_of_these", "difference", "low", "high",
            "right_of_all_members",
        )  # fmt: skip
        rows = tuple(
            (row.size, row.members.persons, row.members.share, row.control.persons, row.control.share,
             row.difference, row.difference_low, row.difference_high, row.all_members.share)
            for row in self.by_known
        )  # fmt: skip
        shares = frozenset({"right", "right_of_these", "difference", "low", "high", "right_of_all_members"})
        return Summary("Attack on sensitive items", Listing(columns, rows, shares), sentences=(self.tried, DIFFERENCE))

    @property
    def tried(self) -> str:
        """Return of whom a guess is tried, and of how many it can be right at all."""
        return (
            f"Tried are {self.unit}s with a sensitive item and another one: of these alone a guess can be right. "
            "Whoever guesses does not know who they are; so the last column has the same guesses about anybody."
        )


@dataclass(frozen=True)
class InferRequest:
    """Knowledge of an adversary: at most ``most`` items of a person, and the labels of the ``taxonomy``.

    ``sample``: persons to try in each group. ``seed``: names the draw. ``groups``: of sensitive items, by name, that
    may be guessed as one.
    """

    most: int
    sample: int = 1000
    seed: str = "0"
    taxonomy: Taxonomy | None = None
    groups: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class TrialGroup:
    """People who are tried: records of a ``dataset``, of which ``held_out`` (``record_id``) tells the control group.

    ``is_control``: these, or the others. ``held_out`` None: all of the dataset. ``holders``: those who hold a sensitive
    item; else anybody.
    """

    dataset: Dataset
    held_out: Table | None = None
    is_control: bool = False
    holders: bool = True

    @property
    def engine(self) -> Engine:
        """Return where the dataset is."""
        return self.dataset.engine


@dataclass(frozen=True)
class _Poll:
    """Votes of the records of a release (``lot, secret, votes``), and what most would vote for (``secret, rank``)."""

    votes: Table
    usual: Table

    @classmethod
    def of(cls, engine: Engine, released: ReleasedLots, rows: Sequence[tuple[str, str, int]]) -> "_Poll":
        """Return the votes of a release whose labels vote for secrets as ``rows`` say."""
        secrets = engine.load_rows("secrets", {"label": str, "secret": str, "votes": int}, rows)
        votes = engine.table("inference/infer/votes", held=released.lot_labels, secrets=secrets)
        return cls(votes, engine.table("inference/infer/usual", votes=votes, lots=released.lots))


@dataclass(frozen=True)
class _Polled:
    """A release as it is scored and polled: see the steps match and infer.

    ``covers`` (``item, label``): labels over sensitive items alone, and groups of these, for which ``with_labels`` are
    votes, too; None where there are none. ``sensitive_labels``: so many labels there are.
    """

    released: ReleasedLots
    of_items: _Poll
    with_labels: _Poll
    covers: Table | None = None
    sensitive_labels: int = 0


@dataclass(frozen=True)
class _Tried:
    """People of a group who are tried, what is known of each, and which sensitive items each holds."""

    targets: Table
    knowledge: Table
    truths: Table


@scoped
def attack_infer(
    members: TrialGroup, control: TrialGroup, release: Table, sensitive: Table, request: InferRequest
) -> tuple[tuple[Inferred, ...], int]:
    """Carry out the attack, for each number of known items, and tell how many labels are sensitive; see the module.

    ``release``: ``record_id, item`` (labels). ``sensitive``: ``label``, items of the source.

    Cost: a join of what is known with the released records that fit it, for each group; fewer persons are tried where
    that would be over 30 million rows.
    """
    engine = members.engine
    engine.trace.begin_phase("looking for the records that fit what is known")
    polled = _prepared(engine, (members, control), release, sensitive, request)
    groups = [replace(group, holders=holders) for holders in (True, False) for group in (members, control)]
    outcomes = [_guessed(group, polled, sensitive, request) for group in groups]
    by_known = (Inferred(size, *sides) for size, *sides in zip(known_sizes(request.most), *outcomes, strict=True))
    return tuple(by_known), polled.sensitive_labels


@scoped
def _prepared(
    engine: Engine, groups: Collection[TrialGroup], release: Table, sensitive: Table, request: InferRequest
) -> _Polled:
    released = ReleasedLots.of(engine, release, request.taxonomy)
    items = {label for group in groups for label in _texts(engine, group.dataset.items)}
    hidden = _texts(engine, sensitive)
    pairs = fitting_pairs(sorted(items), sorted(_texts(engine, released.labels)), request.taxonomy)
    rows = _secrets(pairs, hidden)
    of_items = _Poll.of(engine, released, rows)
    covers = _covers(pairs, hidden)
    labels = sorted({label for _, label in covers})
    members = _members(request.groups)
    if not covers and not members:
        return _Polled(released, of_items, of_items)
    votes = [*((label, label, _VOTES) for label in labels), *_group_votes(pairs, members)]
    with_labels = _Poll.of(engine, released, [*rows, *votes])
    covering = engine.load_rows("covers", {"item": str, "label": str}, [*covers, *members])
    return _Polled(released, of_items, with_labels, covering, len(labels))


def _texts(engine: Engine, table: Table) -> set[str]:
    return {str(label) for (label,) in engine.rows(columns_of(table, "label"))}


def _secrets(pairs: Sequence[tuple[str, str]], sensitive: Collection[str]) -> list[tuple[str, str, int]]:
    """Return which sensitive items a released label may be, with what it votes for each (``pairs``: item, label)."""
    width = Counter(label for _, label in pairs)
    return [(label, item, max(1, _VOTES // width[label])) for item, label in pairs if item in sensitive]


def _covers(pairs: Sequence[tuple[str, str]], sensitive: Collection[str]) -> list[tuple[str, str]]:
    """Return the pairs of labels that stand for several items of the data, all of which are sensitive."""
    width = Counter(label for _, label in pairs)
    open_labels = {label for item, label in pairs if item not in sensitive}
    return [(item, label) for item, label in pairs if width[label] > 1 and label not in open_labels]


def _members(groups: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """Return the pairs of an item and its group, which has a name that no label has."""
    return [(item, f"\x1f{name}") for name, items in groups.items() for item in items]


def _group_votes(pairs: Sequence[tuple[str, str]], members: Collection[tuple[str, str]]) -> list[tuple[str, str, int]]:
    """Return what each released label votes for groups: the share of the items under it that are of one."""
    width = Counter(label for _, label in pairs)
    groups: dict[str, list[str]] = {}
    for item, group in members:
        groups.setdefault(item, []).append(group)
    counts = Counter((label, group) for item, label in pairs for group in groups.get(item, ()))
    return [(label, group, max(1, _VOTES * n // width[label])) for (label, group), n in sorted(counts.items())]


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

    def outcome(poll: _Poll, truths: Table) -> list[int]:
        guesses = engine.table(
            "inference/infer/guesses",
            able=able, hits=hits, lots=polled.released.lots, votes=poll.votes, usual=poll.usual, size=size,
        )  # fmt: skip
        tables = {"able": able, "guesses": guesses, "truths": truths, "usual": poll.usual}
        return [int(number) for number in engine.row("inference/infer/right_guesses", **tables)]

    of_items = outcome(polled.of_items, tried.truths)
    if polled.covers is None:
        return Guessed(*of_items, *of_items[1:])
    truths = engine.table("inference/infer/truths_of_labels", truths=tried.truths, covers=polled.covers)
    return Guessed(*of_items, *outcome(polled.with_labels, truths)[1:])


@scoped
def _tried(group: TrialGroup, sensitive: Table, request: InferRequest, sample: int) -> _Tried:
    """Draw who of a group is tried, and what is known of each."""
    dataset = group.dataset
    engine = dataset.engine
    marked = engine.table("inference/infer/marked", items=dataset.items, sensitive=sensitive)
    able = engine.table(
        "inference/infer/able", transactions=dataset.transactions, marked=marked, holders=int(group.holders)
    )
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
