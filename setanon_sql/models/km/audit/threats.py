"""The k^m audit: which itemsets, held by fewer than k records, single records out, and which.

1. Count the minimal threats and the records at risk by size (:mod:`setanon_sql.counting`).
2. On request, the same at k = 2: the records that some itemset singles out (unicity). Without m these are the records
   all items of which no other one holds (:mod:`setanon_sql.audit.containment`): nothing is searched for them.
3. On request, what contributes: the items in most threats, the threats with the fewest records.
4. On request, the average case: random m-subsets of random records.

A record at risk holds *some* threat; that does not mean that any items known of it are one. How often random items are,
the average case tells.

With a taxonomy the itemsets range over all its nodes: a record supports a node when it has an item under it. A node
and one over it never stand in one threat: their support is that of the lower one alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from setanon_sql.audit.matching import MatchingRisk, count_whatever_is_known, matching_risk_of
from setanon_sql.audit.who import BY_CATEGORY, CategoryRisk, Who
from setanon_sql.columns.classes import items_of_numbers
from setanon_sql.counting import Level
from setanon_sql.counting.known_sets import mined, mined_aloud
from setanon_sql.dataset import ALL, ColumnsHint, Dataset, PersonHint, Selection
from setanon_sql.display import Listing, Summary
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadParameter
from setanon_sql.fields import ABSENT, INLINE, ComputedKey, Name, in_json
from setanon_sql.models.km.audit.absent import AbsentFigures, AbsentRisk
from setanon_sql.models.km.audit.findings import KmFindings
from setanon_sql.models.km.audit.known import KnownSoFar
from setanon_sql.models.km.audit.listed import AverageCase, ItemShare, Threat
from setanon_sql.models.km.options import KmExtras
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Bind, Table, columns_of
from setanon_sql.results import size_of
from setanon_sql.text import count_of, share


@dataclass(frozen=True)
class KmAudit(KmFindings):
    """Findings of an audit.

    ``levels``: what was found at each size, up to m; cut off where no larger threat can exist, then ``complete`` is
    true. ``unique``: the same for k = 2: records that are singled out; empty unless asked for, and without m.
    ``singled_out``: records (persons) that are singled out, all sizes of known sets together; None where that was not
    asked for, or is told by size. ``absent``: what was found where absent items may be known, too; None where they may
    not.
    """

    model: KmAnonymity
    levels: tuple[Level, ...]
    unique: tuple[Level, ...] = ()
    top_items: Annotated[tuple[ItemShare, ...], "`--top-items`: those in most threats"] = ()
    worst: Annotated[tuple[Threat, ...], "`--worst`: the threats of each size that the fewest records hold †"] = ()
    average: Annotated[AverageCase | None, Name("average_case"), "`--average`"] = None
    selection: Annotated[Selection, INLINE] = ALL
    by_category: Annotated[tuple[CategoryRisk, ...], BY_CATEGORY] = ()
    persons: Annotated[int | None, "of all records"] = None
    person_hint: Annotated[
        PersonHint | None,
        "without `--person`: a column with one value for each record that may name the persons",
    ] = None
    columns_hint: Annotated[
        ColumnsHint | None,
        "without `--columns`: columns of the source with one value for each record, and whom they single out",
    ] = None
    matching: Annotated[MatchingRisk | None, INLINE] = None
    singled_out: int | None = None
    absent: AbsentRisk | None = None
    unique_records = ComputedKey[int | None](
        "`--unicity` without `--m` or with `--count records`: singled out, all sizes together",
        lambda audit: audit.singled_out if audit.persons is None else None,
        ABSENT,
    )
    unique_persons = ComputedKey[int | None](
        "the same with `--person`, in its place",
        lambda audit: None if audit.persons is None else audit.singled_out,
        ABSENT,
    )
    absent_figures = ComputedKey[AbsentFigures | None](
        "", lambda audit: audit.absent and audit.absent.figures(max(audit.sizes)), INLINE
    )

    @property
    def complete(self) -> bool:
        """No frequent generator is left: the audit covers every m."""
        return self.levels[-1].generators == 0

    @property
    def violations(self) -> int:
        """The number of minimal threats of all sizes looked at, also of those with an absent item."""
        return self.threats_present + (self.absent.threats if self.absent else 0)

    @property
    def threats_present(self) -> int:
        """The number of minimal threats of items that are there."""
        return sum(level.threats for level in self.levels)

    @property
    def known_columns(self) -> tuple[str, ...]:
        """The columns that are known besides, with their steps."""
        return ()

    @property
    def satisfied(self) -> bool:
        """Does the data satisfy the model as it is?"""
        return self.violations == 0

    @property
    def sizes(self) -> range:
        """The sizes reported: up to m, or as far as there was anything to look at."""
        last = self.levels[-1].size
        return range(1, (max(last, min(self.model.m, 100)) if self.model.m else last) + 1)

    def threats_by_size(self) -> dict[int, int]:
        """Minimal threats of each size."""
        threats = {level.size: level.threats for level in self.levels}
        return {size: threats.get(size, 0) for size in self.sizes}

    def at_risk_by_size(self) -> dict[int, int]:
        """Records that hold a threat of at most each size."""
        return _cumulative(self.levels, self.sizes)

    @in_json(ABSENT)
    def persons_at_risk_by_size(self) -> Mapping[int, int]:
        """Return the persons with a record at risk."""
        return _cumulative(self.levels, self.sizes, "persons_at_risk") if self.persons is not None else {}

    @property
    def at_risk(self) -> int:
        """Persons, or records where these count, with a threat of any size looked at."""
        by_size = self.at_risk_by_size() if self.persons is None else self.persons_at_risk_by_size()
        return by_size[self.sizes[-1]]

    @in_json("unique_records_by_size", ABSENT)
    def unique_by_size(self) -> Mapping[int, int]:
        """Return, with `--unicity`, the records that a set of at most that size singles out."""
        return _cumulative(self.unique, self.sizes) if self.unique else {}

    @in_json(ABSENT)
    def unique_persons_by_size(self) -> Mapping[int, int]:
        """Return, with `--unicity` and `--person`, the persons that are singled out so."""
        return _cumulative(self.unique, self.sizes, "persons_at_risk") if self.unique and self.persons else {}

    def summary(self) -> Summary:
        """Return a row for each number of known items."""
        m = f"m = {self.model.m}" if self.model.m else "every m"
        title = f"k^m-anonymity{'' if self.persons is None else ' of persons'} with k = {self.model.k}, {m}"
        sentences = (size_of(self), self._meaning, *self.sentences_of_singled_out(), *self._lacked, *self.hints())
        if self.persons is not None:
            sentences = (f"{self.persons:,} persons.", *sentences)
        return Summary(title, self._listing(), self.satisfied, sentences)

    def hints(self) -> tuple[str, ...]:
        """Return what columns of the source tell of its records, where they were looked for, in sentences."""
        return tuple(hint.sentence(self.records) for hint in (self.person_hint, self.columns_hint) if hint)

    def _listing(self) -> Listing:
        whole = self.records if self.persons is None else self.persons
        columns: dict[str, Mapping[int, float]] = {
            "minimal_threats": self.threats_by_size(),
            "records_at_risk": self.at_risk_by_size(),
        }
        if self.persons is not None:
            columns["persons_at_risk"] = self.persons_at_risk_by_size()
        columns["share"] = _shares(columns["records_at_risk" if self.persons is None else "persons_at_risk"], whole)
        if unique := self.unique_by_size() if self.persons is None else self.unique_persons_by_size():
            columns |= {"singled_out": unique, "share_singled_out": _shares(unique, whole)}
        rows = tuple((size, *(values[size] for values in columns.values())) for size in self.sizes) if whole else ()
        return Listing(("items_known", *columns), rows, frozenset({"share", "share_singled_out"}))

    @property
    def _meaning(self) -> str:
        if self.persons is not None:
            return "Persons at risk have a record with a set of at most so many items that fewer than k persons have."
        which = "known items" if self.model.known else "items"
        return f"Records at risk hold a set of at most so many {which} that fewer than k records hold."

    @property
    def _lacked(self) -> tuple[str, ...]:
        """Return what is found where absent items may be known, in a sentence; none where they may not."""
        return (self.absent.in_words(self.model, self.sizes[-1]),) if self.absent else ()

    def sentences_of_singled_out(self) -> tuple[str, ...]:
        """Return how many are singled out in a sentence, where that was counted for all sizes together."""
        if self.singled_out is None:
            return ()
        some = f"some set of up to {count_of(self.model.m, 'item')}" if self.model.m else "all items"
        some = "".join(f"{column}, " for column in self.model.columns) + some
        some = "some items of a protected set" if self.model.protect else some
        if self.persons is None:
            lead = f"{self.singled_out:,} of {self.records:,} records ({share(self.singled_out, self.records)})"
            return (f"{lead} are singled out: no other record holds {some} of it.",)
        lead = f"{self.singled_out:,} of {self.persons:,} persons ({share(self.singled_out, self.persons)})"
        return (f"{lead} are singled out: no record of anybody else holds {some} of one of theirs.",)


def _shares(by_size: Mapping[int, float], whole: int) -> Mapping[int, float]:
    return {size: number / max(whole, 1) for size, number in by_size.items()}


def audit_km(
    dataset: Dataset,
    model: KmAnonymity,
    ancestors: Table | None = None,
    labels: Table | None = None,
    extras: KmExtras | None = None,
    *,
    who: Who | None = None,
    matching: int = 0,
    numbers: Table | None = None,
    columns: Sequence[Table] = (),
) -> KmAudit:
    """Count what breaks k^m-anonymity in a dataset; see the module for the plan.

    ``dataset``: the transactions, in an engine. ``model``: k, and m (None: any number of known items).
    ``ancestors`` (``item, node``, each item its own ancestor too) and ``labels`` (``item, label`` of every node) turn
    the audit to the nodes of a taxonomy.
    ``extras``: what to count besides; None: nothing.
    ``who``: is shown who holds the threats of each size. ``matching``: count matching records, too, where no more than
    so many sets of items have to be counted for it. ``numbers`` (``number, item``): items that the numbers of the
    transactions stand for, where these are not the items themselves; what is listed is of those alone. ``columns``
    (``item``: a number, ``label``): what each column is called for these.

    Cost: that of :func:`setanon_sql.counting.mine`, twice with unicity and m.
    Raises BadParameter for an average case without m.
    Source: Liu and Wang, Definition 2 (minimal threats).
    """
    extras = extras or KmExtras()
    engine = dataset.engine
    m = model.m
    if extras.average and m is None:
        raise BadParameter("the average case needs <m>", "it draws random sets of m items")
    transactions = over_nodes(engine, dataset.transactions, ancestors)
    risk = matching_risk_of(dataset, transactions, m, matching) if matching and not m else None
    progress = KnownSoFar(dataset, transactions, model)
    if m is None and risk:
        progress.count_at_most(risk)
    listing = _Listing(
        engine, labels or dataset.items, extras, who, transactions=transactions, numbers=numbers, columns=columns
    )
    levels = tuple(_watched(progress, listing))
    if matching and m:  # what was counted may tell
        risk = matching_risk_of(dataset, transactions, m, matching)
    unique = tuple(mined(dataset, transactions, 2, m)) if extras.unicity and m else ()
    alone = (
        count_whatever_is_known(engine, transactions, 2, dataset.persons, risk) if extras.unicity and not m else None
    )
    average = average_case(dataset, model, extras)
    if transactions != dataset.transactions:
        engine.drop(transactions)
    return KmAudit(
        model, dataset.records, dataset.rows, levels, unique, listing.top(), tuple(listing.worst), average,
        dataset.selection, who.by_category() if who else (), dataset.n_persons if dataset.persons else None,
        dataset.person_hint, dataset.columns_hint, risk, alone,
    )  # fmt: skip


def over_nodes(engine: Engine, transactions: Table, ancestors: Table | None) -> Table:
    """Return which record holds which node, each item its own ancestor; without a taxonomy the transactions."""
    if ancestors is None:
        return transactions
    return engine.table("sets/audit/generalized", transactions=transactions, ancestors=ancestors)


def _watched(progress: KnownSoFar, listing: "_Listing") -> Sequence[Level]:
    """Count all sizes, and tell what is known after each."""
    model = progress.model
    for level in mined_aloud(
        progress.dataset, progress.transactions, model.k, model.m,
        keep=listing.keep_items, so_far=progress.so_far, when_long=progress.tell_at_most,
    ):  # fmt: skip
        listing.take(level)
        progress.levels.append(level)
    return progress.levels


class _Listing:
    """Collects the items in most threats and the threats with the fewest records, size by size."""

    def __init__(
        self, engine: Engine, labels: Table, extras: KmExtras, who: Who | None, *, transactions: Table,
        numbers: Table | None, columns: Sequence[Table],
    ) -> None:  # fmt: skip
        self.engine = engine
        self.labels = labels
        self.extras = extras
        self.who = who
        self.transactions = transactions
        self.numbers = numbers
        self.columns = columns
        self.keep_items = bool(extras.top_items or extras.worst or who)
        self.contributions: Table | None = None
        self.worst: list[Threat] = []
        self.threats = 0

    def take(self, level: Level) -> None:
        self.threats += level.threats
        if level.items is None:
            return
        items = self._with_items(level.items)
        self.contributions = self.engine.add(self.contributions, "sets/audit/contributions", threat_items=items)
        if self.who:
            self.who.take_threats(level, self.transactions)
        if self.extras.worst:
            self.worst += self._worst_of(items, self._columns_of(level.items))
        self.engine.drop(level.items)

    def _with_items(self, items: Table) -> Table:
        """Return the items of threats, where they are numbers of other items these."""
        if self.numbers is None:
            return items
        return items_of_numbers(self.engine, items, self.numbers)

    def _worst_of(self, items: Table, columns: Mapping[int, Sequence[str]]) -> list[Threat]:
        threats: dict[tuple[int, int], list[str]] = {}
        for support, threat, label in self._listed(items, self.labels):
            threats.setdefault((support, threat), []).append(label)
        return [
            Threat(tuple(labels), support, tuple(columns.get(threat, ())))
            for (support, threat), labels in threats.items()
        ]

    def _listed(self, items: Table, labels: Table) -> Sequence[tuple[Any, ...]]:
        """Return ``support, threat_id, label`` of the worst threats."""
        tables = {"threat_items": items, "labels": labels}
        return self.engine.rows("sets/audit/worst_threats", most=self.extras.worst, **tables)

    def _columns_of(self, items: Table) -> dict[int, list[str]]:
        """Return what the columns are called for the worst threats, by their numbers."""
        by_threat: dict[int, list[str]] = {}
        if self.numbers is None or not self.columns:
            return by_threat
        numbers = self.engine.view(columns_of(self.numbers, number="number", item="number"))
        numbered = items_of_numbers(self.engine, items, numbers)
        for labels in self.columns:
            for threat, label in {threat: label for _, threat, label in self._listed(numbered, labels)}.items():
                by_threat.setdefault(threat, []).append(label)
        return by_threat

    def top(self) -> tuple[ItemShare, ...]:
        if self.contributions is None or not self.extras.top_items:
            return ()
        rows = self.engine.rows(
            "sets/audit/top_items", contributions=self.contributions, labels=self.labels, most=self.extras.top_items
        )
        self.engine.drop(self.contributions)
        return tuple(ItemShare(rank, label, threats, threats / self.threats) for rank, label, threats in rows)


@scoped
def average_case(dataset: Dataset, model: KmAnonymity, extras: KmExtras) -> AverageCase | None:
    """Count how many random sets of m items of random records are too rare, where that is asked for."""
    if not extras.average or model.m is None:
        return None
    engine = dataset.engine
    transactions = dataset.transactions
    subsets = engine.table(
        "sets/audit/sampled_subsets", transactions=transactions, size=model.m, sample=extras.average, seed=extras.seed
    )
    sample: dict[str, Bind] = {"transactions": transactions, "subsets": subsets, "size": model.m, "k": model.k}
    if dataset.persons:
        counts = engine.row("sets/audit/sampled_supports_of_persons", persons=dataset.persons, **sample)
    else:
        counts = engine.row("sets/audit/sampled_supports", **sample)
    return AverageCase(model.m, *counts)


def _cumulative(levels: Sequence[Level], sizes: range, field_name: str = "at_risk") -> dict[int, int]:
    counts = {level.size: getattr(level, field_name) for level in levels}
    return {size: counts.get(size, counts[levels[-1].size]) for size in sizes}
