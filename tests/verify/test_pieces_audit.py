"""The audit of a disassociated release: what it counts, with persons and without, and what of it is told."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadInput
from setanon_sql.models.disassociation.audit import audit_folder, audit_tables
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.recount_faults import count_folder
from setanon_sql.query.templates import all_rows
from setanon_sql.verify import VerificationInputs
from setanon_sql.verify.claims import PERSONS_OF_PIECES, UNLISTED, Claims
from setanon_sql.verify.cover import CoveredChunk
from setanon_sql.verify.piece_reading import listed_labels
from setanon_sql.verify.pieces import FolderTables
from setanon_sql.verify.promise import PiecesPromise
from tests.verify.by_hand import DISASSOCIATED, pieces
from tests.verify.tables import table

LEDGER = (
    "record_id:text item:text action:text label:text cause:text"
    + "".join(f" | r{at} '' released 1 ''" for at in range(1, 4))
    + "".join(f" | r{at} a record_chunk '' cluster_1,_chunk_1,_subrecord_{at}" for at in range(1, 4))
)


def owner(persons: str, *, ledger: str = LEDGER) -> Any:
    def read(engine: DuckDBEngine | Warehouse) -> VerificationInputs:
        assert isinstance(engine, DuckDBEngine)
        source = table(engine, f"record_id:text person | {persons}")
        return VerificationInputs(source_persons=source, ledger=table(engine, ledger))

    return read


@pytest.mark.slow
def test_a_folder_is_counted_by_records_and_with_its_owner_by_persons(engine: DuckDBEngine, tmp_path: Path) -> None:
    out = pieces(tmp_path)
    by_record = audit_folder(engine, out)
    assert by_record.satisfied and by_record.violations == 0 and by_record.persons is None
    assert "persons" not in by_record.sizes and {"unit", "persons", "covered", "not_checked"}.isdisjoint(
        by_record.to_json()
    )
    by_person = audit_folder(engine, out, owner=owner("r1 1 | r2 2 | r3 2"))
    assert (by_person.satisfied, by_person.model) == (True, replace(DISASSOCIATED, person=True))
    told = {"persons": 2, "smallest_cluster_persons": 2}
    assert told.items() <= by_person.sizes.items() and by_person.sizes["records"] == 3
    assert (told | {"unit": "person"}).items() <= by_person.to_json().items()
    assert by_person.by_check["cluster_persons"] == 0
    one = audit_folder(engine, out, owner=owner("r1 1 | r2 1 | r3 1"))
    assert not one.satisfied and one.violations == sum(one.by_check.values()) == 2
    with pytest.raises(BadInput, match="not that of the release"):
        audit_folder(engine, out, owner=owner("r1 1 | r2 2 | r3 2", ledger=LEDGER.replace("r3 a", "r3 b")))


def promised(model: Disassociation = DISASSOCIATED, sensitive: tuple[str, ...] | None = None) -> PiecesPromise:
    return PiecesPromise(model, "by hand", 3, 4, {}, Claims(model.guarantee), sensitive=sensitive)


def tables(engine: DuckDBEngine) -> FolderTables:
    """Two of three records with a have b, too: b is covered. So it is with c and d."""
    return FolderTables(
        table(engine, "cluster_id parent_id kind:text size | 1 - simple 3"),
        table(
            engine,
            "cluster_id chunk_id subrecord_id item:text | 1 1 1 a | 1 1 2 a | 1 1 3 a | 1 1 1 b | 1 1 2 b"
            " | 1 2 4 c | 1 2 5 c | 1 2 6 c | 1 2 4 d | 1 2 5 d",
        ),
        table(engine, "cluster_id item:text | 1 x"),
    )


def test_items_that_cover_each_other_are_listed_where_that_is_asked_for(engine: DuckDBEngine) -> None:
    plain = audit_tables(engine, promised(), tables(engine))
    assert plain.satisfied and plain.by_check["cover"] == 2 and plain.covered is None
    listed = audit_tables(engine, promised(), tables(engine), 2)
    assert listed.covered == (CoveredChunk(1, 1, ("b",), ("a",), 2), CoveredChunk(1, 2, ("d",), ("c",), 2))
    assert [*listed.to_json()["covered"]] == [chunk.to_json() for chunk in listed.covered]
    safe = audit_tables(engine, promised(replace(DISASSOCIATED, safe=True)), tables(engine))
    assert not safe.satisfied and safe.violations == 2 and safe.to_json()["record_chunks"] == 2
    assert safe.to_json()["satisfied"] is False and safe.smallest_cluster_persons == 0


def test_sensitive_items_are_those_that_the_manifest_lists(engine: DuckDBEngine) -> None:
    model = replace(DISASSOCIATED, sensitive=True)
    unlisted = audit_tables(engine, promised(model), tables(engine))
    assert unlisted.not_checked == (UNLISTED,) and unlisted.to_json()["not_checked"] == [UNLISTED]
    assert "sensitive" not in unlisted.by_check and listed_labels(engine, promised(model)) is None
    listed = audit_tables(engine, promised(model, ("b", "x")), tables(engine))
    assert listed.not_checked == () and listed.by_check["sensitive"] == 1
    labels = listed_labels(engine, promised(model, ("b", "x")))
    assert labels and sorted(engine.rows(all_rows(labels))) == [("b",), ("x",)]


def test_what_was_counted_is_not_counted_again(engine: DuckDBEngine) -> None:
    person = replace(DISASSOCIATED, person=True)
    alone = audit_tables(engine, promised(person), tables(engine))
    assert alone.not_checked == (PERSONS_OF_PIECES,) and alone.persons is None
    counted = count_folder(engine, tables(engine), DISASSOCIATED)
    given = replace(counted, counts=counted.counts | {"records": 7, "persons": 5, "smallest_cluster_persons": 4})
    found = audit_tables(engine, promised(), tables(engine), folder=given)
    assert (found.records, found.persons, found.smallest_cluster_persons) == (7, 5, 4)
