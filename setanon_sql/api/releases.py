"""What is asked of any release: does its guarantee hold, and who is left with few candidates beside another one."""

from dataclasses import replace

from setanon_sql.errors import BadParameter
from setanon_sql.inference.across import AcrossAttack
from setanon_sql.inference.downcode_results import Downcoding
from setanon_sql.inference.guessing import InferAttack
from setanon_sql.inference.matching import MatchAttack
from setanon_sql.numbers import fraction_of, seconds_of, whole_of
from setanon_sql.options.public import public
from setanon_sql.options.releases import AttackAcross, AttackDowncode, AttackInfer, AttackMatch, Verify
from setanon_sql.pipeline.count_tables import published_counts_at
from setanon_sql.pipeline.downcoding import downcoded, known_sets_left
from setanon_sql.pipeline.guessing import infer
from setanon_sql.pipeline.matching import match
from setanon_sql.pipeline.owner import OwnerInputs
from setanon_sql.pipeline.previous import AcrossRequest, compare
from setanon_sql.pipeline.publishing import place_of, verified
from setanon_sql.pipeline.report_page import report_of
from setanon_sql.registry import promising
from setanon_sql.registry.parameters import MOST_ABSENT
from setanon_sql.report import ReportParts
from setanon_sql.report.of_models import report_of_model
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions, options_for
from setanon_sql.sources.options import tree_fields
from setanon_sql.text import worded
from setanon_sql.verify import ReadInputs, Verification, VerificationInputs


@public(Verify)
def verify(request: Verify) -> Verification:
    """Re-check the guarantee in a release's manifest, from the released files (or tables) alone.

    Whatever stands in the release and was not checked is a fault: a column more, a file in its folder. It shares no
    code with what anonymizes and audits. Only personal wishes need more, which their owner knows, whose records these
    are, where persons are counted, and who holds the sensitive items of a release in pieces.

    OPTIONS

    Cost: recounts the release: sets of up to m items, or what can be known of each sensitive item, as the model
    promises. That is about what an audit of the release costs.
    Raises BadInput where there is no release, no manifest, or one that cannot be read, and where released records have
    no person; BadParameter for ``source`` without ``sensitive`` or ``person``, and for either, or ``ledger``, without
    ``source``. A broken guarantee is no error: see ``satisfied``.
    Source: docs/guarantees.md says what is checked for each model.
    """
    if counts := published_counts_at(request):
        return counts
    report = report_of(request)
    settings = request.settings or Settings()
    destination = place_of(request.release, request.db, request.db)
    inputs = _owners_inputs(request)
    if report:
        report.check(*destination.files)
    answer = verified(destination, settings, inputs)
    if report:
        more = report_of_model(answer.model).of_release(request.release, request.db, settings)
        report.write(ReportParts("Verification of a release", verification=answer, **more), request.release)
    return answer


def _owners_inputs(request: Verify) -> ReadInputs | None:
    """Return what reads what only the owner knows; raises BadParameter where a part of it is missing."""
    options = options_for(request.source, request.options, request.person)
    inputs = OwnerInputs(
        request.source, options, request.sensitive, request.ledger, request.link, request.db, request.protect
    )
    whole_of("<absent>", request.absent, "0 checks what the manifest promises", 0, MOST_ABSENT)
    if not request.absent:
        return inputs.read if inputs.any else None
    return lambda engine: replace(inputs.read(engine) if inputs.any else VerificationInputs(), absent=request.absent)


@public(AttackAcross)
def attack_across(request: AttackAcross) -> AcrossAttack:
    """Count who is left with few candidates by two or more releases of the same people together.

    OPTIONS

    Cost: that of counting the sets of known items in records that hold the labels of all releases. Of two in pieces
    also an integer program for each set of items that no original shows k times which was found before.
    Raises BadInput where a release or the link cannot be read; BadParameter where neither release promises a k.
    Source: docs/several-releases.md; Ganta, Kasiviswanathan and Smith (KDD 2008), section 3.
    """
    whole_of("<k>", 2 if request.k is None else request.k, "k = 5 is a usual choice", 2)
    if request.m is not None:
        whole_of("<m>", request.m, "leave <m> out to cover every size", 1)
    seconds = seconds_of("<seconds>", request.seconds, "0 does not look for originals that both releases allow")
    across = AcrossRequest(request.k, request.m, request.taxonomy, seconds, request.person, tree_fields(request))
    with (request.settings or Settings()).engine_for(request.db) as engine:
        places = [place_of(release, request.db, request.db) for release in (request.old, request.new, *request.more)]
        return compare(engine, places, request.link, request.db, across)


@public(AttackMatch)
def attack_match(request: AttackMatch) -> MatchAttack:
    """Count how often somebody who knows a few items of a person, perhaps wrongly, names the person's released record.

    OPTIONS

    Known items fit a label that is the item or, with the ``taxonomy`` of the release, stands over it.

    Cost: a join of what is known with the released records that fit it; fewer persons are tried where that is too long.
    Raises BadParameter for a release without whole records, or whose ids nobody can link to those of the source.
    Source: Narayanan and Shmatikov (S&P 2008), section 4.
    """
    wrong = fraction_of("<wrong>", request.wrong)
    if not 0 <= wrong < 1:
        raise BadParameter("<wrong> must lie between 0 and 1", "0.2: one in five known items is another person's")
    if request.generalized and request.taxonomy is None:
        raise BadParameter("<generalized> needs a taxonomy, whose labels are known", "give the <taxonomy>")
    options = options_for(request.source, request.options, tree=request)
    with (request.settings or Settings()).engine_for(request.db) as engine:
        return match(engine, place_of(request.release, request.db, request.db), request, float(wrong), options)


@public(AttackInfer)
def attack_infer(request: AttackInfer) -> InferAttack:
    """Count how often a sensitive item is guessed right, for members of a release and for people who were held out.

    OPTIONS

    Those are tried who hold a sensitive item and another one. The guess is what most of the released records hold that
    fit best; of a release in pieces records are made up. The difference is what the release tells about members.

    Cost: a join of what is known with the released records that fit it; fewer persons are tried where that is too long.
    Raises BadInput where ``control`` is a share that was not drawn for this release; BadParameter for personal wishes.
    Source: Giomi et al. (PoPETs 2023), sections 4 and 5.
    """
    options = options_for(request.source, request.options, request.person, request)
    with (request.settings or Settings()).engine_for(request.db) as engine:
        return infer(engine, place_of(request.release, request.db, request.db), request, options)


@public(AttackDowncode)
@worded(models=" and ".join(f"``{name}``" for name in promising("labels_are_best")))
def attack_downcode(request: AttackDowncode) -> Downcoding:
    """Count the originals of which a small release of {models} is the best, and what all of them share.

    OPTIONS

    The adversary has the release, its manifest and the taxonomy, and takes the labels for the best that keep the
    promise: an original is ruled out for which other labels would have cost less. Records of which nothing was released
    are left out of account.

    With ``known_sets``, of a release by local recoding: count the records that known items leave, for who knows the
    method. Secret floors rule out none. Without them all originals are asked where they are few; else it is counted
    which records are sure to be left.

    Cost: the originals that the release allows (records of the same labels in any order counted once), times its
    records and the choices of labels that the taxonomy has.
    Raises BadParameter where these are more than ``most``, and for other releases than those of {models} by records,
    all items known; BadInput where the release cannot be read, breaks its promise, or does not fit the taxonomy.
    Source: Cohen (USENIX Security 2022), section 4.
    """
    slack = fraction_of("<slack>", request.slack)
    if not 0 <= slack < 1:
        raise BadParameter("<slack> must lie between 0 and 1", "5%: labels that lose up to a twentieth more")
    if (request.known_sets is None) != (request.source is None):
        raise BadParameter("<known_sets> and <source> belong together", "known sets are drawn from the source")
    reading = request.options or SourceOptions()
    options = options_for(request.source, replace(reading, db=reading.db or request.db), tree=request)
    with (request.settings or Settings()).engine_for(request.db) as engine:
        place = place_of(request.release, request.db, request.db)
        if request.known_sets is not None:
            return known_sets_left(engine, place, request, options)
        return downcoded(engine, place, request, slack, options)
