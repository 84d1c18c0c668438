"""The risk of a record as one over the records that match: the highest, and the mean over the records.

Somebody knows the up to m items of a record that the fewest records hold together, or, without m, all of it. A person
is as much at risk as the record of that person that is so most.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from setanon_sql.audit.containment import RecordSets, count_at_risk
from setanon_sql.counting.known_sets import FEW_SETS, most_sets, record_lengths
from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.fields import Fields, in_json
from setanon_sql.query.templates import Table, columns_of

#: An audit counts matching records where it takes no more sets of items (or pairs of sets); a report takes longer.
AUDIT_SETS = FEW_SETS
REPORT_SETS = 100_000_000


@dataclass(frozen=True)
class MatchingRisk(Fields):
    """Records, or persons, by how many match them at worst: ``by_matches``, from the fewest on."""

    by_matches: Mapping[int, int]

    @property
    @in_json("maximum_risk")
    def maximum(self) -> float:
        """Return one over the fewest records (``--person``: persons) that match up to m known items of a record.

        Without ``--m`` all of it; absent where too many sets would have to be counted.
        """
        return 1 / min(self.by_matches) if self.by_matches else 0.0

    @property
    @in_json("average_risk")
    def average(self) -> float:
        """Return the mean over the records (persons) of one over those that match."""
        total = sum((Fraction(number, matches) for matches, number in self.by_matches.items()), Fraction(0))
        return float(total / max(sum(self.by_matches.values()), 1))

    def under(self, k: int) -> int | None:
        """Return how many are matched by fewer than k; None where there are no k: some may hold nothing at all."""
        if sum(self.by_matches.values()) < k:
            return None
        return sum(number for matches, number in self.by_matches.items() if matches < k)


def matching_risk_of(dataset: Dataset, transactions: Table, m: int | None, most: int) -> MatchingRisk | None:
    """Return the risk of each record, or person, of a dataset, as :func:`matching_risk` counts it; or did before."""
    whole = dataset.records if dataset.persons is None else dataset.n_persons
    engine = dataset.engine
    if dataset.store is None:
        return matching_risk(engine, transactions, whole, m, persons=dataset.persons, most=most)
    key = dataset.store.key_of(dataset, transactions)
    counts = dataset.store.of(key, engine.trace)
    if (m, most) not in counts.matches:
        fewest = counts.fewest(m, by_person=dataset.persons is not None) if m else None
        if fewest is not None and m and most_sets(record_lengths(engine, transactions), m) <= most:
            risk: MatchingRisk | None = _risk_of(fewest, whole)
        else:
            risk = matching_risk(engine, transactions, whole, m, persons=dataset.persons, most=most)
        counts.matches[m, most] = risk.by_matches if risk else None
        dataset.store.save(key, engine.trace)
    by_matches = counts.matches[m, most]
    return None if by_matches is None else MatchingRisk(by_matches)


@scoped
def matching_risk(
    engine: Engine, transactions: Table, whole: int, m: int | None, *, persons: Table | None = None, most: int
) -> MatchingRisk | None:
    """Return the risk of each of so many (``whole``) records, or persons; None where more than ``most`` sets count.

    ``persons``: ``record_id, person``; None: each record is somebody's own. Who holds nothing matches everybody.
    Cost: the sets of m items of each record; without m, for each set of items that is a record those with its rarest.
    """
    if m is None:
        fewest = _of_whole_records(engine, transactions, persons, most)
    else:
        counted_by = "sets/matching/counted" if persons is None else "sets/matching/counted_of_persons"
        fewest = _of_sets(engine, _rows_with_holder(engine, transactions, persons), m, most, counted_by)
    if fewest is None:
        return None
    counts = {int(n): int(number) for n, number in engine.rows("sets/matching/distribution", fewest=fewest)}
    return _risk_of(counts, whole)


def _risk_of(by_matches: Mapping[int, int], whole: int) -> MatchingRisk:
    """Return the risk of so many (``whole``) records, or persons; those that hold nothing are not among the others."""
    counts = dict(by_matches)
    if without := whole - sum(counts.values()):
        counts[whole] = counts.get(whole, 0) + without
    return MatchingRisk(dict(sorted(counts.items())))


@scoped
def count_whatever_is_known(
    engine: Engine, transactions: Table, k: int, persons: Table | None, risk: MatchingRisk | None
) -> int:
    """Return how many records, or persons, fewer than ``k`` match by any number of known items.

    ``risk``: how many match each, without m, where that was counted.
    """
    counted = risk.under(k) if risk else None
    return count_at_risk(engine, transactions, k, persons) if counted is None else counted


def _rows_with_holder(engine: Engine, transactions: Table, persons: Table | None) -> Table:
    """Return ``record_id, item, holder``: whose each row is."""
    if persons is None:
        return engine.view(columns_of(transactions, record_id="record_id", item="item", holder="record_id"))
    return engine.table("sets/matching/persons", transactions=transactions, persons=persons)


def _of_whole_records(engine: Engine, transactions: Table, persons: Table | None, most: int) -> Table | None:
    records = RecordSets(engine, transactions, persons)
    if records.work(records.sets) > most:
        return None
    matching = records.containment(records.sets).matching
    return engine.table("sets/matching/fewest_of_whole_records", holders=records.holders, matching=matching)


def _of_sets(engine: Engine, rows: Table, m: int, most: int, counted_by: str) -> Table | None:
    lengths = record_lengths(engine, rows)
    if most_sets(lengths, m) > most:
        return None
    sets = engine.table("sets/matching/single_items", held=rows)
    counted = engine.table(counted_by, sets=sets)
    fewest = engine.table("sets/matching/fewest", sets=sets, counted=counted)
    for _ in range(1, min(m, max(lengths, default=1))):
        shared = engine.table("sets/matching/shared", counted=counted)
        sets = engine.table("sets/matching/longer", sets=sets, shared=shared, held=rows)
        counted = engine.table(counted_by, sets=sets)
        engine.append(fewest, "sets/matching/fewest", sets=sets, counted=counted)
    return fewest
