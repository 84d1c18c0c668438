"""A release whose k counts persons: what its files tell, and what its owner can check."""

import json
from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import pytest

from setanon_sql.api import anonymize_km, verify
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput, BadParameter, NotReached
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.release import LongRelease, publish
from setanon_sql.verify import Verification
from tests.data import dataset_of
from tests.releases import options

RECORDS = [frozenset("ab"), frozenset("ab"), frozenset("bc"), frozenset("bc"), frozenset("a")] * 2
NAMES = [f"r{at}" for at in range(len(RECORDS))]
PERSONS = [1, 2, 1, 2, 1, 1, 2, 3, 1, 2]
OF_PERSONS = {name: f"p{person}" for name, person in zip(NAMES, PERSONS, strict=True)}
SOURCE = pd.DataFrame(
    [(name, OF_PERSONS[name], item) for name, record in zip(NAMES, RECORDS, strict=True) for item in record],
    columns=["record_id", "who", "item"],
)
LINK = pd.DataFrame({"record_id": NAMES, "person_id": [*OF_PERSONS.values()]})


def released(out: Path, persons: Sequence[int] = PERSONS, *, ids: str = "shuffle", ledger: bool = False) -> Path:
    """Publish RECORDS as they are; with the ``ledger`` beside it."""
    with DuckDBEngine(threads=1) as engine:
        source = dataset_of(engine, RECORDS, NAMES, persons)
        model = KmAnonymity(2, 2, person=True)
        content = LongRelease(source, source.transactions, source.items, model, "mHgHs")
        where = out.with_name("ledger.csv") if ledger else None
        publish(content, out, options(ledger=where, record_ids=ids))
    return out


def alone(answer: Verification) -> bool:
    """Say whether persons stayed open, and nothing else was wrong."""
    return not answer.satisfied and not answer.complete and not answer.messages


def test_the_manifest_promises_persons(tmp_path: Path) -> None:
    released(tmp_path / "safe.csv")
    fields = json.loads((tmp_path / "safe.csv.manifest.json").read_text())
    assert fields["parameters"] == {"k": 2, "m": 2, "person": True}
    assert "records of at least 2 persons" in fields["guarantee"]
    # how many persons there are nobody can count in the release, and no number in public tells it
    expected = {"records": 10, "rows": 18, "labels": 3, "smallest_item_support": 4, "longest_record": 2}
    assert fields["verified"] == expected
    assert not {*OF_PERSONS.values()} & set((tmp_path / "safe.csv").read_text().replace("\n", ",").split(","))


def test_the_files_alone_do_not_tell_persons(tmp_path: Path) -> None:
    answer = verify(released(tmp_path / "safe.parquet"))
    assert alone(answer)
    assert any("whose records" in sentence for sentence in answer.not_checked)
    assert answer.checks["smallest_item_support"] == 4 and "persons" not in answer.checks


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_a_link_tells_them(tmp_path: Path, ending: str) -> None:
    answer = verify(released(tmp_path / f"safe{ending}", ids="keep"), link=LINK)
    assert answer.satisfied and answer.checks["persons"] == 3


def test_kept_ids_and_the_source_tell_them(tmp_path: Path) -> None:
    assert verify(released(tmp_path / "safe.csv", ids="keep"), source=SOURCE, person="who").satisfied


@pytest.mark.slow
def test_new_ids_need_the_ledger(tmp_path: Path) -> None:
    release = released(tmp_path / "safe.csv", ledger=True)
    with pytest.raises(BadInput, match="new record ids"):
        verify(release, source=SOURCE, person="who")
    answer = verify(release, source=SOURCE, person="who", ledger=tmp_path / "ledger.csv")
    assert answer.satisfied and answer.checks["smallest_item_persons"] == 2


def test_by_other_persons_the_promise_is_broken(tmp_path: Path) -> None:
    release = released(tmp_path / "safe.csv", ledger=True)
    answer = verify(release, source=SOURCE.assign(who="same"), person="who", ledger=tmp_path / "ledger.csv")
    assert answer.messages and "persons" in answer.messages[0] and not answer.satisfied


def test_what_persons_do_not_hold_is_not_published(tmp_path: Path) -> None:
    with pytest.raises(NotReached, match="fewer than 2 persons"):
        released(tmp_path / "safe.csv", [1] * len(RECORDS))
    assert not list(tmp_path.iterdir())


def test_a_link_of_other_records_is_refused(tmp_path: Path) -> None:
    link = pd.DataFrame({"record_id": ["x"], "person_id": ["y"]})
    with pytest.raises(BadInput, match="10 released records have no person"):
        verify(released(tmp_path / "safe.csv", ids="keep"), link=link)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"person": "who"}, "person is checked with source"),
        ({"source": SOURCE}, "source is checked with"),
        ({"source": SOURCE, "person": "who", "link": LINK}, "both say whose"),
        ({"ledger": "x.csv"}, "ledger is checked with"),
    ],
)
def test_what_belongs_together_is_given_together(tmp_path: Path, given: dict[str, object], message: str) -> None:
    with pytest.raises(BadParameter, match=message):
        verify(tmp_path / "safe.csv", **given)  # type: ignore[arg-type]


def test_persons_of_a_release_of_records_are_not_checked(tmp_path: Path) -> None:
    with DuckDBEngine(threads=1) as engine:
        source = dataset_of(engine, RECORDS, NAMES)
        content = LongRelease(source, source.transactions, source.items, KmAnonymity(2, 2), "mHgHs")
        publish(content, tmp_path / "safe.csv", options(record_ids="keep"))
    answer = verify(tmp_path / "safe.csv", source=SOURCE, person="who")
    assert answer.satisfied and any("counts records" in sentence for sentence in answer.not_checked)


def test_a_manifest_that_says_false_was_edited(tmp_path: Path) -> None:
    release = released(tmp_path / "safe.csv")
    manifest = tmp_path / "safe.csv.manifest.json"
    manifest.write_text(manifest.read_text().replace('"person": true', '"person": false'))
    with pytest.raises(BadInput, match="'person'"):
        verify(release)


@pytest.mark.slow
def test_anonymize_km_counts_persons_from_the_source_to_the_release(tmp_path: Path) -> None:
    """The pair a, b is of one person alone, in four records: by records it stays, by persons it goes."""
    rows = [(at, "ann", item) for at in range(4) for item in "ab"]
    rows += [(10 + at, name, item) for at, (name, item) in enumerate([("bob", "a"), ("cat", "b"), ("dan", "c")] * 2)]
    source = pd.DataFrame(rows, columns=["record_id", "who", "item"])
    out, ledger = tmp_path / "safe.parquet", tmp_path / "ledger.csv"
    assert verify(anonymize_km(source, tmp_path / "by-records.parquet", k=2, m=2)).satisfied
    release = anonymize_km(source, out, k=2, m=2, person="who", ledger=ledger)
    assert release.manifest["parameters"] == {"k": 2, "m": 2, "person": True}
    assert release.verification and release.verification.satisfied
    labels = release.df().groupby("record_id")["item"].agg("".join)
    assert "ab" not in {*labels} and "ba" not in {*labels} and "c" not in {*labels}
    assert alone(verify(out))
    assert verify(out, source=source, person="who", ledger=ledger).satisfied
    assert not verify(out, source=source.assign(who="one"), person="who", ledger=ledger).satisfied


def test_what_cannot_count_persons_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match="basket lines have no record ids"):
        anonymize_km(SOURCE, tmp_path / "safe.dat", k=2, m=2, person="who")
    assert not list(tmp_path.iterdir())
