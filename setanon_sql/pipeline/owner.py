"""What only the owner of a release knows and it is verified with: source, sensitive items, ledger, whose records."""

from dataclasses import dataclass, replace
from pathlib import Path

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.measures.itemsets import read_itemsets
from setanon_sql.measures.queries import Itemsets
from setanon_sql.pipeline.opening import one_state, open_with_sensitive, opened, verification_inputs
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.sensitive.constraint import Source as SensitiveSource
from setanon_sql.sources import Source, SourceOptions, open_source
from setanon_sql.sources.frames import Frame, is_local, without_index
from setanon_sql.sources.ledger import read_ledger
from setanon_sql.taxonomy.inner import OWN
from setanon_sql.verify import VerificationInputs

#: Whose records the released ones are: a file, the name of a table, or a frame.
PersonLink = str | Path | Frame
#: The columns of such a link.
RECORD = "record_id"
PERSON = "person_id"


@dataclass(frozen=True)
class OwnerInputs:
    """Inputs that an owner gave to verify a release with; raises BadParameter where a part of it is missing.

    ``db``: the database of the link and of the sets. ``options.person``: the column of the source that names persons.
    """

    source: Source | None
    options: SourceOptions
    sensitive: SensitiveSource | None = None
    ledger: str | Path | None = None
    link: PersonLink | None = None
    db: str = ""
    protect: Itemsets | None = None

    def __post_init__(self) -> None:
        persons = self.options.person
        if self.has_source and self.sensitive is None and not persons:
            raise BadParameter(
                "<source> is checked with <sensitive> or <person>", "say what is hidden, or whose records these are"
            )
        if not self.has_source and (self.sensitive is not None or persons):
            name = "<sensitive>" if self.sensitive is not None else "<person>"
            raise BadParameter(f"{name} is checked with <source>", "give both, or neither")
        if self.ledger is not None and not self.has_source:
            raise BadParameter(
                "<ledger> is checked with <source>, and <sensitive> or <person>", "give all of them, or leave it out"
            )
        if self.link is not None and persons:
            raise BadParameter("<link> and <person> both say whose records these are", "give one of them")

    @property
    def has_source(self) -> bool:
        """Return whether a source was given."""
        return self.source is not None or bool(self.options.query)

    @property
    def any(self) -> bool:
        """Return whether anything was given."""
        return self.has_source or self.link is not None or self.protect is not None

    def read(self, engine: DuckDBEngine | Warehouse) -> VerificationInputs:
        """Read it all in one state."""
        with one_state(engine, self.source, self.sensitive, self.link, self.protect):
            inputs = self._of_source(engine) if self.has_source else VerificationInputs()
            link = None if self.link is None else read_person_link(engine, self.link, self.db)
            sets = (
                None
                if self.protect is None
                else _sets(engine, self.protect, self.options.db or self.db, self.options.item)
            )
        return replace(inputs, persons=link, protected=sets)

    def _of_source(self, engine: DuckDBEngine | Warehouse) -> VerificationInputs:
        if self.sensitive is None:
            dataset = opened(engine, self.source, self.options)
            ledger = None if self.ledger is None else read_ledger(engine, self.ledger)
            return VerificationInputs(source_persons=named_persons(dataset), ledger=ledger)
        dataset, constraint = open_with_sensitive(engine, self.source, self.sensitive, self.options)
        if constraint.personal and self.link is not None:
            raise BadParameter(
                "<link> does not tell whose wishes these are", "give <person> in place of <link>, and <ledger>"
            )
        if not constraint.personal:  # a release along a taxonomy may call an item as the leaf of its own
            named = engine.table("rules/constraint/with_own_leaves", named=constraint.named, own=OWN)
            constraint = replace(constraint, named=named)
        inputs = verification_inputs(dataset, constraint, self.ledger)
        ledger = (
            read_ledger(engine, self.ledger) if self.ledger is not None and inputs.ledger is None else inputs.ledger
        )
        return replace(inputs, source_persons=named_persons(dataset), ledger=ledger)


def _sets(engine: DuckDBEngine | Warehouse, protect: Itemsets, db: str, item: str) -> dict[int, set[str]]:
    """Read sets that are protected by name."""
    sets: dict[int, set[str]] = {}
    for number, label in read_itemsets(engine, protect, "<protect>", db, item).rows:
        sets.setdefault(number, set()).add(label)
    return sets


def named_persons(dataset: Dataset) -> Table | None:
    """Return ``record_id`` (as the source calls it), ``person``; None where nobody asked for persons."""
    if dataset.persons is None:
        return None
    return dataset.engine.table("sources/persons/named", persons=dataset.persons, record_ids=dataset.names())


def read_person_link(engine: DuckDBEngine | Warehouse, link: PersonLink, db: str) -> Table:
    """Read whose records the released ones are: ``record_id`` (text), ``person``; raises BadInput."""
    here = not isinstance(engine, Warehouse) and is_local(link)
    options = SourceOptions(db="" if here else db, format="long", record_id=RECORD, item=PERSON)
    engine.trace.begin_phase("reading whose records these are")
    try:
        rows = open_source(engine, without_index(link), options)
    except BadInput as error:
        raise BadInput(
            f"the link cannot be read: {error.marked_message}",
            f"it has the columns {RECORD} (as released) and {PERSON}",
            error.details,
        ) from error
    pairs = engine.table(
        "inference/across/pairs", transactions=rows.transactions, record_ids=rows.names(), items=rows.items
    )
    return engine.view(columns_of(pairs, record_id="old_id", person="new_id"))
