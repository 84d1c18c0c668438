"""The k^m audit that counts the records at risk alone, not the threats that they hold.

Somebody finds fewer records by more known items. So a record is at risk where fewer than k records match the up to m
items of it that the fewest hold; without a bound, where fewer than k records hold all of it (:mod:`.matching`). That
takes no search through the sizes of sets, and without m one pass over pairs of records that may match. Where it would
take too many sets (but for three items of dense data: :mod:`setanon_sql.audit.known_triples`) the threats are counted
after all, and tell the records at risk; without m only those are compared with others that fewer than k equal.
"""

from dataclasses import dataclass

from setanon_sql.audit.known_triples import OF_TRIPLES, count_at_risk_of_three, is_dense
from setanon_sql.audit.matching import REPORT_SETS, MatchingRisk, count_whatever_is_known, matching_risk_of
from setanon_sql.counting.known_sets import mined
from setanon_sql.dataset import Dataset
from setanon_sql.display import Listing, Summary
from setanon_sql.engine import scoped
from setanon_sql.fields import ABSENT, ComputedKey
from setanon_sql.models.km.audit.threats import KmAudit, audit_km, over_nodes
from setanon_sql.models.km.options import KmExtras
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table
from setanon_sql.results import size_of


@dataclass(frozen=True)
class KmRecordsAudit(KmAudit):
    """Findings of an audit that counts no threats.

    ``at_risk``: records, or persons where k counts these.
    """

    at_risk: int = 0
    records_at_risk = ComputedKey[int | None](
        "`--count records`: that somebody finds among fewer than k by up to m items, without `--m` all; `--protect`: "
        "by items of its sets",
        lambda audit: audit.at_risk if audit.persons is None else None,
        ABSENT,
    )
    persons_at_risk = ComputedKey[int | None](
        "`--count records` with `--person`: in its place",
        lambda audit: None if audit.persons is None else audit.at_risk,
        ABSENT,
    )

    @property
    def complete(self) -> bool:
        """Is any number of known items covered?"""
        return self.model.m is None

    @property
    def violations(self) -> int:
        """The number of records (persons) at risk."""
        return self.at_risk

    @property
    def sizes(self) -> range:
        """No size is told apart."""
        return range(0)

    def at_risk_by_size(self) -> dict[int, int]:
        """Records at risk by the most items that may be known; of persons, or where any number is, there is none."""
        return {self.model.m: self.at_risk} if self.model.m and self.persons is None else {}

    def summary(self) -> Summary:
        """Return one row: how many are at risk."""
        whole = self.records if self.persons is None else self.persons
        rows = ((whole, self.at_risk, self.at_risk / whole),) if whole else ()
        of = "records" if self.persons is None else "persons"
        m = f"m = {self.model.m}" if self.model.m else "every m"
        listing = Listing((of, f"{of}_at_risk", "share"), rows, frozenset({"share"}))
        title = f"k^m-anonymity with k = {self.model.k}, {m}"
        return Summary(title, listing, self.satisfied, (size_of(self), *self.sentences_of_singled_out()))


@scoped
def audit_km_records(
    dataset: Dataset,
    model: KmAnonymity,
    ancestors: Table | None = None,
    *,
    unicity: bool = False,
    most: int = REPORT_SETS,
) -> KmRecordsAudit:
    """Count the records (persons) at risk, all sizes of known sets together; see the module.

    ``ancestors``: as in :func:`.threats.audit_km`. ``unicity``: also count those singled out. ``most``: sets of items,
    or pairs of distinct records, to count.

    Cost: the sets of m items of each record; without m, for each distinct record those with its rarest item.
    """
    transactions = over_nodes(dataset.engine, dataset.transactions, ancestors)
    persons = dataset.n_persons if dataset.persons is not None else None
    risk = matching_risk_of(dataset, transactions, model.m, most)
    return KmRecordsAudit(
        model, dataset.records, dataset.rows, (), selection=dataset.selection, persons=persons,
        person_hint=dataset.person_hint, columns_hint=dataset.columns_hint, matching=risk,
        at_risk=_held_by_fewer(dataset, transactions, model.k, model.m, risk),
        singled_out=_held_by_fewer(dataset, transactions, 2, model.m, risk) if unicity else None,
    )  # fmt: skip


def audit_source(dataset: Dataset, model: KmAnonymity) -> KmAudit:
    """Audit a source for the report of its release: who is at risk and who is singled out, before anything is done.

    By size; without m all sizes together, which takes no search.
    """
    if model.m is None:
        return audit_km_records(dataset, model, unicity=True)
    return audit_km(dataset, model, extras=KmExtras(unicity=True), matching=REPORT_SETS)


def _held_by_fewer(dataset: Dataset, transactions: Table, k: int, m: int | None, risk: MatchingRisk | None) -> int:
    """Count the records (persons) that fewer than ``k`` match; ``risk``: how many match each, if that was counted."""
    if m is None:
        return count_whatever_is_known(dataset.engine, transactions, k, dataset.persons, risk)
    counted = risk.under(k) if risk else None
    if counted is not None:
        return counted
    if m == OF_TRIPLES and dataset.persons is None and is_dense(dataset.engine, transactions):
        return count_at_risk_of_three(dataset.engine, transactions, k)
    (*_, last) = mined(dataset, transactions, k, m)
    return last.at_risk if dataset.persons is None else last.persons_at_risk
