"""Local recoding in classes of records: each class has a tree of its own, so that one recoding is one of each class."""

from dataclasses import replace

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.methods.recoding.rules import NodeRules
from setanon_sql.query.templates import Table


class ClassTrees:
    """Trees of classes, whose nodes have numbers of their own: ``numbers`` (``number, class, node``).

    ``classes``: ``record_id, class``, of each record.
    """

    def __init__(self, dataset: Dataset, rules: NodeRules, classes: Table) -> None:
        self.engine: Engine = dataset.engine
        self.classes = classes
        tables = {"transactions": dataset.transactions, "ancestors": rules.ancestors, "classes": classes}
        self.numbers = self.engine.table("recoding/by_class/numbers", **tables)

    @scoped
    def rules(self, rules: NodeRules) -> NodeRules:
        """Return the rules of all trees."""
        engine = self.engine
        steps = engine.table("recoding/by_class/steps", steps=rules.steps, numbers=self.numbers)
        below = engine.table("recoding/by_class/below", below=rules.below, numbers=self.numbers)
        knowable = None if rules.knowable is None else self._listed(rules.knowable)
        return replace(rules, steps=steps, below=below, fixed=self._listed(rules.fixed), knowable=knowable)

    def _listed(self, nodes: Table) -> Table:
        return self.engine.table("recoding/by_class/listed", listed=nodes, numbers=self.numbers)

    def start(self, occurrences: Table) -> Table:
        """Return where occurrences start, each in the tree of its class."""
        tables = {"occurrences": occurrences, "classes": self.classes, "numbers": self.numbers}
        return self.engine.table("recoding/by_class/start", **tables)

    def nodes(self, occurrences: Table) -> Table:
        """Return ``record_id, item, node``: the node that stands for each occurrence, whatever its class."""
        return self.engine.table("recoding/by_class/nodes", occurrences=occurrences, numbers=self.numbers)
