"""What all rounds work on, and how they search and report."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from setanon_sql.engine import Engine
from setanon_sql.models.km.methods.arrays import Ints
from setanon_sql.models.km.methods.kept import ConflictGraph, KeptSet
from setanon_sql.models.km.methods.search import search
from setanon_sql.models.km.methods.threats import Supporters
from setanon_sql.models.km.methods.tree import Tree
from setanon_sql.query.templates import Table

#: Conflict graph, starts (node ids), whether to force nodes open -> the best kept set.
Searcher = Callable[[ConflictGraph, Sequence[Iterable[int]], bool], KeptSet]

#: Sets of nodes, counted in each record that supports them, that a round counts over all nodes in play.
MOST_SETS = 1_000_000_000


@dataclass(frozen=True)
class Data:
    """Data that a run works on, and the search that it uses.

    ``most_sets``: a round with more sets goes down from a coarse cut (:mod:`.descent`); None: no round does.
    ``causes``: threats, as JSON, that stood against nodes on the way. ``absent``: absent labels that may be known.
    ``classes`` (``record_id, class``): of records that are alike in columns that are known; None: no columns are.
    ``stand_for``: the items that each stands for which the search sees in place of several. ``met_lacking``: the nodes
    of threats with an absent label, and how often each was met.
    """

    supporters: Supporters
    tree: Tree
    search: Searcher = search
    m: int | None = None
    most_sets: int | None = None
    causes: dict[int, str] = field(default_factory=dict)
    absent: int = 0
    classes: Table | None = None
    stand_for: Mapping[int, Sequence[int]] = field(default_factory=dict)
    met_lacking: dict[tuple[int, ...], int] = field(default_factory=dict)

    @property
    def counts_more(self) -> bool:
        """Are there threats that the rounds do not see, so that labels are counted once more when they are found?"""
        return bool(self.absent) or self.classes is not None

    def shown_nodes(self, kept_nodes: Iterable[int]) -> list[int]:
        """Return the nodes that a release shows where some are kept, with those that these stand for."""
        return sorted(item for node in kept_nodes for item in self.stand_for.get(node, [node]))

    @property
    def engine(self) -> Engine:
        """Return where the data are."""
        return self.supporters.engine

    def begin(self, round_: int) -> None:
        """Tell which round begins, and of how many."""
        last = f" of {self.m}" if self.m else ""
        self.supporters.engine.trace.begin_phase(
            f"searching for labels that can stay, round {round_}{last} (sets of up to {round_})"
        )

    def say(self, graph: ConflictGraph, threats: Iterable[Ints], kept_nodes: KeptSet, step: str = "") -> None:
        """Report how a search ended; ``step`` says how far the round is."""
        cost = 100 * (1 - kept_nodes.value / self.tree.total)
        self.supporters.engine.trace.progress(
            f"{step}{graph.size:,} labels looked at, {sum(map(len, threats)):,} sets among them that too few "
            f"{self.supporters.unit} hold, {len(kept_nodes.members()):,} labels kept, loss {cost:.2f} %"
        )
