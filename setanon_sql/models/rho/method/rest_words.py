"""Tell the rests of long records apart all at once: by a rare pair of items, then by the bits that all their items set.

What a whole long record tells is mostly told by few of its items. So each rest is given a pair: its rarest item, and
the one that is rarest together with it, as a sample of the records says. Who holds the pair is compared by words of
bits: a bit for each item.

Cost: at most so many words as the data have rows are compared, times a constant. Rests whose pair is too frequent are
left out.
"""

from setanon_sql.models.rho.method.run import Run
from setanon_sql.query.templates import Table

#: So many pairs of items, each in both orders, are enough to tell which are rare.
SAMPLED = 25_000_000
#: So many words are compared at most for each row of the data.
WORDS_PER_ROW = 8


def supports_by_words(run: Run, rows: Table, rests: Table, long: int) -> Table:
    """Return ``record_id, sensitive_item, support``: so many records hold each rest at most. Not of all rests.

    ``rows``: ``record_id, item, rank, more``, of records of at least ``long`` items; ``rests`` of longer ones.
    """
    make = run.engine.table
    drop = run.engine.drop
    base = len(run.counts.now)
    pairs = _rare_pairs(run, rows, rests)
    parts = make("suppressor/long_records/parts", growing_rests=pairs, size=1)
    words = make("suppressor/rest_words/words", rows_by_rarity=rows)
    rest_words = make("suppressor/rest_words/rest_words", rest_pairs=pairs, words=words, parts=parts)
    tables = {"rows_by_rarity": rows, "words": words, "parts": parts}
    holders = make("suppressor/rest_words/pair_holders", base=base, least=long - 1, **tables)
    drop(pairs, words, parts)
    supports = make("suppressor/rest_words/rest_supports", rest_words=rest_words, pair_holders=holders)
    drop(rest_words, holders)
    return supports


def _rare_pairs(run: Run, rows: Table, rests: Table) -> Table:
    """Return ``record_id, sensitive_item, items, step``: a pair of each rest, where one is rare enough."""
    make = run.engine.table
    drop = run.engine.drop
    base = len(run.counts.now)
    one_in = max(1, run.shape.pairs // SAMPLED)
    sampled = make("suppressor/rest_words/sampled_pairs", rows_by_rarity=rows, base=base, one_in=one_in)
    seconds = make(
        "suppressor/rest_words/rarest_seconds", rests=rests, rows_by_rarity=rows, sampled_pairs=sampled, base=base
    )
    drop(sampled)
    below = _affordable(run, seconds, base, one_in)
    pairs = make("suppressor/rest_words/rest_pairs", rarest_seconds=seconds, base=base, below=below)
    drop(seconds)
    return pairs


def _affordable(run: Run, seconds: Table, base: int, one_in: int) -> int:
    """Return below which support in the sample the pairs do not take too many comparisons."""
    most = WORDS_PER_ROW * run.engine.count(run.original)
    below = run.shape.records

    def words(below: int) -> int:
        return run.engine.number(
            "suppressor/rest_words/words_to_compare", rarest_seconds=seconds, base=base, one_in=one_in, below=below
        )

    while below > 1 and words(below) > most:
        below //= 2
    return below
