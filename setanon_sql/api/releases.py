"""What is asked of any release: does its guarantee hold, and what is it still worth."""

import secrets
from dataclasses import replace
from pathlib import Path

from setanon_sql.api.across import KNOWN, compare
from setanon_sql.api.disassociation import remaining
from setanon_sql.api.opening import Tree, nodes_of, open_nodes, opened, reader_of_inputs
from setanon_sql.api.publishing import Report, place_of, verified
from setanon_sql.api.released import Standing
from setanon_sql.api.risk import categories_of, check_level
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadParameter
from setanon_sql.inference.across import AcrossAttack
from setanon_sql.measures import Measures
from setanon_sql.measures.cover import safe_utility
from setanon_sql.measures.details import Asked
from setanon_sql.measures.disassociated import Compared, folder_utility
from setanon_sql.measures.queries import Itemsets
from setanon_sql.measures.records import rule_losses
from setanon_sql.measures.records import utility as measure
from setanon_sql.measures.workload import of_pieces, read_workload
from setanon_sql.models import Disassociation, KmAnonymity
from setanon_sql.query.templates import Table
from setanon_sql.report import Parts
from setanon_sql.sensitive.constraint import Source as Wishes
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions, options_for
from setanon_sql.verify import Verification, read
from setanon_sql.verify.disassociation import FolderTables
from setanon_sql.verify.promise import PiecesPromise, Promise


def verify(
    release: Standing,
    *,
    db: str = "",
    source: Source | None = None,
    sensitive: Wishes | None = None,
    options: SourceOptions | None = None,
    settings: Settings | None = None,
    report: Report | None = None,
) -> Verification:
    """Re-check the guarantee in a release's manifest, from the released files (or tables) alone.

    It shares no code with what anonymizes and audits. Only personal wishes need more, which their owner knows.

    ``release``: the file, the folder or, with ``db``, the table.
    ``db``: the database of the release, and of ``source``; empty: they are files.
    ``source``, ``sensitive``: with each other: the original data and the personal wishes, which are read with
    ``options``.

    Cost: recounts the release: sets of up to m items for ``km`` and ``disassociation``, what can be known of each
    sensitive item for ``rho`` and ``adaptive``. That is about what an audit of the release costs.
    Raises BadInput where there is no release, no manifest, or one that cannot be read; BadParameter for ``source``
    without ``sensitive``. A broken guarantee is no error: see ``satisfied``.
    Source: docs/guarantees.md says what is checked for each model.
    """
    options = options_for(source, options)
    given = source is not None or bool(options.query)
    if given != (sensitive is not None):
        raise BadParameter("--source and --sensitive belong together", "give both, or neither")
    destination = place_of(release, db, db)
    if report:
        report.check(*destination.files)
    known = None
    if sensitive is not None:
        known = reader_of_inputs(source, sensitive, options)
    settings = settings or Settings()
    answer = verified(destination, settings, known)
    if report:
        disassociated = answer.model == Disassociation.name
        pieces, attack = remaining(release, db, settings) if disassociated else (None, None)
        report.write(Parts("Verification of a release", verification=answer, pieces=pieces, attack=attack))
    return answer


def utility(
    source: Source,
    release: Standing,
    *,
    taxonomy: Tree | None = None,
    options: SourceOptions | None = None,
    release_db: str = "",
    samples: int = 1,
    seed: str | None = None,
    top_items: int = 0,
    by: int | None = None,
    workload: Itemsets | None = None,
    settings: Settings | None = None,
) -> Measures:
    """Measure what a release is still worth, against its source: every measure that applies.

    ``release``: the file, the folder or, with ``release_db``, the table.
    ``taxonomy``: the one the release was made with; needed for a release with groups.
    ``release_db``: the database of the release; empty: that of ``options``.
    ``samples``: for a disassociated release: so many originals are made up to compare with.
    ``seed``: makes these repeatable; None: unpredictable.
    ``top_items``: also list what became of the so many most frequent items (``details`` of the result).
    ``by``: also tell the loss below each label of that level of ``taxonomy``; 1 is right below the root.
    These two lists are made of a release of one table without groups.
    ``workload``: itemsets of the analyst, whose supports in source and release are compared: a file or a table of
    ``options.db`` with the columns ``query`` (the name of an itemset) and ``item``; or a file or a list with one
    itemset a line. None: none.

    Cost: some passes over source and release; association rules touch at most 60 million rows, and of more only the
    smaller ones are counted. Of a disassociated release that of making up ``samples`` originals and of mining them.
    Raises BadInput where the release cannot come from this source and taxonomy; BadParameter for a list that cannot be
    made of it.
    Source: :mod:`setanon_sql.measures.records`, :mod:`setanon_sql.measures.disassociated` and
    :mod:`setanon_sql.measures.cover`.
    """
    options, settings = options_for(source, options), settings or Settings()
    check_level(by, taxonomy)
    destination = place_of(release, release_db or options.db, options.db)
    with settings.engine_for(options.db) as engine:
        dataset = opened(engine, source, options)
        asked = Asked(workload=None if workload is None else read_workload(engine, workload, options.db))
        engine.trace.doing("measuring what the release is worth")
        tables, promise = read(engine, destination)
        if (top_items or by is not None) and (isinstance(promise, PiecesPromise) or promise.grouped):
            raise BadParameter("--top-items and --by are for releases of one table without groups", "leave them out")
        if isinstance(promise, PiecesPromise):
            nodes = nodes_of(engine, dataset, taxonomy, options) if taxonomy is not None else None
            pieces, how = FolderTables(**tables), Compared(samples, seed or secrets.token_hex(16))
            measured = folder_utility(dataset, pieces, promise.model.k, nodes, how)
            if asked.workload:
                measured |= of_pieces(dataset, asked.workload, pieces)
            return measured | safe_utility(engine, pieces, promise.occurrences_before_safe, measured)
        rows = tables[""]
        if promise.grouped:
            return _of_groups(dataset, rows, promise, taxonomy, options, asked=asked)
        nodes = nodes_of(engine, dataset, taxonomy, options) if taxonomy is not None else None
        asked = replace(_asked(dataset, taxonomy, options, top_items, by), workload=asked.workload)
        found = measure(dataset, rows, nodes, asked=asked)
        return found if nodes else found | rule_losses(dataset, rows)


def attack_across(
    old: Standing,
    new: Standing,
    *,
    link: str | Path,
    m: int = KNOWN,
    k: int | None = None,
    taxonomy: Tree | None = None,
    db: str = "",
    settings: Settings | None = None,
) -> AcrossAttack:
    """Count who is left with few candidates by two releases of the same people together.

    ``old``, ``new``: the releases: files, folders or, with ``db``, tables.
    ``link``: who is who in both, which only their owner knows: a file or a table with the columns ``old_record_id`` and
    ``new_record_id``, the ids in the releases. Of a disassociated release that is the person's simple cluster; then a
    column ``person_id`` tells the persons apart.
    ``m``: items that are known of a person.
    ``k``: fewer candidates are too few; None: the smaller k of those that the releases promise.
    ``taxonomy``: says which labels of both can be one item; None: equal ones only.
    ``db``: the database of the releases and the link; empty: they are files.

    Cost: that of an audit of k^m-anonymity of records that hold the labels of both releases.
    Raises BadInput where a release or the link cannot be read; BadParameter where neither release promises a k.
    Source: docs/several-releases.md; Ganta, Kasiviswanathan and Smith (KDD 2008), section 3.
    """
    KmAnonymity(2 if k is None else k, m)
    with (settings or Settings()).engine_for(db) as engine:
        places = [place_of(one, db, db) for one in (old, new)]
        return compare(engine, places, link, db, m=m, k=k, taxonomy=taxonomy)


def _asked(dataset: Dataset, taxonomy: Tree | None, options: SourceOptions, top_items: int, by: int | None) -> Asked:
    if by is None or taxonomy is None:
        return Asked(top_items)
    engine = dataset.engine
    assert isinstance(engine, DuckDBEngine | Warehouse)
    found = categories_of(engine, dataset.items, taxonomy, by, options)
    return Asked(top_items, found.table, found.labels)


def _of_groups(
    dataset: Dataset, rows: Table, promise: Promise, taxonomy: Tree | None, options: SourceOptions, *, asked: Asked
) -> Measures:
    if taxonomy is None:
        raise BadParameter(
            "a release with groups is measured with the taxonomy it was made with", "give that as --taxonomy"
        )
    named = dataset.engine.load("named", {"label": str}, [promise.sensitive or ()])
    sensitive = dataset.engine.table("rho/constraint/sensitive_for_all", named=named, items=dataset.items)
    nodes = open_nodes(dataset, sensitive, taxonomy, options)
    return measure(dataset, rows, nodes, grouped=True, asked=asked) | rule_losses(dataset, rows)
