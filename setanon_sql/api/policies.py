"""What a policy needs besides the functions of the commands: releases that stand, fingerprints, pages of evidence."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path

from setanon_sql import __version__
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse, is_address, warehouse_dialect
from setanon_sql.engine.connecting import VARIABLE
from setanon_sql.errors import BadInput, SetanonError
from setanon_sql.options.words import Tier
from setanon_sql.pipeline.fingerprints import (
    SourceColumns,
    columns_fingerprint,
    fingerprints,
    named_fingerprint,
    source_fingerprint,
)
from setanon_sql.pipeline.opening import opened, tree_of
from setanon_sql.pipeline.publishing import FILES, Draft, place_of
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.safe_counts import CountsDraft, SafeCounts
from setanon_sql.release.file_checks import refuse_shared
from setanon_sql.release.manifest import as_text
from setanon_sql.report import ReportParts, Subject, render_report
from setanon_sql.report.of_models import report_of_model
from setanon_sql.results import Audit
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions, options_for
from setanon_sql.sources.database import is_database
from setanon_sql.sources.selecting import is_query_file
from setanon_sql.sources.variables import with_values
from setanon_sql.verify import Verification
from setanon_sql.verify.counts import standing_counts
from setanon_sql.verify.promise import AnyPromise
from setanon_sql.verify.readers import reader_at

__all__ = [
    "FILES",
    "VARIABLE",
    "AnyPromise",
    "Audit",
    "CountsDraft",
    "Dataset",
    "Draft",
    "SafeCounts",
    "SourceColumns",
    "SourceFingerprints",
    "as_text",
    "count_pages",
    "fingerprints",
    "fingerprints_of_source",
    "is_address",
    "is_database",
    "is_query_file",
    "refuse_shared_names",
    "report_pages",
    "standing_counts",
    "standing_promise",
    "warehouse_dialect",
    "with_values",
]  # fmt: skip


def standing_promise(out: str | Path, db: str, source_db: str, settings: Settings) -> AnyPromise:
    """Return what the manifest of a release says, which stands in ``db`` and was made from ``source_db``."""
    with settings.engine_for(source_db) as engine:
        return reader_at(engine, place_of(out, db, source_db)).promise()


def refuse_shared_names(out: str | Path, db: str, source_db: str, others: Iterable[Path]) -> None:
    """Raise BadDestination where a release in ``db``, or one of the ``others`` that are written, has another's name."""
    refuse_shared(place_of(out, db, source_db).files, *([other] for other in others))


@dataclass(frozen=True)
class SourceFingerprints:
    """The fingerprints of what a release is made from, as it is now, and why what is ``unread`` has none; by name."""

    digests: Mapping[str, str]
    unread: Mapping[str, SetanonError]


def fingerprints_of_source(
    source: Source,
    options: SourceOptions,
    keyed: Callable[[str], str],
    named: Mapping[str, str | Path],
    settings: Settings,
    *,
    person: str = "",
    columns: SourceColumns | None = None,
) -> SourceFingerprints:
    """Return the fingerprints of a source as it is now, and of what is ``named`` beside it, by its option.

    ``options``: how both are read. ``person``: the column that names persons; empty where these are not counted.
    ``columns``: those beside the items; None: there are none.
    What is not there any more, or cannot be read, does not keep the rest from being read.
    """
    options = options_for(source, options, person, options.tree)
    digests: dict[str, str] = {}
    unread: dict[str, SetanonError] = {}
    with settings.engine_for(options.db) as engine:
        reading: dict[str, Callable[[], str]] = {
            name: partial(named_fingerprint, engine, name, named[name], options, keyed) for name in named
        }
        opening = partial(_opened_now, engine, source, options, named.get("taxonomy"))
        reading["source"] = lambda: source_fingerprint(opening(), keyed)
        if columns:
            reading["columns"] = lambda: columns_fingerprint(opening(), options, columns, keyed)
        for name, fingerprint in reading.items():
            try:
                digests[name] = fingerprint()
            except BadInput as error:
                unread[name] = error
    return SourceFingerprints({name: digest for name, digest in digests.items() if digest}, unread)


def _opened_now(
    engine: DuckDBEngine | Warehouse, source: Source, options: SourceOptions, taxonomy: str | Path | None
) -> Dataset:
    """Return a source as it is now; its taxonomy is read only where it may name items anew."""
    tree = None
    if taxonomy is not None and options.tree.inner_items == "own-leaf":
        tree = tree_of(engine, taxonomy, options)
    return opened(engine, source, options, tree)


def count_pages(counts: SafeCounts, *, until: str, subject: Subject) -> dict[str, str]:
    """Return the report of a table of counts by a policy in both tiers."""
    assert counts.page is not None
    parts = replace(
        counts.page, made_on=f"{date.today()}", made_by=f"setanon {__version__}", valid_until=until, subject=subject
    )
    return {tier: render_report(replace(parts, tier=tier)) for tier in _TIERS}


def report_pages(
    release: Release,
    checked: Verification,
    before: Audit,
    *,
    db: str,
    until: str,
    settings: Settings,
    subject: Subject,
) -> dict[str, str]:
    """Return the report of a release by a policy in both tiers.

    ``until``: the last day on which it may be used. ``subject``: what the data are, and what they are for.
    """
    more = report_of_model(checked.model).of_release(release, db, settings)
    parts = {
        tier: ReportParts(
            "Release by a policy", tier, before, manifest=release.manifest, verification=checked,
            utility=release.utility, made_on=f"{date.today()}", made_by=f"setanon {__version__}", valid_until=until,
            subject=subject, **more,
        )
        for tier in _TIERS
    }  # fmt: skip
    return {tier: render_report(page) for tier, page in parts.items()}


_TIERS: tuple[Tier, ...] = ("public", "internal")
