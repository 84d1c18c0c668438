"""Chunks that have to fill a cluster together: how to draw their records at random, and how likely they fill it.

A cluster of n records without terms, whose chunks each have fewer subrecords than records, has an empty record in most
assignments of its chunks. Those without are as likely as each other here. Chunk after chunk is drawn:

1. With u records filled, a chunk of s subrecords fills d more with the chance C(n-u, d) C(u, s-d) / C(n, s).
2. That is weighted with the chance that the chunks after it fill the other n-u-d. These weights are computed from the
   last chunk to the first, on logarithms; chunks that the same sizes follow share them.

All terms are positive, so nothing cancels out, and no assignment is drawn in vain.
Source: Terrovitis et al., section 5, Lemma 2.
"""

from dataclasses import dataclass

from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table, all_rows


@dataclass(frozen=True)
class Filling:
    """The chances of chunks that fill clusters together.

    ``turns``: chunks of the case with the most. ``paths``: ``turn, case_id, chunk_id, drawn, node_id`` of each chunk.
    ``chances``: ``turn, node_id, filled, more, start``, by which so many records more are drawn.
    ``weights``: ``turn, node_id, filled, weight``, the logarithm of the chance that all records are filled in the end.
    """

    turns: int
    paths: Table
    chances: Table
    weights: Table

    def tables(self) -> list[Table]:
        """Return all tables, to be dropped."""
        return [self.paths, self.chances, self.weights]


@scoped
def fill_chances(engine: Engine, chunks: Table) -> Filling | None:
    """Return the chances of chunks that fill clusters together; None where there are none.

    ``chunks``: ``case_id, turn, chunk_id, size, records, drawn``. Each case is filled by itself, in turns that count
    down to 1: a cluster of ``size`` records, of which the chunk gets ``drawn`` out of ``records``.

    Cost: for each different end of a list of chunks the square of the size of its cluster.
    """
    turns = engine.number("inference/reconstruct_records/last_turn", filling=chunks)
    if not turns:
        return None
    choices = _choices(engine, chunks)
    start = _last_chances(engine, chunks)
    chances = _turn(engine, chunks, choices, start, 1)
    for turn in range(2, turns + 1):
        further = _turn(engine, chunks, choices, chances, turn)
        for into, table in zip(chances.tables(), further.tables(), strict=True):
            engine.append(into, all_rows(table))
        engine.drop(*further.tables())
    return Filling(turns, chances.paths, chances.chances, chances.weights)


@scoped
def _choices(engine: Engine, chunks: Table) -> Table:
    largest = engine.number("inference/reconstruct_records/largest_filled", filling=chunks)
    numbers = engine.load("numbers", {"n": int}, [range(largest + 1)])
    return engine.table("inference/reconstruct_records/log_choices", numbers=numbers)


def _last_chances(engine: Engine, chunks: Table) -> Filling:
    """Return how it ends, after the last turn."""
    return Filling(
        0,
        engine.table("inference/reconstruct_records/filled_nodes", filling=chunks),
        engine.empty("chances", "turn"),
        engine.table("inference/reconstruct_records/filled_weights", filling=chunks),
    )


@scoped
def _turn(engine: Engine, chunks: Table, choices: Table, after: Filling, turn: int) -> Filling:
    """Return the chances of one turn, from those of the turns that are drawn ``after`` it."""
    paths = engine.table("inference/reconstruct_records/fill_paths", filling=chunks, nodes=after.paths, turn=turn)
    steps = engine.table(
        "inference/reconstruct_records/fill_steps", paths=paths, weights=after.weights, choices=choices
    )
    weights = engine.table("inference/reconstruct_records/fill_weights", steps=steps)
    chances = engine.table("inference/reconstruct_records/fill_chances", steps=steps, weights=weights)
    return Filling(turn, paths, chances, weights)
