"""What an audit, a release and a trial are about: data, what is promised of them, and what is said of their items."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from setanon_sql.columns import Classes
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.ladders import ladders_of
from setanon_sql.options.reading import FromSource
from setanon_sql.pipeline.opening import (
    dropped_placeless,
    nodes_of,
    open_nodes,
    opened,
    placed_tree,
    sensitive_in,
    tell_placeless,
    tree_of,
)
from setanon_sql.pipeline.protected import ProtectedSets, read_protected
from setanon_sql.pipeline.records_at_risk import RiskLists
from setanon_sql.pipeline.refusing import refuse_personal
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.registry.parameters import ModelParameters
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.sensitive.known import only_known, read_known
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Nodes, Taxonomy
from setanon_sql.taxonomy.tree import with_leaves

ModelType = TypeVar("ModelType", bound=ModelParameters)
OptionsType = TypeVar("OptionsType", bound=FromSource)

#: How a source is opened along a taxonomy: as :func:`setanon_sql.pipeline.opening.opened`.
OpenSource = Callable[[DuckDBEngine | Warehouse, Any, SourceOptions, Taxonomy | None], Dataset]

#: Options that name what is read besides a source.
_READ = ("sensitive", "taxonomy", "known", "factors", "sensitive_groups", "columns_from", "protect")


@dataclass(frozen=True, kw_only=True)
class Case(Generic[ModelType, OptionsType]):
    """A source, and a model that it is held against.

    ``request``: the options of the command. ``reading``: how the source is read. ``sensitive``: what is sensitive in
    it; None: nothing is said to be.
    ``taxonomy``: as it was given; None: none was. ``nodes``: what may be generalized, where the model does that.
    ``known_items``: what alone may be known (``item``); None: all. ``protected``: the only sets of items that may be
    known; None: all. ``dropped``: items that are to go, since they have
    no place in the taxonomy. ``lists``: what an audit lists of who is at risk; None: it is no audit. ``classes``: those
    by columns that are known besides; None: there are none.
    """

    request: OptionsType
    model: ModelType
    dataset: Dataset
    reading: SourceOptions
    sensitive: Constraint | None = None
    taxonomy: Taxonomy | None = None
    nodes: Nodes | None = None
    known_items: Table | None = None
    protected: ProtectedSets | None = None
    dropped: frozenset[int] = field(default_factory=frozenset)
    lists: RiskLists | None = None
    classes: Classes | None = None

    @property
    def known_rows(self) -> Dataset:
        """Return the dataset with the rows of items that may be known; its records all stay."""
        return self.dataset if self.known_items is None else only_known(self.dataset, self.known_items)

    @property
    def sensitive_items(self) -> Table:
        """Return what is sensitive (``item``), for everybody; there may be nothing."""
        return self.sensitive.sensitive if self.sensitive else self.dataset.engine.empty("sensitive", "item")

    @property
    def constraint(self) -> Constraint:
        """Return what is sensitive, of a model that cannot do without."""
        assert self.sensitive is not None
        return self.sensitive

    @property
    def needed_nodes(self) -> Nodes:
        """Return what may be generalized, of a model that generalizes."""
        assert self.nodes is not None
        return self.nodes


def read_besides(request: FromSource) -> tuple[Any, ...]:
    """Return what the options of a command name that is read besides its source."""
    files = [ladder.file for ladder in ladders_of(getattr(request, "columns", None)) if ladder.file]
    return (*(getattr(request, name, None) for name in _READ), *files)


def open_case(
    engine: DuckDBEngine | Warehouse,
    request: OptionsType,
    model: ModelType,
    options: SourceOptions,
    open_source: OpenSource = opened,
) -> Case[ModelType, OptionsType]:
    """Open a source, what is sensitive in it, what alone may be known, or is protected by name, and a taxonomy.

    Raises BadInput, and BadParameter where personal wishes are read that the model does not know of.
    """
    sensitive, tree, known_source, *_ = read_besides(request)
    taxonomy = None if tree is None else tree_of(engine, tree, options)
    dataset = open_source(engine, request.source, options, taxonomy)
    case = Case(request=request, model=model, dataset=dataset, reading=options, taxonomy=taxonomy)
    if sensitive is not None:
        case = replace(case, sensitive=sensitive_in(dataset, sensitive, options, taxonomy))
        refuse_personal(model.name, request, case.sensitive)
    if known_source is not None:
        placed = None if taxonomy is None else placed_tree(dataset, taxonomy, options)
        case = replace(case, known_items=read_known(dataset, known_source, options, placed))
    if (sets := getattr(request, "protect", None)) is not None:
        case = replace(case, protected=read_protected(dataset, sets, options))
    return case


def with_nodes(case: Case[ModelType, OptionsType], generalizes: str) -> Case[ModelType, OptionsType]:
    """Return a case with the nodes over what is generalized; tell which items have no place in the taxonomy."""
    dataset = case.dataset
    options = case.reading
    engine = dataset.engine
    assert isinstance(engine, DuckDBEngine | Warehouse)
    taxonomy = case.taxonomy
    if taxonomy is None:
        return replace(case, nodes=nodes_of(engine, dataset, None, options))
    hidden = case.sensitive if generalizes == "open items" else None
    whole = taxonomy
    if hidden:  # what is sensitive needs no place
        labels = {str(label) for (label,) in engine.rows(columns_of(hidden.named, "label"))}
        whole = with_leaves(taxonomy, labels - taxonomy.depth.keys())
    tell_placeless(dataset, whole, options)
    dropped = dropped_placeless(dataset, whole, options)
    nodes = (
        open_nodes(dataset, hidden.sensitive, taxonomy, options)
        if hidden
        else nodes_of(engine, dataset, taxonomy, options)
    )
    return replace(case, nodes=nodes, dropped=dropped)
