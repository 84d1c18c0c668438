"""The queries about who holds sensitive items, one by one: each fault alone, at the edge of what is none."""

import pytest

from setanon_sql.engine import DuckDBEngine
from tests.verify.tables import ask, rows

DIVERSITY = "pieces_diversity/"
SENSITIVE = "label | flu | flu | hiv"


def test_the_owner_names_who_holds_a_sensitive_item(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        f"{DIVERSITY}named_rows",
        transactions="record_id item | 1 4 | 1 5 | 2 4 | 3 4 | 1 7",
        record_ids="record_id source_id | 1 ann | 2 bob",
        items="item label | 4 flu | 5 tea",
        sensitive=SENSITIVE,
    )
    assert found == rows("ann flu | bob flu")


def test_the_ledger_tells_the_cluster_of_a_term(engine: DuckDBEngine) -> None:
    found = ask(
        engine,
        f"{DIVERSITY}ledger_holders",
        ledger="record_id item action cause | ann flu term_chunk cluster_1 | bob flu taken_out cluster_1"
        " | cid tea term_chunk cluster_1 | dan flu term_chunk cluster_9 | eva flu term_chunk cluster_7",
        sensitive=SENSITIVE,
        clusters="cluster_id kind | 1 simple | 2 simple | 9 joint",
    )
    assert found == rows("ann 1 flu")


@pytest.mark.parametrize(
    ("named", "holders", "ledger", "faults"),
    [
        ("ann flu", "ann flu", "cid flu term_chunk", 0),
        ("ann flu", "", "ann flu taken_out", 0),
        ("ann flu", "", "ann flu term_chunk", 1),
        ("ann flu", "", "ann tea taken_out", 1),
        ("ann flu", "ann flu", "ann flu taken_out", 1),
        ("ann flu", "ann flu | ann flu", "", 1),
        ("ann flu | ann flu", "ann flu", "", 1),
        ("", "ann flu", "", 1),
        ("bob flu", "ann flu", "", 2),
        ("ann hiv", "ann flu", "", 2),
    ],
)
def test_source_and_ledger_tell_each_occurrence_once(
    engine: DuckDBEngine, named: str, holders: str, ledger: str, faults: int
) -> None:
    found = ask(
        engine,
        f"{DIVERSITY}ledger_faults",
        named_rows=f"record_id:text item:text | {named}",
        holders=f"record_id:text item:text | {holders}",
        ledger=f"record_id:text item:text action:text | {ledger}",
        sensitive=SENSITIVE,
    )
    assert found == [(faults,)]


@pytest.mark.parametrize(
    ("places", "holders", "faults"),
    [
        ("ann released 1 | bob released 1 | cid released 2", "ann 1 | cid 2 | ann 1", 0),
        ("ann released 1 | bob released 1 | cid released 2 | cid shared_chunk 2", "", 0),
        ("ann released 1 | cid released 2", "ann 1", 1),
        ("ann released 1 | bob released 1 | dan released 1 | cid released 2", "ann 1", 1),
        ("ann released 1 | bob released 1", "", 1),
        ("ann released 1 | bob released 1 | cid released 2 | dan released 9", "", 1),
        ("ann released 1 | bob released 1 | cid released 2 | dan released 3", "", 1),
        ("ann released 1 | bob released 1 | cid released 2 | ann released 2", "", 2),
        ("ann released 1 | ann released 1 | cid released 2", "", 1),
        ("ann released 1 | bob released 1 | cid released 2", "ann 2", 1),
        ("ann released 1 | bob released 1 | cid released 2", "eva 1 | cid 1", 2),
    ],
)
def test_the_ledger_has_as_many_records_in_each_cluster_as_the_release_says(
    engine: DuckDBEngine, places: str, holders: str, faults: int
) -> None:
    found = ask(
        engine,
        f"{DIVERSITY}ledger_sizes",
        ledger=f"record_id:text action:text label:text | {places}",
        holders=f"record_id:text cluster_id | {holders}",
        clusters="cluster_id kind size | 1 simple 2 | 2 simple 1 | 9 joint 3",
    )
    assert found == [(faults,)]


@pytest.mark.parametrize(
    ("terms", "holders", "faults"),
    [
        ("1 flu", "1 flu", 0),
        ("1 flu | 1 flu", "1 flu | 1 flu", 0),
        ("1 flu | 1 tea", "1 flu", 0),
        ("1 flu", "", 1),
        ("1 flu | 1 flu | 1 flu", "", 1),
        ("1 flu", "2 flu", 2),
        ("1 flu", "1 hiv", 2),
        ("", "1 flu", 1),
    ],
)
def test_terms_and_holders_are_of_the_same_clusters(
    engine: DuckDBEngine, terms: str, holders: str, faults: int
) -> None:
    held = {"terms": f"cluster_id item:text | {terms}", "holders": f"cluster_id item:text | {holders}"}
    assert ask(engine, f"{DIVERSITY}unmatched_terms", sensitive=SENSITIVE, **held) == [(faults,)]


@pytest.mark.parametrize(
    ("holders", "faults"),
    [
        ("ann 1 | bob 1 | ann 1", 0),
        ("ann 1 | bob 1 | cid 1", 1),
        ("ann 1 | ann 2", 1),
        ("ann 2 | bob 1 | bob 2", 1),
        ("ann 1 | ann 2 | bob 1 | cid 1", 2),
        ("ann 5", 0),
    ],
)
def test_a_record_is_in_one_cluster_and_a_cluster_has_no_more_holders_than_records(
    engine: DuckDBEngine, holders: str, faults: int
) -> None:
    given = f"record_id cluster_id | {holders}"
    found = ask(engine, f"{DIVERSITY}full_clusters", holders=given, clusters="cluster_id size | 1 2 | 2 3")
    assert found == [(faults,)]


@pytest.mark.parametrize(
    ("holders", "faults"),
    [
        ("ann 1 flu | bob 1 flu", 0),
        ("ann 1 flu | bob 1 flu | bob 1 flu", 0),
        ("ann 1 flu | bob 1 flu | cid 1 flu", 1),
        ("ann 1 flu | bob 1 flu | cid 1 hiv", 0),
        ("ann 2 flu | bob 2 flu", 1),
        ("ann 3 flu", 1),
        ("ann 3 flu | ann 3 hiv | bob 2 flu", 2),
        ("ann 4 flu", 1),
        ("ann 7 flu", 0),
    ],
)
def test_no_more_than_one_in_so_many_records_hold_an_item(engine: DuckDBEngine, holders: str, faults: int) -> None:
    """Clusters of 8, 7 and 3 records, and one told twice; one in four may hold an item."""
    found = ask(
        engine,
        f"{DIVERSITY}too_many_holders",
        holders=f"record_id cluster_id item | {holders}",
        clusters="cluster_id size | 1 8 | 2 7 | 3 3 | 4 3 | 4 8",
        diversity=4,
    )
    assert found == [(faults,)]


def test_a_cluster_of_k_times_so_many_records_may_have_k_holders(engine: DuckDBEngine) -> None:
    tables = {"terms": "cluster_id item | 1 flu | 2 flu | 3 hiv | 3 tea | 7 flu", "sensitive": SENSITIVE}
    clusters = "cluster_id size | 1 11 | 2 12 | 3 13"
    found = ask(engine, f"{DIVERSITY}sensitive_terms", clusters=clusters, k=3, diversity=4, **tables)
    assert found == rows("4 1")
    assert ask(engine, f"{DIVERSITY}open_terms", **tables) == rows("3 tea")


@pytest.mark.parametrize(
    ("holders", "records", "faults"),
    [
        ("1 7 flu", "7 1 | 7 2 | 7 3 | 7 4", 0),
        ("1 7 flu | 2 7 flu", "7 1 | 7 2 | 7 3 | 7 4", 0),
        ("1 7 flu | 2 7 flu | 3 7 flu", "7 1 | 7 2 | 7 3 | 7 4", 1),
        ("1 7 flu | 2 7 hiv | 3 7 tea", "7 1 | 7 2 | 7 3 | 7 4", 0),
        ("1 7 flu | 5 7 flu | 6 7 flu", "7 1 | 7 2 | 7 3 | 7 4", 0),
        ("1 7 flu", "7 1 | 7 2 | 7 3 | 7 3", 1),
        ("1 7 flu", "7 1 | 7 2 | 7 3 | 8 4", 1),
    ],
)
def test_no_more_persons_than_one_in_so_many_hold_an_item(
    engine: DuckDBEngine, holders: str, records: str, faults: int
) -> None:
    """Records 1 to 4 are of four persons, 5 and 6 of the first; a cluster needs two times two."""
    found = ask(
        engine,
        f"{DIVERSITY}too_many_persons",
        holders=f"record_id cluster_id item:text | {holders}",
        persons="record_id person | 1 1 | 2 2 | 3 3 | 4 4 | 5 1 | 6 1",
        records=f"cluster_id person | {records}",
        k=2,
        diversity=2,
    )
    assert found == [(faults,)]
