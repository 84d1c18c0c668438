"""The labels that records show, and what lifting some of them changes."""

from dataclasses import dataclass

from setanon_sql.engine import Engine
from setanon_sql.methods.recoding.rules import NodeRules
from setanon_sql.query.templates import Table, all_rows


@dataclass(frozen=True)
class Change:
    """A round's change: what its records showed and show, ``record_id, node, touched``."""

    before: Table
    after: Table


class ShownLabels:
    """Labels of all records, ``record_id, node``, and which of them were lifted in which round.

    ``rows``: those that somebody may know. ``unknown_rows``: the others, which stay as they are.
    """

    def __init__(self, engine: Engine, rules: NodeRules, rows: Table) -> None:
        self.engine = engine
        self.steps = rules.steps
        self.rows = rows
        self.unknown_rows = engine.empty("unknown_rows", "record_id", "node")
        if rules.knowable is not None:
            self.rows = engine.table("recoding/start/known", shown=rows, known=rules.knowable)
            self.unknown_rows = engine.table("recoding/start/unknown", shown=rows, known=rules.knowable)
        #: ``record_id, node, round``.
        self.moves = engine.empty("moves", "record_id", "node", "round")
        self.round = 0

    def lift(self, going: Table) -> Change:
        """Lift labels (``record_id, node``) one step up, and return what that changes."""
        engine = self.engine
        self.round += 1
        engine.append(self.moves, "recoding/step_up/moves", going=going, round=self.round)
        shown = engine.table("recoding/step_up/left_as_they_were", shown=self.rows, going=going)
        new_labels = engine.table("recoding/step_up/new_labels", going=going, steps=self.steps, shown=shown)
        before = engine.table("recoding/step_up/touched", shown=self.rows, touched=going, going=going)
        engine.append(shown, all_rows(new_labels))
        self.rows = shown
        after = engine.table("recoding/step_up/touched", shown=shown, touched=new_labels, going=going)
        engine.drop(new_labels)
        return Change(before, after)

    def resolved(self, start: Table) -> Table:
        """Return ``record_id, item, node``: what stands for each occurrence of ``start`` that is not gone."""
        engine = self.engine
        settled = engine.empty("occurrences", "record_id", "item", "node")
        going_on = start
        while engine.count(going_on):
            moved = engine.table("recoding/publish/moved", occurrences=going_on, moves=self.moves, steps=self.steps)
            engine.append(settled, "recoding/publish/settled", occurrences=going_on, moved=moved)
            going_on = engine.table("recoding/publish/on_the_way", moved=moved)
            engine.drop(moved)
        return settled
