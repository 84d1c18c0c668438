"""rho-uncertainty from a source to a release, as functions: one a command, with the same words and defaults."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from setanon_sql import api
from setanon_sql.audit import RhoAudit
from setanon_sql.audit import audit_rho as _audit_rho
from setanon_sql.constraint import Constraint, read_constraint
from setanon_sql.constraint import Source as Wishes
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.methods.rho import Order, RhoResult
from setanon_sql.methods.rho import anonymize_rho as _anonymize_rho
from setanon_sql.models import RhoUncertainty, Share
from setanon_sql.release import Form, Published, WriteOptions, check_destination, write_release
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions
from setanon_sql.verify import Secrets, Verification


@dataclass(frozen=True)
class Sampling:
    """Check random adversaries only: all but a share of ``epsilon`` are harmless, with a probability of 1 - ``delta``.

    ``bound``: ``exact`` (the binomial bound for a sample without a failure) or ``hoeffding`` (the paper's, far larger).
    """

    epsilon: Share = "0.05"
    delta: Share = "0.05"
    bound: Literal["exact", "hoeffding"] = "exact"


def audit_rho(
    source: Source,
    *,
    rho: Share,
    sensitive: Wishes,
    m: int | None = None,
    worst: int = 0,
    options: SourceOptions | None = None,
    settings: Settings | None = None,
) -> RhoAudit:
    """Count the rules from what is known of a person to a sensitive item above ``rho``; changes nothing.

    ``sensitive`` is a file, a frame or a table of ``options.db``: ``item``, or ``record_id, item`` for personal wishes.
    ``m`` None means unbounded knowledge.
    """
    options, settings, model = options or SourceOptions(), settings or Settings(), RhoUncertainty.of(rho, m)
    with settings.engine() as engine:
        dataset, constraint = _opened(engine, source, sensitive, options)
        return _audit_rho(dataset, model, constraint, worst=worst)


def anonymize_rho(
    source: Source,
    out: str | Path,
    *,
    rho: Share,
    sensitive: Wishes,
    m: int | None = None,
    sampling: Sampling | None = None,
    order: Order = "rounds",
    seed: str | None = None,
    record_ids: Literal["shuffle", "keep"] = "shuffle",
    overwrite: bool = False,
    ledger: Path | None = None,
    out_db: str = "",
    options: SourceOptions | None = None,
    settings: Settings | None = None,
) -> api.Release:
    """Publish a source with (personalized) rho-uncertainty by suppressing occurrences; verified, or not published.

    ``out``, ``out_db`` and the rest are as for :func:`setanon_sql.api.anonymize_km`.
    """
    options, settings = options or SourceOptions(), settings or Settings()
    odds = (sampling.epsilon, sampling.delta) if sampling else (None, None)
    model = RhoUncertainty.of(rho, m, *odds)
    destination = api.destination_of(out, out_db or options.db)
    write = WriteOptions(
        seed=seed or secrets.token_hex(16),
        record_ids=record_ids,
        overwrite=overwrite,
        ledger=ledger,
        inputs=api.input_files(source, sensitive, options.db),
        input_tables=(str(source), str(sensitive)) if options.db else (),
    )
    check_destination(destination, write)
    with settings.engine() as engine:
        dataset, constraint = _opened(engine, source, sensitive, options)
        bound = sampling.bound if sampling else "exact"
        result = _anonymize_rho(dataset, model, constraint, write.seed, order=order, bound=bound)
        measures = api.measured(dataset, result.rows, dataset.items)
        engine.trace.progress("writing and verifying the release")
        written = write_release(_published(dataset, constraint, result), destination, write)
        return api.Release(written.manifest, str(out), measures)


def verify(
    release: str | Path,
    *,
    source: Source,
    sensitive: Wishes,
    db: str = "",
    options: SourceOptions | None = None,
    settings: Settings | None = None,
    report: api.Report | None = None,
) -> Verification:
    """Re-check a release with what its owner knows: the source and ``sensitive``, which hold personal wishes."""
    reader = _reader(source, sensitive, options or SourceOptions())
    return api.verify(release, db=db, settings=settings, report=report, secrets=reader)


def _reader(source: Source, sensitive: Wishes, options: SourceOptions) -> Callable[[DuckDBEngine], Secrets]:
    def read(engine: DuckDBEngine) -> Secrets:
        return _secrets(*_opened(engine, source, sensitive, options))

    return read


def _opened(
    engine: DuckDBEngine, source: Source, sensitive: Wishes, options: SourceOptions
) -> tuple[Dataset, Constraint]:
    dataset = api.opened(engine, source, options)
    constraint = read_constraint(dataset, sensitive, options)
    for note in constraint.notes:
        engine.trace.note(note)
    return dataset, constraint


def _published(dataset: Dataset, constraint: Constraint, result: RhoResult) -> Published:
    parts: dict[str, Any] = {"form": Form("basket", dataset.separator)} if dataset.separator else {}
    return Published(
        dataset,
        result.rows,
        dataset.items,
        result.model,
        result.method,
        suppressed=result.suppressed,
        causes=result.causes,
        secrets=_secrets(dataset, constraint),
        **parts,
    )


def _secrets(dataset: Dataset, constraint: Constraint) -> Secrets:
    engine = dataset.engine
    if constraint.wishes is None:
        return Secrets(constraint.named)
    labels = engine.table("rho/hidden_labels", hidden=constraint.hidden, items=dataset.items)
    wishes = engine.table("release/labelled", published=constraint.wishes, labels=dataset.items)
    original = engine.table("release/labelled", published=dataset.transactions, labels=dataset.items)
    return Secrets(labels, wishes, original)
