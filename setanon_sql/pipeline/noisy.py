"""What publications with differential privacy have in common: checks before the work, the budget, the file."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from setanon_sql.differential import DifferentialPrivacy
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination, BadParameter
from setanon_sql.methods.dp.noise import library
from setanon_sql.options.dp import PublishNoisy
from setanon_sql.pipeline.report_page import Report, report_of
from setanon_sql.query.templates import Table
from setanon_sql.release.budgets import Budget, Spent
from setanon_sql.release.file_checks import check_release_free, refuse_shared, with_manifest
from setanon_sql.release.files import DELIMITERS, copy, form_of_copy
from setanon_sql.release.manifest import file_manifest
from setanon_sql.release.recovery import recover_interrupted
from setanon_sql.release.sidecar import publish_with_manifest
from setanon_sql.release.staging import Move, hold_folders, publish, staging
from setanon_sql.report import PublicationParts
from setanon_sql.sources import SourceOptions
from setanon_sql.sources.files import paths_in
from setanon_sql.trace import Trace
from setanon_sql.verify.contents import fingerprint

ALONE = (
    "Nobody adds up here what else is published of these people: every further publication adds its epsilon and delta. "
    "<budget=FILE.json> does."
)


#: What the key ``guarantee`` tells.
GUARANTEE = "what it protects against, and what it does not"


class NoisyPublication:
    """A publication in the making, checked before the work.

    ``kind``: what it is called in its manifest. ``reads``: what is read besides the source.
    """

    def __init__(
        self, request: PublishNoisy, model: DifferentialPrivacy, reading: SourceOptions, kind: str, reads: list[Any]
    ) -> None:
        """Check all that can be checked before the work; raises BadParameter and BadDestination."""
        self.request = request
        self.model = model
        self.kind = kind
        self.reads = paths_in([request.source, *reads])
        self._refuse_draws(reading)
        self.reading = reading
        self.out = None if request.out is None else Path(request.out)
        self.budget = self._budget()
        library()
        if self.out is not None:
            self._check_out(self.out)
        self.report = report_of(request)
        if self.report:
            self._check_report(self.report)

    def warn(self, trace: Trace) -> None:
        """Warn where nobody adds up what is published."""
        if self.budget is None:
            trace.warn(ALONE)

    def tell(self, parts: PublicationParts) -> None:
        """Write the report, where one is asked for, on what was published."""
        if self.report:
            self.report.write(parts, self.request.source, self.reading)

    def write(
        self, engine: DuckDBEngine, query: str, tables: Mapping[str, Table], fields: dict[str, Any]
    ) -> Spent | None:
        """Write rows whole or not at all, with their manifest, and what is spent by them; return that.

        ``query``: with a place for the form of the file.
        """
        assert self.out is not None
        form, more = form_of_copy(self.out)
        with staging(self.out) as private:
            staged = private / f"rows{self.out.suffix.lower()}"
            copy(engine, query.format(form=form), staged, **tables, **more)
            manifest = file_manifest(self.kind, {self.out.name: fingerprint(staged).sha256}) | fields
            with self._charged(self.out) as (spent, moves):
                publish_with_manifest(staged, self.out, manifest, self._check_free(self.out), first=moves)
        return spent

    def spend(self) -> Spent | None:
        """Write down what is spent by something that is only returned, before it is."""
        with self._charged() as (spent, moves):
            publish(moves)
        return spent

    @contextmanager
    def _charged(self, *written: Path) -> Iterator[tuple[Spent | None, list[Move]]]:
        """Hold the budget and what is written; yield what is spent, and the move that writes it down."""
        if self.budget is None:
            with hold_folders(*written):
                yield None, []
            return
        with self.budget.staging() as private, hold_folders(*written, self.budget.path):
            spent, move = self.budget.charge(self.model, written[0].name if written else "", private)
            yield spent, [move]

    def _refuse_draws(self, reading: SourceOptions) -> None:
        if reading.cap or reading.cap_records:
            raise BadParameter(
                "<cap> and <cap_records> draw from all of the data, so that one record changes what others lose",
                "leave them out: <most> limits what a record or person counts for",
            )
        if reading.seed:
            raise BadParameter(
                "noise that a seed repeats is none to whoever has the seed: it is drawn anew each time",
                "leave <seed> out",
            )

    def _budget(self) -> Budget | None:
        request = self.request
        totals = request.total_epsilon, request.total_delta
        if request.budget is None:
            if totals != (None, None):
                raise BadParameter("a total is of a file that adds up", "name it: <budget>")
            if request.overwrite:
                raise BadParameter(
                    "counts or records that are replaced were published, too: both add up",
                    "say which file adds up: <budget>",
                )
            return None
        budget = Budget(Path(request.budget), *totals)
        budget.check(self.model)
        return budget

    def _check_out(self, out: Path) -> None:
        if out.suffix.lower() not in {".parquet", *DELIMITERS}:
            raise BadDestination(f"{out.name} cannot be written", "use .parquet, .csv or .tsv")
        recover_interrupted(out)
        if self.budget:
            refuse_shared([self.budget.path], with_manifest(out))
        self._check_free(out)

    def _check_report(self, report: Report) -> None:
        """Raise where a report cannot be written, or what it should tell is not of this kind."""
        written = [*(with_manifest(self.out) if self.out else []), *([self.budget.path] if self.budget else [])]
        report.check_without_attacks(*self.reads, written=written)

    def _check_free(self, out: Path) -> Mapping[str, Any] | None:
        return check_release_free(out, overwrite=self.request.overwrite, inputs=self.reads, kind=self.kind)
