"""Made-up records with differential privacy, from a source to a file with its manifest."""

from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from setanon_sql.differential import DifferentialPrivacy
from setanon_sql.display import Listing, Summary
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.fields import ComputedKey, Fields, Name
from setanon_sql.methods.dp import MadeUpSet, RecordMaking, RecordRequest
from setanon_sql.methods.dp.records import OpeningPlan, RecordPart
from setanon_sql.methods.dp.tree import edges_text, public_tree
from setanon_sql.options.dp import PublishRecords
from setanon_sql.pipeline.noisy import GUARANTEE, NoisyPublication
from setanon_sql.pipeline.noisy_pages import DRAWN, NO_SOURCE, SourceFacts, facts_of, spent_facts
from setanon_sql.pipeline.opening import opened, read_first, tree_of
from setanon_sql.query.templates import all_rows
from setanon_sql.release.budgets import Spent
from setanon_sql.report import PublicationParts
from setanon_sql.results import Result
from setanon_sql.sensitive.constraint import read_named
from setanon_sql.settings import Settings
from setanon_sql.sources import options_for
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.taxonomy.building import ADDED_ROOT
from setanon_sql.text import count

#: What such a file is called in its manifest.
METHOD = "records"
#: A label has up to two to this power sets of children, each with a count of its own.
_WIDEST = 12


#: What a manifest tells of records that were made up.
_PUBLIC = (
    "parameters", "guarantee", "noise", "most", "fan_out", "items", "openings", "first_threshold", "last_threshold",
    "taxonomy_sha256",
)  # fmt: skip


class RecordParameters(Fields):
    """The parameters of made-up records."""

    epsilon: Annotated[float | str, "of this publication"]
    delta: Annotated[float | str, "0"]


@dataclass(frozen=True)
class PublishedRecords(Result):
    """Made-up records that were published with differential privacy.

    ``model``: what is promised. ``sets``: what records hold, and how many of them. ``taxonomy``: a fingerprint of the
    tree.
    """

    model: DifferentialPrivacy
    most: Annotated[int, "items for which a record counts"]
    fan_out: Annotated[int, "labels under one label of the tree"]
    sets: tuple[MadeUpSet, ...]
    items: Annotated[int, "in the public list"]
    openings: Annotated[int, "labels that are opened at most on the way to a set"]
    first_threshold: Annotated[int, "about so many records have to hold items under the same labels below the root"]
    last_threshold: Annotated[int, "about so many, or fewer, the same items"]
    taxonomy: Annotated[str, Name("taxonomy_sha256"), "of the public tree"]
    out: Annotated[str, "the file: `record_id, item`"] = ""
    spent: Annotated[Spent | None, "with `--budget`"] = None
    name = ComputedKey[str]("`dp`", lambda published: published.model.name, Name("model"))
    parameters = ComputedKey[RecordParameters]("", lambda published: published.model.parameters)
    guarantee = ComputedKey[str](GUARANTEE, lambda published: published.model.guarantee)
    noise = ComputedKey[str]("`laplace`", lambda _: "laplace")
    records = ComputedKey[int]("made up", lambda published: sum(made_up.records for made_up in published.sets))
    different_sets = ComputedKey[int]("different ones of them", lambda published: len(published.sets), Name("sets"))
    items_published = ComputedKey[int](
        "different items in them", lambda published: len({item for each in published.sets for item in each.items})
    )

    def summary(self) -> Summary:
        """Return a row for each set."""
        rows = tuple((" & ".join(made_up.items), made_up.records) for made_up in self.sets)
        heads = ("items", "records")
        return Summary("Records with differential privacy", Listing(heads, rows), sentences=(self.model.guarantee,))

    def manifest_fields(self) -> dict[str, Any]:
        """Return what the manifest tells: the promise, and how it is kept; nothing of the data that has no noise."""
        fields = super().to_json()
        return {name: fields[name] for name in _PUBLIC}

    def report_parts(self, facts: SourceFacts) -> PublicationParts:
        """Return what a report tells of them."""
        rows = {
            "Records": f"{count(self.records)} made-up ones, of {count(len(self.sets))} different sets of items",
            "Items": f"{count(self.items_published)} of the {count(self.items)} of the public list",
            "First threshold": f"{count(self.first_threshold)} records, with noise, hold items under the same labels",
            "Last threshold": f"{count(self.last_threshold)} records, with noise, hold the same items",
            "Most of one": f"a record counts for {count(self.most)} items, by lot",
            "Noise": "laplace, from OpenDP",
        }
        rows |= {"File": Path(self.out).name} if self.out else {}
        return PublicationParts(
            title="Records with differential privacy", model=self.model, published=tuple(rows.items()),
            noisy=(
                "Each record: it is made up and is nobody’s. How many hold the same items is a count with noise.",
                "Which sets of items there are: those whose count reached a threshold with its noise.",
                DRAWN,
            ),
            exact=(
                "The list or taxonomy of items, which is public: it may not come from the data.",
                "The thresholds, which follow from epsilon and that list alone.",
                NO_SOURCE,
            ),
            columns=facts.columns, source_counts=facts.counts, spent=spent_facts(self.spent),
        )  # fmt: skip

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return the object of ``docs/json.schema.json``, with the records where there is no file."""
        rows = {} if self.out else {"made_up": [asdict(made_up) for made_up in self.sets]}
        return super().to_json(show_values=show_values) | rows


class RecordsPipeline:
    """Records in the making: what is asked for, checked before the work."""

    def __init__(self, request: PublishRecords) -> None:
        """Check all that can be checked before the work; raises BadParameter and BadDestination."""
        self.given = request
        self.model = DifferentialPrivacy.from_numbers(request.epsilon)
        self.reading = options_for(request.source, request.options, tree=request)
        self.settings = request.settings or Settings()
        _check(request)
        reads = [request.taxonomy, request.items]
        self.publication = NoisyPublication(request, self.model, self.reading, METHOD, reads)

    def publish(self) -> PublishedRecords:
        """Make up records, write them and what is spent by them."""
        request = self.given
        with self.settings.engine_for(self.reading.db) as engine:
            with read_first(engine, request.source, request.taxonomy, request.items):
                taxonomy = self._taxonomy(engine)
                record_request = RecordRequest(self.model, public_tree(taxonomy, request.fan_out), request.most)
                tree = taxonomy if request.taxonomy is not None else None
                dataset = opened(engine, request.source, self.reading, tree)
                making = RecordMaking(dataset, record_request)
            self.publication.warn(engine.trace)
            facts = facts_of(dataset, "", items="released in made-up records, which are nobody’s")
            published = self._published(making.make(), record_request, taxonomy)
        spent = self.publication.spend() if self.publication.out is None else self._write(published)
        published = replace(published, spent=spent)
        self.publication.tell(published.report_parts(facts))
        return published

    def _taxonomy(self, engine: DuckDBEngine | Warehouse) -> Taxonomy:
        """Return the public tree: the taxonomy that was given, or all listed items under one label."""
        if self.given.taxonomy is not None:
            return tree_of(engine, self.given.taxonomy, self.reading)
        named = read_named(engine, self.given.items, self.reading)
        if named.personal:
            raise BadParameter("<items> names records, and it is about items", "give one column of items")
        labels = {str(label) for (label,) in engine.rows(all_rows(named.table)) if str(label).strip()}
        if not labels:
            raise BadInput("<items> lists no item", "list all items that there may be, whether they occur or not")
        root = ADDED_ROOT
        while root in labels:
            root += ADDED_ROOT
        return Taxonomy(dict.fromkeys(labels, root), root)

    def _published(
        self,
        sets: tuple[MadeUpSet, ...],
        record_request: RecordRequest,
        taxonomy: Taxonomy,
    ) -> PublishedRecords:
        plan = OpeningPlan(record_request)
        root = RecordPart((record_request.tree.root,))
        opening = plan.opening(root)
        whole = plan.last_count(RecordPart((), self.model.epsilon / 2))[1]
        return PublishedRecords(
            self.model, self.given.most, self.given.fan_out, sets, len(record_request.tree.leaves),
            record_request.tree.most_openings(root.cut, record_request.most),
            opening.threshold if opening else whole, whole,
            sha256(edges_text(taxonomy).encode()).hexdigest(), str(self.publication.out or ""),
        )  # fmt: skip

    def _write(self, published: PublishedRecords) -> Spent | None:
        """Write the records whole or not at all, with their manifest; return what is spent."""
        contents = [(number, item) for number, made_up in enumerate(published.sets) for item in made_up.items]
        numbers = np.repeat(np.arange(len(published.sets)), [made_up.records for made_up in published.sets])
        with DuckDBEngine(threads=1) as engine:
            kinds: dict[str, type[int] | type[str]] = {"record_id": int, "set_id": int}
            numbered = engine.load("made", kinds, [np.arange(1, len(numbers) + 1), numbers])
            tables = {
                "made": numbered,
                "contents": engine.load_rows("contents", {"set_id": int, "item": str}, contents),
            }
            return self.publication.write(engine, "dp/publish/records_{form}", tables, published.manifest_fields())


def _check(request: PublishRecords) -> None:
    """Raise BadParameter where it is not said, or said twice, which items there may be."""
    if request.items is None and request.taxonomy is None:
        raise BadParameter(
            "nobody says which items there may be, and the data may not: which of them occur would be published",
            "give a list that does not come from the data, such as the catalog: <items>, or a <taxonomy>",
        )
    if request.items is not None and request.taxonomy is not None:
        raise BadParameter("<items> and <taxonomy> both say which items there may be", "leave one of them out")
    of_tree = (request.levels, request.qualify, request.parents != "error", request.inner_items != "error")
    if request.taxonomy is None and any(of_tree):
        raise BadParameter(
            "<levels>, <qualify>, <parents> and <inner_items> tell of a taxonomy", "give the <taxonomy>, too"
        )
    if request.fan_out > _WIDEST:
        raise BadParameter(f"<fan_out> is {request.fan_out}, and {_WIDEST} is the most", "10 is the paper's choice")
