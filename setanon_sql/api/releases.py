"""What is asked of any release: does its guarantee hold, and who is left with few candidates beside another one."""

from setanon_sql.errors import BadParameter
from setanon_sql.inference.across import AcrossAttack
from setanon_sql.models import Disassociation, KmAnonymity
from setanon_sql.numbers import seconds_of
from setanon_sql.options.public import public
from setanon_sql.options.releases import AttackAcross, Verify
from setanon_sql.pipeline.disassociation import remaining
from setanon_sql.pipeline.opening import reader_of_inputs
from setanon_sql.pipeline.previous import AcrossRequest, compare
from setanon_sql.pipeline.publishing import place_of, report_of, verified
from setanon_sql.report import Parts
from setanon_sql.settings import Settings
from setanon_sql.sources import options_for
from setanon_sql.verify import ReadInputs, Verification


@public(Verify)
def verify(given: Verify) -> Verification:
    """Re-check the guarantee in a release's manifest, from the released files (or tables) alone.

    Whatever stands in the release and was not checked is a fault: a column more, a file in its folder. It shares no
    code with what anonymizes and audits. Only personal wishes need more, which their owner knows, and who holds the
    sensitive items of a disassociated release.

    OPTIONS

    Cost: recounts the release: sets of up to m items for ``km`` and ``disassociation``, what can be known of each
    sensitive item for ``rho`` and ``adaptive``. That is about what an audit of the release costs.
    Raises BadInput where there is no release, no manifest, or one that cannot be read; BadParameter for ``source``
    without ``sensitive``, and for ``ledger`` without both. A broken guarantee is no error: see ``satisfied``.
    Source: docs/guarantees.md says what is checked for each model.
    """
    report, settings = report_of(given.report), given.settings or Settings()
    destination, inputs = place_of(given.release, given.db, given.db), _owners_inputs(given)
    if report:
        report.check(*destination.files)
    answer = verified(destination, settings, inputs)
    if report:
        disassociated = answer.model == Disassociation.name
        pieces, attack = remaining(given.release, given.db, settings) if disassociated else (None, None)
        report.write(Parts("Verification of a release", verification=answer, pieces=pieces, attack=attack))
    return answer


def _owners_inputs(given: Verify) -> ReadInputs | None:
    """Return what reads the data and the wishes of their owner; raises BadParameter for one of them alone."""
    options = options_for(given.source, given.options)
    has_source = given.source is not None or bool(options.query)
    if has_source != (given.sensitive is not None):
        raise BadParameter("--source and --sensitive belong together", "give both, or neither")
    if given.sensitive is None:
        if given.ledger is not None:
            raise BadParameter("--ledger is checked with --source and --sensitive", "give all three, or leave it out")
        return None
    return reader_of_inputs(given.source, given.sensitive, options, given.ledger)


@public(AttackAcross)
def attack_across(given: AttackAcross) -> AcrossAttack:
    """Count who is left with few candidates by two releases of the same people together.

    OPTIONS

    Cost: that of an audit of k^m-anonymity of records that hold the labels of both releases. Of two disassociated
    releases also an integer program for each set of items that no original shows k times which was found before.
    Raises BadInput where a release or the link cannot be read; BadParameter where neither release promises a k.
    Source: docs/several-releases.md; Ganta, Kasiviswanathan and Smith (KDD 2008), section 3.
    """
    KmAnonymity(2 if given.k is None else given.k, given.m)
    seconds = seconds_of("--seconds", given.seconds, "0 does not look for originals that both releases allow")
    request = AcrossRequest(given.k, given.m, given.taxonomy, seconds)
    with (given.settings or Settings()).engine_for(given.db) as engine:
        places = [place_of(release, given.db, given.db) for release in (given.old, given.new)]
        return compare(engine, places, given.link, given.db, request)
