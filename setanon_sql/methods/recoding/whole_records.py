"""Lift for any number of known items: labels of records go up that too few hold, until there is no such record."""

from collections.abc import Iterator

from setanon_sql.audit.containment import RecordSets
from setanon_sql.dataset import Dataset
from setanon_sql.engine import scoped
from setanon_sql.methods.recoding.labels import ShownLabels
from setanon_sql.methods.recoding.lift import Lift
from setanon_sql.methods.recoding.prices import Price
from setanon_sql.methods.recoding.rules import NodeRules
from setanon_sql.query.templates import Table, columns_of


class LiftRecords(Lift):
    """Rounds of lifting, over the labels that records show.

    1. Labels that too few show go up, until there are none.
    2. Of records of which fewer than k records (persons) show all labels the cheapest labels go up, but for those that
       lie in another one. After that again from 1.
    3. Labels below one that would tell that all items under it are in the record go up. After that again from 1.
    """

    def __init__(self, dataset: Dataset, rules: NodeRules, labels: ShownLabels, *, k: int, price: Price) -> None:
        super().__init__(dataset, rules, labels, k=k, m=1, price=price)
        self.fixed = rules.fixed

    def _candidates(self) -> Iterator[Table]:
        shown = self.labels.rows
        supports = self._supports()
        yield self.engine.table("recoding/labels/rare", shown=shown, supports=supports, k=self.k)
        yield self._of_records_at_risk(self._prices(supports))
        yield self._telling()

    @scoped
    def _of_records_at_risk(self, prices: Table) -> Table:
        """Return labels of records that fewer than k hold."""
        engine = self.engine
        shown = self.labels.rows
        labels = engine.view(columns_of(shown, record_id="record_id", item="node"))
        records = RecordSets(engine, labels, self.persons)
        containment = records.containment(records.of_fewer_than(self.k))
        at_risk = engine.table("sets/containment/at_risk", matching=containment.matching, k=self.k)
        outermost = engine.table("recoding/whole_records/outermost", at_risk=at_risk, containing=containment.containing)
        going = {"outermost": outermost, "members": records.members, "shown": shown, "prices": prices}
        return engine.table("recoding/whole_records/going", fixed=self.fixed, **going)
