"""What settings are tried on, and how."""

from dataclasses import dataclass

from setanon_sql.columns import Classes
from setanon_sql.dataset import Dataset
from setanon_sql.measures.queries import Workload
from setanon_sql.options.trials import Trials
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.taxonomy import Nodes, Taxonomy


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """A dataset and what belongs to it.

    ``constraint``: what is sensitive. ``nodes``: the taxonomy over all items, or the flat one (``has_taxonomy`` tells
    which). ``open_nodes``: the taxonomy over the items that are not sensitive. ``taxonomy``: as it was given.
    ``workload``: itemsets of the analyst. ``classes``: by columns beside the items, at all steps of their ladders.
    None: there is none, or no setting needs it. ``request``: the options of the command.
    """

    request: Trials
    dataset: Dataset
    constraint: Constraint | None = None
    nodes: Nodes | None = None
    has_taxonomy: bool = False
    open_nodes: Nodes | None = None
    taxonomy: Taxonomy | None = None
    workload: Workload | None = None
    classes: Classes | None = None
    #: Items without a place in the taxonomy that are to go.
    dropped: frozenset[int] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Choices for trying settings.

    ``seed``: decides what is decided by lot. ``optimum``: seconds to look for the least cost. ``limit``: of
    settings that cost no more, tried on all records, it is wanted who could be found, and no other risk; None: all.
    """

    seed: str
    optimum: float
    limit: float | None = None

    @property
    def losses_only(self) -> bool:
        """Return whether the source is not audited: what a setting costs is what is asked for."""
        return self.limit is not None
