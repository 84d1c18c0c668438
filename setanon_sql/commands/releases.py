"""What is asked of any release."""

from setanon_sql.commands.console import BROKEN, FAILED, HOLDS, Invocation, command
from setanon_sql.commands.groups import attack, cli
from setanon_sql.options.releases import AttackAcross, AttackDowncode, AttackInfer, AttackMatch, Utility, Verify
from setanon_sql.registry import promising
from setanon_sql.text import worded


@command(cli, "verify", Verify, example="setanon verify safe.parquet")
def verify(run: Invocation) -> int:
    """Re-check the guarantee in a release's manifest, from the released files alone.

    Whatever stands in the release and was not checked is a fault: a column more, a file in its folder.
    Personal wishes are not published: only the owner, with --source and --sensitive, can check that they are kept. Nor
    is who holds the sensitive items of a disassociated release: that takes --ledger, too.
    """
    from setanon_sql.commands import words

    answer = run.call("verify")
    values = run.settings.show_values
    run.out(answer.to_json(show_values=values), words.verification(answer, show_values=values))
    return BROKEN if answer.messages else HOLDS if answer.satisfied else FAILED


@command(cli, "utility", Utility, example="setanon utility baskets.csv safe.parquet --taxonomy departments.csv")
def utility(run: Invocation) -> int:
    """Measure what a release is still worth, against its source.

    With --query, SOURCE may be left out. A release that was made with --constraints is measured with them.
    """
    from setanon_sql.commands import losses

    source = run.typed["source"]
    release = run.typed["release"]
    if release is None:
        release = source
        source = None
    measures = run.call("utility", source=source, release=release)
    values = run.settings.show_values
    text = losses.measures(measures) + losses.details(measures.details, show_values=values)
    run.out(measures.to_json() | measures.details.to_json(show_values=values), text)
    return HOLDS


@command(
    attack,
    "match",
    AttackMatch,
    example="setanon attack match march.csv --source baskets.csv --taxonomy departments.csv --wrong 0.2",
)
def attack_match(run: Invocation) -> int:
    """Measure how often somebody who knows a few items of a person, some wrong, names the person's released record.

    The best record is named if it stands out from all others. Only the owner can tell how often that is right.
    """
    from setanon_sql.commands import attack_words

    attack = run.call("attack_match")
    run.out(attack.to_json(), attack_words.match_attack(attack))
    return HOLDS


@command(
    attack,
    "infer",
    AttackInfer,
    example="setanon attack infer held.csv --source baskets.csv --control 10% --seed 7 --sensitive medicines.csv",
)
def attack_infer(run: Invocation) -> int:
    """Measure how often a sensitive item is guessed right, of members of a release and of people held out of it.

    The guess is what most of the released records hold that fit best. What is guessed better for members is what the
    release tells about them; the rest is what data like these tell about everybody.
    """
    from setanon_sql.commands import attack_words

    attack = run.call("attack_infer")
    run.out(attack.to_json(), attack_words.infer_attack(attack))
    return HOLDS


@command(
    attack,
    "across",
    AttackAcross,
    example="setanon attack across march.csv april.csv --link who-is-who.csv",
)
def attack_across(run: Invocation) -> int:
    """Find who is left with fewer than k candidates by two or more releases of the same people together.

    The owner's view: the link joins the record ids of all. Of two disassociated releases also which sets of known
    items fewer than k records hold in every original that both allow. The exit code is 1 where anybody is at risk, and
    2 where nobody was found to be but not all could be computed.
    """
    from setanon_sql.commands import attack_words

    attack = run.call("attack_across")
    values = run.settings.show_values
    run.out(attack.to_json(show_values=values), attack_words.across(attack, show_values=values))
    return BROKEN if attack.broken else HOLDS if attack.complete else FAILED


@command(
    attack,
    "downcode",
    AttackDowncode,
    example="setanon attack downcode few.csv --taxonomy shelves.csv",
)
@worded(models=" and ".join(promising("labels_are_best")))
def attack_downcode(run: Invocation) -> int:
    """Count the originals of a small release of {models} for which its labels are the best, and find what these share.

    Whoever has the release, its manifest and the taxonomy rules out the originals for which other labels would have
    been safe and lost less. All are looked at, so this is for few records and a small taxonomy. Which items are certain
    is listed with --show-values.

    With --known-sets and --source, of a release by local recoding: how many of its records can be meant by items that
    somebody knows, who also knows the method. Secret floors rule out none; with --floor 0 all originals are asked, if
    they are few, and else it is counted which records are sure to be left.

    The exit code is 2 where no original is left.
    """
    from setanon_sql.commands import attack_words

    attack = run.call("attack_downcode")
    values = run.settings.show_values
    run.out(attack.to_json(show_values=values), attack_words.any_downcode_attack(attack, show_values=values))
    return HOLDS if attack.originals_left else FAILED
