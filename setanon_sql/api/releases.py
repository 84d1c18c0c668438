"""What is asked of any release: does its guarantee hold, and who is left with few candidates beside another one."""

from pathlib import Path

from setanon_sql.api.across import KNOWN, SECONDS, AcrossRequest, Link, compare
from setanon_sql.api.disassociation import remaining
from setanon_sql.api.opening import Tree, reader_of_inputs
from setanon_sql.api.publishing import Page, place_of, report_of, verified
from setanon_sql.api.released import Standing
from setanon_sql.errors import BadParameter
from setanon_sql.inference.across import AcrossAttack
from setanon_sql.models import Disassociation, KmAnonymity
from setanon_sql.naming import checked
from setanon_sql.numbers import seconds_of
from setanon_sql.report import Parts
from setanon_sql.sensitive.constraint import Source as Wishes
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions, options_for
from setanon_sql.verify import Verification


@checked
def verify(
    release: Standing,
    *,
    db: str = "",
    source: Source | None = None,
    sensitive: Wishes | None = None,
    ledger: str | Path | None = None,
    options: SourceOptions | None = None,
    settings: Settings | None = None,
    report: Page | None = None,
) -> Verification:
    """Re-check the guarantee in a release's manifest, from the released files (or tables) alone.

    Whatever stands in the release and was not checked is a fault: a column more, a file in its folder. It shares no
    code with what anonymizes and audits. Only personal wishes need more, which their owner knows, and who holds the
    sensitive items of a disassociated release.

    ``release``: the file, the folder or, with ``db``, the table.
    ``db``: the database of the release, and of ``source``; empty: they are files.
    ``source``, ``sensitive``: with each other: the original data and the personal wishes, or the sensitive items, which
    are read with ``options``.
    ``ledger``: with these two, the ledger of a disassociated release, by which holders of sensitive items are counted.

    Cost: recounts the release: sets of up to m items for ``km`` and ``disassociation``, what can be known of each
    sensitive item for ``rho`` and ``adaptive``. That is about what an audit of the release costs.
    Raises BadInput where there is no release, no manifest, or one that cannot be read; BadParameter for ``source``
    without ``sensitive``, and for ``ledger`` without both. A broken guarantee is no error: see ``satisfied``.
    Source: docs/guarantees.md says what is checked for each model.
    """
    report = report_of(report)
    options = options_for(source, options)
    given = source is not None or bool(options.query)
    if given != (sensitive is not None):
        raise BadParameter("--source and --sensitive belong together", "give both, or neither")
    if ledger is not None and sensitive is None:
        raise BadParameter("--ledger is checked with --source and --sensitive", "give all three, or leave it out")
    destination = place_of(release, db, db)
    if report:
        report.check(*destination.files)
    known = None
    if sensitive is not None:
        known = reader_of_inputs(source, sensitive, options, ledger)
    settings = settings or Settings()
    answer = verified(destination, settings, known)
    if report:
        disassociated = answer.model == Disassociation.name
        pieces, attack = remaining(release, db, settings) if disassociated else (None, None)
        report.write(Parts("Verification of a release", verification=answer, pieces=pieces, attack=attack))
    return answer


@checked
def attack_across(
    old: Standing,
    new: Standing,
    *,
    link: Link,
    m: int = KNOWN,
    k: int | None = None,
    taxonomy: Tree | None = None,
    seconds: float = SECONDS,
    db: str = "",
    settings: Settings | None = None,
) -> AcrossAttack:
    """Count who is left with few candidates by two releases of the same people together.

    ``old``, ``new``: the releases: files, folders or, with ``db``, tables.
    ``link``: who is who in both, which only their owner knows: a file, a frame or a table with the columns
    ``old_record_id`` and ``new_record_id``, the ids in the releases. Of a disassociated release that is the person's
    simple cluster; then a column ``person_id`` tells the persons apart.
    ``m``: items that are known of a person.
    ``k``: fewer candidates are too few; None: the smaller k of those that the releases promise.
    ``taxonomy``: says which labels of both can be one item; None: equal ones only.
    ``seconds``: of two disassociated releases: how long to look for originals that both allow; 0: not at all.
    ``db``: the database of the releases and the link; empty: they are files.

    Cost: that of an audit of k^m-anonymity of records that hold the labels of both releases. Of two disassociated
    releases also an integer program for each set of items that no original shows k times which was found before.
    Raises BadInput where a release or the link cannot be read; BadParameter where neither release promises a k.
    Source: docs/several-releases.md; Ganta, Kasiviswanathan and Smith (KDD 2008), section 3.
    """
    KmAnonymity(2 if k is None else k, m)
    seconds = seconds_of("--seconds", seconds, "0 does not look for originals that both releases allow")
    with (settings or Settings()).engine_for(db) as engine:
        places = [place_of(one, db, db) for one in (old, new)]
        return compare(engine, places, link, db, AcrossRequest(k, m, taxonomy, seconds))
