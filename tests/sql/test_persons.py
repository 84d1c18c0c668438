"""Queries that place the records of persons: what they do is done here once more in plain Python."""

import random
from collections import defaultdict

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.query.templates import Table
from tests.sql.examples import loaded, lot

#: So many records has each person of a cluster.
CLUSTERS = [
    {1: 33, 2: 17, 3: 16, 4: 9, 5: 8, 6: 5, 7: 4, 8: 3, 9: 2, 10: 1},
    {11: 32},
    {11: 1, 12: 32},
    {1: 2, 13: 64},
    {2: 65, 13: 1},
    {1: 31, 2: 1},
    {1: 1},
]


def _room(records: int) -> int:
    return next((room for room in (1, 2, 4, 8, 16) if room >= records), -(-records // 32) * 32)


def _placed() -> list[tuple[int, int, int, int]]:
    """Return record, cluster, position and person, in words of 32 records at 62 places each."""
    placed: list[tuple[int, int, int, int]] = []
    word = 0
    for cluster, records in enumerate(CLUSTERS, 1):
        start = 0
        for person in sorted(records, key=lambda person: (-_room(records[person]), person)):
            places = range(start, start + records[person])
            placed += [
                (len(placed) + n, cluster, (word + at // 32) * 62 + at % 32, person) for n, at in enumerate(places, 1)
            ]
            start += _room(records[person])
        word += -(-start // 32)
    return placed


def test_the_records_of_a_person_stand_in_one_word(engine: DuckDBEngine) -> None:
    placed = _placed()
    clusters = loaded(engine, "record_id cluster_id", [row[:2] for row in placed])
    persons = loaded(engine, "record_id person", [(row[0], row[3]) for row in placed])
    found = engine.rows("disassociation/persons_chunks/positions", clusters=clusters, persons=persons)
    assert sorted(found) == sorted(placed)


def test_words_tell_the_last_record_of_each_person(engine: DuckDBEngine) -> None:
    placed = _placed()
    expected: dict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for cluster, person in {(row[1], row[3]) for row in placed}:
        places = [position for _, at, position, owner in placed if (at, owner) == (cluster, person)]
        for word in {place // 62 for place in places}:
            others, lasts = expected[word]
            if len(places) <= 32:
                bits = [1 << place % 62 for place in sorted(places)]
                others, lasts = others | sum(bits[:-1]), lasts | bits[-1]
            expected[word] = others, lasts
    positions = loaded(engine, "cluster_id position person", [row[1:] for row in placed])
    found = engine.rows("disassociation/persons_chunks/words", positions=positions)
    assert sorted(found) == sorted((word, *bits) for word, bits in expected.items())


def test_a_pair_goes_first_from_persons_who_keep_another_subrecord(engine: DuckDBEngine) -> None:
    person = {1: 7, 2: 7, 3: 8, 4: 8, 5: 8, 6: 9, 7: 7}
    rows = [(1, 1, record, item) for record in range(1, 7) for item in (5, 6)] + [
        (1, 1, 7, 5),
        (1, 2, 3, 5),
        (2, 1, 3, 6),
    ]
    drawn = sorted(range(1, 7), key=lambda record: lot("k", "pick", 1, 1, record))
    turns = {record: [other for other in drawn if person[other] == person[record]].index(record) for record in drawn}
    order = sorted(drawn, key=lambda record: (turns[record] == 0, drawn.index(record)))
    for most in (2, 5):
        binds = {
            "open_rows": loaded(engine, "cluster_id chunk record_id item", rows),
            "covered_chunks": loaded(engine, "cluster_id chunk items suppressions", [(1, 1, 2, most), (2, 2, 1, 1)]),
            "persons": loaded(engine, "record_id person", person.items()),
        }
        found = engine.rows("disassociation/persons_chunks/picked", **binds, key="k")
        assert sorted(found, key=lambda row: row[3]) == [
            (1, 1, record, at) for at, record in enumerate(order[:most], 1)
        ]


def test_a_rule_loses_its_item_from_persons_by_lot(engine: DuckDBEngine) -> None:
    """The lot of a person is that of the first record; persons with one record are drawn before those with two."""
    person = {record: record % 8 for record in range(1, 17)} | {17: 17, 18: 18}
    rows = [(1, record, 5, 10, 5, owner) for record, owner in person.items()]
    firsts = sorted(range(1, 9), key=lambda record: lot("k", record))
    losers = {17, 18, *(record % 8 for record in firsts[:3])}
    found = engine.rows("suppressor/persons/proposed_suppressions", rule_records=_rules(engine, rows), key="k")
    assert sorted(found) == sorted((1, record, 5) for record, owner in person.items() if owner in losers)


def test_one_record_is_as_much_as_two_that_serve_two_rules_each(engine: DuckDBEngine) -> None:
    for alone in range(1, 9):
        pair = [alone + 10, alone + 11]
        rows = [(1, alone, 5, 2, 1, 7), *((rule, record, 5, 2, 1, 8) for rule in (1, 2) for record in pair)]
        expected = [alone] if lot("k", alone) < lot("k", pair[0]) else pair
        found = engine.rows("suppressor/persons/proposed_suppressions", rule_records=_rules(engine, rows), key="k")
        assert sorted(row[1] for row in found if row[0] == 1) == expected


def _rules(engine: DuckDBEngine, rows: list[tuple[int, ...]]) -> Table:
    return loaded(engine, "rank record_id item held needed holder", rows)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_too_much_is_taken_from_whole_persons_and_from_so_many_records(engine: DuckDBEngine, seed: int) -> None:
    """Those with most other items lose theirs; of a person all records of the cluster do, one after the other."""
    draw = random.Random(seed)
    cluster = {record: draw.randrange(6) for record in range(1, 80)}
    person = {record: draw.randrange(5) for record in range(1, 78) if record % 9}
    lengths = {record: (draw.randrange(2, 4), draw.randrange(2)) for record in [*range(1, 70), 78]}
    secret = {(record, item) for record in range(1, 85) for item in (8, 9) if draw.random() < 0.6}
    ranges = {8: (12, 10, 2, 2, 4), 9: (3, 10, 5, 6, 4)}
    held = [(at, item, *map(draw.randrange, ranges[item])) for at in range(7) for item in (8, 9)]
    binds = {
        "held_items": loaded(engine, "cluster_id item holders size holder_persons persons surplus", held),
        "clusters": loaded(engine, "record_id cluster_id", cluster.items()),
        "sensitive_rows": loaded(engine, "record_id item", sorted(secret)),
        "record_lengths": loaded(engine, "record_id items open_items", [(at, *two) for at, two in lengths.items()]),
        "persons": loaded(engine, "record_id person", person.items()),
    }
    expected = []
    for at, item, holders, size, holder_persons, persons, surplus in held:
        rows = [
            record
            for record in person
            if record in lengths and cluster[record] == at and (record, item) in secret and surplus > 0
        ]
        rows.sort(key=lambda record: (-lengths[record][1], -lengths[record][0], record))
        owners = list(dict.fromkeys(person[record] for record in rows))
        rows.sort(key=lambda record: owners.index(person[record]))
        lost = {*owners[: max(0, holder_persons - persons // 2)]}
        most = max(0, holders - size // 2)
        expected += [(record, item) for turn, record in enumerate(rows) if turn < most or person[record] in lost]
    found = engine.rows("disassociation/persons_diversity/surplus_rows", **binds, diversity=2)
    assert sorted(found) == sorted(expected) and expected
