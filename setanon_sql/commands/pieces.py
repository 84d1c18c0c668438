"""Releases in pieces: attack them, make up originals; how many records of a source hold itemsets."""

from setanon_sql.commands.console import HOLDS, Invocation, command
from setanon_sql.commands.groups import attack, cli
from setanon_sql.options.releases import AttackCover, EstimateItemsets, Reconstruct
from setanon_sql.registry import in_pieces, promising
from setanon_sql.text import either, worded


@command(attack, "cover", AttackCover, example="setanon attack cover safe/ --before unsafe/")
def attack_cover(run: Invocation) -> int:
    """Count what somebody who knows m items of a record, of two chunks, links in a disassociated release.

    Known are an item of another chunk, and up to m - 1 items of the chunk that is attacked.
    """
    from setanon_sql.commands import attack_words

    attacks = run.call("attack_cover")
    run.out(attacks.to_json(), attack_words.cover_attack(attacks))
    return HOLDS


@command(cli, "reconstruct", Reconstruct, example="setanon reconstruct safe/ --out possible.parquet")
def reconstruct(run: Invocation) -> int:
    """Make up possible originals of a disassociated release, at random.

    No record is empty. Means over many originals come to what "estimate" expects.
    """
    from setanon_sql.commands import attack_words

    reconstruction = run.call("reconstruct")
    run.out(reconstruction.to_json(), attack_words.reconstruction(reconstruction))
    return HOLDS


@command(cli, "estimate", EstimateItemsets, example="setanon estimate safe/ --items bread,butter --items tea")
@worded(models=either((*in_pieces(), *promising("shows_whole_records"))))
def estimate(run: Invocation) -> int:
    """Estimate how many records of the source hold itemsets, as far as a release tells: {models}.

    "certain" is a lower bound. "expected" is, of pieces, the mean over all originals that "reconstruct" makes up; else
    a label stands for one item under it, and "at most" so many hold the items. The items of the release are named.
    """
    from setanon_sql.commands import attack_words

    estimates = run.call("estimate")
    run.out(estimates.to_json(), attack_words.estimates(estimates))
    return HOLDS
