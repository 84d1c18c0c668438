"""Disassociation, from a source to a release."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from setanon_sql.decisions import NO_CONSTRAINTS, Decided, ItemConstraints
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.layout import PIECES
from setanon_sql.measures import Measures
from setanon_sql.measures.details import Details
from setanon_sql.measures.examples import ExampleRequest, changes_of, examples_of_pieces
from setanon_sql.measures.itemsets import NamedItemsets, read_itemsets
from setanon_sql.measures.pieces import top_items_in_pieces
from setanon_sql.measures.together import numbers_of, together_fates, together_sentence
from setanon_sql.measures.workload import piece_errors
from setanon_sql.models.disassociation import MODEL
from setanon_sql.models.disassociation.audit import audit_and_attack_tables
from setanon_sql.models.disassociation.diversity import cost_of, holders_in
from setanon_sql.models.disassociation.method import (
    Disassociated,
    Wishes,
    disassociate,
    key_of_choices,
    key_of_ids,
    ledger,
    make_safe,
    publish,
    record_clusters,
)
from setanon_sql.models.disassociation.options import AnonymizeDisassociation
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.numbers import round_to_steps, seconds_of
from setanon_sql.pipeline.auditing import audited_before
from setanon_sql.pipeline.constraints import decided, forest_over, resolved, without_constraints, without_dropped
from setanon_sql.pipeline.estimates import CLUSTERS, REFINING, WRITING, tell_estimates
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.query.templates import Table, all_rows, columns_of
from setanon_sql.release import Pieces
from setanon_sql.release.files import copy_ledger
from setanon_sql.release.manifest import as_text
from setanon_sql.release.writer import duckdb_of
from setanon_sql.text import count_of
from setanon_sql.verify.pieces import FolderTables, PieceOwners
from setanon_sql.verify.promise import parse_manifest_of_pieces


@dataclass(frozen=True)
class CutRecords:
    """Records cut into pieces.

    ``disassociated``: the result of the method, by its own numbers. ``content``: the pieces as they are published.
    """

    disassociated: Disassociated
    content: Pieces


class DisassociationPipeline(Pipeline[AnonymizeDisassociation, CutRecords]):
    """A disassociated release in the making."""

    title = "Disassociated release"
    shape = PIECES
    promise = Disassociation
    model: Disassociation
    together: NamedItemsets | None = None
    wishes: Wishes = Wishes()

    def check(self) -> None:
        """Refuse options that make no sense."""
        request = self.given
        if request.infeasible != "best" and not request.safe:
            raise BadParameter("<infeasible> is for safe releases only", "say <safe>, too")
        if request.refine_seconds is not None:
            seconds_of("<refine_seconds>", request.refine_seconds, "leave it out to join all clusters")
        if request.person and request.previous is not None:
            raise BadParameter(
                "<previous> is not known of persons in pieces: how many of them the originals leave that two releases "
                "allow is not computed",
                "leave it out, or <person>, or publish k^m-anonymous records",
            )

    def reads(self) -> tuple[Any, ...]:
        """Return what is sensitive."""
        return self.given.sensitive, self.given.together

    def decide(self) -> ItemConstraints:
        """Read what becomes of single items."""
        rules = self.constraint_files.read(self.dataset, self.reading)
        rules.refuse("disassociation", "keep", "drop")
        self._read_wishes()
        constraints = resolved(self.dataset, rules, forest_over(self.dataset))
        self._refuse_sensitive(constraints)
        return constraints

    def _read_wishes(self) -> None:
        """Read which itemsets are to stay in one piece, and how long clusters may be joined."""
        request = self.given
        seconds = request.refine_seconds
        if request.together is not None:
            self.together = read_itemsets(
                self.engine, request.together, "<together>", self.reading.db, self.reading.item
            )
        numbers = numbers_of(self.dataset, self.together) if self.together else []
        self.wishes = Wishes(numbers, None if seconds is None else float(seconds))

    def look_ahead(self) -> None:
        """Tell about how long clustering, splitting, refining and verifying will take."""
        if self.given.refine:
            tell_estimates(self.dataset, {**CLUSTERS, **REFINING, **WRITING}, "<refine> leaves refining out")
        else:
            tell_estimates(self.dataset, {**CLUSTERS, **WRITING})

    def audits_before(self) -> dict[str, Any]:
        """Audit the source for the report."""
        options = {"k": self.given.k, "m": self.given.m, "person": self.model.person}
        return {"before": audited_before(self.dataset, MODEL.audited_as, options)}

    def run(self, constraints: ItemConstraints) -> CutRecords:
        """Cut the records into pieces."""
        result, occurrences = self.cut(constraints)
        return CutRecords(result, self._content(result, occurrences))

    def measure(self, result: CutRecords) -> Measures:
        """Measure what is published, also records before and after where these are asked for."""
        dataset = self.dataset
        tables = result.content.tables
        requested = self.requested
        subrecords = self.engine.count(tables.subrecords)
        measures = Measures(kept_share=subrecords / dataset.rows if dataset.rows else 1.0)
        if requested.items:
            listed = top_items_in_pieces(dataset, tables.subrecords, requested.items)
            measures |= Measures(details=Details(top_items=listed))
        if self.together:
            fates = together_fates(dataset, self.together, tables.subrecords)
            self.engine.trace.note(together_sentence(fates))
            measures |= Measures(details=Details(together=fates))
        if requested.workload:
            measures |= piece_errors(dataset, requested.workload, tables, requested.made_up)
        if requested.examples:
            measures |= self._examples(result.disassociated, requested.examples)
        if result.disassociated.diverse:
            measures |= cost_of(self.engine, result.disassociated.diverse)
        return measures

    def publish(self, result: CutRecords, measures: Measures) -> Release:
        """Write the release, verified before anybody sees it, and its ledger; tell what became of the constraints."""
        fates = self._decided(result.disassociated, self._kept_without())
        if not self.target.write.ledger:
            result.disassociated.drop(self.engine)

        def write_ledger(path: Path) -> None:
            rows = self._ledger(result.disassociated)
            copy_ledger(duckdb_of(self.engine), rows, path)
            self.engine.drop(rows)

        self.written = self.target.written(result.content, self.dataset, measures, write_ledger)
        return replace(self.target.released(self.written, measures), constraints=fates)

    def audits_after(self, result: CutRecords, release: Release) -> dict[str, Any]:
        """Audit and attack what was just written, whose faults are counted already."""
        promise = parse_manifest_of_pieces(as_text(self.written.manifest))
        faults = self.written.recount.pieces
        pieces, attack = audit_and_attack_tables(self.engine, promise, result.content.tables, faults=faults)
        return {"pieces": pieces, "attack": attack}

    def cut(self, constraints: ItemConstraints = NO_CONSTRAINTS) -> tuple[Disassociated, dict[str, int]]:
        """Disassociate; return also what a safe release adds to its manifest."""
        secret = self.engine.table(all_rows(self.case.sensitive.sensitive)) if self.case.sensitive else None
        keep = self.engine.load("keep", {"item": int}, [sorted(constraints.keep)])
        left_over = without_dropped(self.dataset, constraints)
        result = disassociate(
            left_over, self.model, secret, algorithm=self.given.algorithm, keep=keep, wishes=self.wishes
        )
        if not self.model.safe:
            return result, {}
        key = key_of_choices(self.dataset, result, self.given.infeasible, self.seed)
        result, occurrences = make_safe(self.engine, result, self.given.infeasible, key)
        return result, {"occurrences_before_safe": occurrences}

    def pieces(self, result: Disassociated) -> tuple[FolderTables, PieceOwners | None]:
        """Return what is published, and whose it is."""
        published = publish(self.engine, result, self.dataset.items, self._key(result))
        tables = FolderTables(published.clusters, published.subrecords, published.terms)
        if published.subrecord_persons is None or published.record_persons is None:
            return tables, None
        return tables, PieceOwners(published.subrecord_persons, published.record_persons)

    def _key(self, result: Disassociated) -> str:
        """Return the key of all published numbers."""
        return key_of_ids(self.dataset, result, self.seed)

    def _ledger(self, result: Disassociated) -> Table:
        return ledger(self.dataset, result, self.seed, self._key(result))

    def _content(self, result: Disassociated, more: dict[str, int]) -> Pieces:
        """Return what is published; its tables are read once where nothing is told of them afterwards."""
        dataset = self.dataset
        key = self._key(result)
        if without_items := dataset.records - result.records:
            dataset.engine.trace.note(
                f"{count_of(without_items, 'record has no item and is', 'records have no item and are')} in no cluster"
            )
        tables, owners = self.pieces(result)
        labels = sensitive_labels(self.engine, self.case.sensitive.named, tables.terms) if self.case.sensitive else None
        secret = self.case.sensitive and self.case.sensitive.sensitive
        return Pieces(
            self.engine,
            tables,
            result.model,
            result.method,
            sensitive=labels,
            more=in_public(more, self.engine.count(tables.subrecords), result.model.k) if more else {},
            selection=dataset.selection,
            record_clusters=record_clusters(dataset, result, key) if self.previous else None,
            holders=holders_in(dataset, self.constraints, secret, result, key) if secret else None,
            owners=owners,
            persons=dataset.persons,
            decisions=self.constraints.decisions,
            once=not self.report,
            source_digest=dataset.digest,
        )

    def _kept_without(self) -> float | None:
        """Return the share of the rows in record and shared chunks without any constraints."""

        def share() -> float:
            pieces, _ = self.pieces(self.cut()[0])
            return self.engine.count(pieces.subrecords) / self.dataset.rows

        return without_constraints(self.dataset, self.constraints, share)

    @scoped
    def _examples(self, result: Disassociated, how: ExampleRequest) -> Measures:
        """Return records before and after, as the ledger tells them."""
        rows = self.engine.table("measures/examples/ledger_changes", ledger=self._ledger(result))
        examples = examples_of_pieces(self.dataset, replace(how, changes=changes_of(self.dataset, rows)))
        return Measures(details=Details(examples=examples))

    def _decided(self, result: Disassociated, without: float | None) -> Decided | None:
        """Say what became of the constraints: an item is kept where it is in no term chunk."""
        if not self.constraints.any:
            return None
        in_terms = self.engine.columns("counting/single_items/supports", transactions=result.refined.terms)
        missed = set(in_terms["item"].tolist())
        self._name_missed(self.constraints.keep & missed)
        unchanged = set(range(1, self.dataset.distinct_items + 1)) - missed
        return decided(self.constraints, unchanged, kept_share_without=without)

    def _name_missed(self, missed: frozenset[int]) -> None:
        """Name the items that should be kept and are in some term chunk, where values may be shown."""
        if missed and self.settings.show_values:
            rows = self.engine.rows("taxonomy/nodes/labels", items=self.dataset.items)
            names = ", ".join(str(label) for item, label in rows if item in missed)
            self.engine.trace.note(f"items to keep that are in some term chunk: {names}")

    def _refuse_sensitive(self, constraints: ItemConstraints) -> None:
        """Raise BadInput where an item is to be kept out of term chunks and, since it is sensitive, in them only."""
        if self.case.sensitive is None or not constraints.keep:
            return
        secret = self.engine.columns(columns_of(self.case.sensitive.sensitive, "item"))["item"].tolist()
        if both := constraints.keep.intersection(secret):
            raise BadInput(
                f"{count_of(len(both), 'item to keep is', 'items to keep are')} sensitive: these are in term chunks "
                "only",
                "take them out of <constraints> or of <sensitive>",
            )


def in_public(before: dict[str, int], now: int, k: int) -> dict[str, int]:
    """Return how many items chunks held before, as it may be public: what they hold now, and what is gone in steps."""
    return {name: now + round_to_steps(max(0, number - now), k) for name, number in before.items()}


def sensitive_labels(engine: Engine, named: Table, terms: Table) -> list[str]:
    """Return the labels that are sensitive and published, sorted: what a check of the release needs."""
    return sorted(
        str(label) for (label,) in engine.rows("disassociation/publish/sensitive_terms", terms=terms, sensitive=named)
    )


pipeline_of = DisassociationPipeline
