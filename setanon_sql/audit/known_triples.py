"""The records at risk from three known items in dense data of long records, which hold too many triples to count these.

Fewer than k records hold a record at risk as a whole (:mod:`.containment`): of the others nothing is looked at. Where
one record of 62 holds an item on average, its records are bits in words, most of which are not empty. The first words,
of the longest records, show of nearly all triples that k records hold them; only of the others all words are counted.
"""

from setanon_sql.audit.containment import RecordSets
from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table

#: Items of a record, the rarest first, among which a triple is looked for; after these among all.
STAGES = (6, 12, 30, 100)
#: So many known items this is for.
OF_TRIPLES = 3
#: So many triples are looked at together.
_PART = 50_000_000
#: Bits of a word.
_BITS = 62


def is_dense(engine: Engine, transactions: Table) -> bool:
    """Return whether one record of 62 holds an item on average, or more."""
    rows, items, records = engine.numbers("sets/known_triples/density", held=transactions)
    return bool(rows * _BITS >= items * records)


@scoped
def count_at_risk_of_three(engine: Engine, transactions: Table, k: int) -> int:
    """Return how many records hold up to three items that fewer than ``k`` records hold together."""
    records = RecordSets(engine, transactions, None)
    sets = {"members": records.members, "sets": records.sets, "at_risk": records.at_risk(k)}
    at_risk = engine.table("sets/known_triples/short_records", **sets)
    long_records = engine.table("sets/known_triples/long_records", **sets)
    places = engine.table("sets/known_triples/places", held=transactions)
    words = engine.table("sets/known_triples/words", held=transactions, places=places)
    heads = engine.table("sets/known_triples/heads", words=words)
    ranked = engine.table("sets/known_triples/ranked", held=transactions, heads=heads, long_records=long_records)
    _, last_place = engine.numbers("sets/known_triples/work", ranked=ranked, first=0, last=0)
    first = 2
    for last in (*(stage for stage in STAGES if stage < last_place), last_place):
        _add_at_risk(engine, at_risk, ranked, words, k=k, first=first, last=last)
        ranked = engine.table("sets/known_triples/remaining", ranked=ranked, at_risk=at_risk, last=last)
        first = last
    return engine.count(at_risk)


@scoped
def _add_at_risk(engine: Engine, at_risk: Table, ranked: Table, words: Table, *, k: int, first: int, last: int) -> None:
    """Add the records with a rare triple whose last item is at a place over ``first``, up to ``last``."""
    triples, _ = engine.numbers("sets/known_triples/work", ranked=ranked, first=first, last=last)
    parts = 1 + triples // _PART
    for part in range(parts):
        with engine.trace.part("sets of 3", part + 1, parts):
            where = {"first": first, "last": last, "parts": parts, "part": part}
            doubtful = engine.table("sets/known_triples/doubtful", ranked=ranked, k=k, **where)
            rare = engine.table("sets/known_triples/rare", doubtful=doubtful, words=words, k=k)
            engine.append(at_risk, "sets/known_triples/holding", doubtful=doubtful, rare=rare)
            engine.drop(doubtful, rare)
