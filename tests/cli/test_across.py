"""Two releases of the same people: attacked across, and a release that may not undo the one before."""

import json
from pathlib import Path

import duckdb
import pytest

from tests.cli.program import Answer, Program

K2 = ("--k", "2", "--m", "2", "--quiet")
#: Old and new records of the same four people: each table is 2-anonymous, both together are not.
OLD, NEW = ["tea", "tea", "milk", "milk"], ["pear", "apple", "pear", "apple"]


def write(path: Path, records: list[str], first: str = "record_id,item") -> Path:
    rows = [f"{number},Zqx{item}\n" for number, held in enumerate(records, 1) for item in held.split()]
    path.write_text(f"{first}\n" + "".join(rows))
    return path


def link(folder: Path, people: int = 4) -> Path:
    rows = "".join(f"{number},{number}\n" for number in range(1, people + 1))
    (folder / "link.csv").write_text(f"old_record_id,new_record_id\n{rows}")
    return folder / "link.csv"


@pytest.fixture
def both(setanon: Program, tmp_path: Path) -> Path:
    """The old release with the record ids of the source, the data of the new one, and who is who."""
    keep = ("--record-ids", "keep")
    for name, records in (("old", OLD), ("new", NEW)):
        source = write(tmp_path / f"{name}-source.csv", records)
        assert setanon("anonymize", "km", source, "--out", tmp_path / f"{name}.csv", *K2, *keep).code == 0
    link(tmp_path)
    return tmp_path


def test_a_person_is_found_by_both_releases(setanon: Program, both: Path) -> None:
    given = ("attack", "across", both / "old.csv", both / "new.csv", "--link", both / "link.csv")
    answer = setanon(*given, "--json")
    assert answer.code == 1 and "Zqx" not in answer.out
    assert answer.json == {
        "parameters": {"k": 2, "m": 2},
        "persons": 4,
        "not_in_both": 0,
        "persons_at_risk": 4,
        "persons_at_risk_by_size": {"1": 0, "2": 4},
        "sets": 4,
        "sets_by_size": {"1": 0, "2": 4},
        "hidden_by_new": 2,
        "hidden_by_old": 2,
    }
    assert setanon(*given, "--m", "1").code == 0
    shown = setanon(*given, "--show-values")
    assert "4 of 4 persons are left with fewer than 2 candidates" in shown.out and "old: Zqxmilk" in shown.out


def anonymized(setanon: Program, both: Path, *more: str | Path, source: str = "new-source.csv") -> Answer:
    beside = ("--previous", both / "old.csv", "--link", both / "link.csv")
    return setanon("anonymize", "km", both / source, "--out", both / "next.csv", *K2, *beside, *more)


@pytest.mark.slow
def test_nothing_is_published_that_undoes_the_previous_release(setanon: Program, both: Path) -> None:
    answer = anonymized(setanon, both, "--json")
    assert answer.code == 2 and not (both / "next.csv").exists() and not (both / "next.csv.manifest.json").exists()
    assert "4 of 4 persons are left with fewer than 2 candidates, by 4 minimal sets" in answer.json["error"]
    assert "larger --k or --m" in answer.json["hint"] and "Zqx" not in answer.out + answer.err
    write(both / "same.csv", OLD)
    assert anonymized(setanon, both, source="same.csv").code == 0


@pytest.mark.slow
def test_rho_is_held_to_the_k_of_the_previous_release(setanon: Program, both: Path) -> None:
    (both / "s.csv").write_text("item\nZqxpear\n")
    given = ("--rho", "0.9", "--m", "1", "--sensitive", both / "s.csv", "--quiet")
    beside = ("--previous", both / "old.csv", "--link", both / "link.csv")
    source = write(both / "b.csv", ["tea pear", "tea", "milk", "milk"])
    answer = setanon("anonymize", "rho", source, "--out", both / "r.csv", *given, *beside)
    assert answer.code == 2 and "1 of 4 persons are left with fewer than 2" in answer.err
    other = setanon("anonymize", "rho", source, "--out", both / "r.csv", *given)
    assert other.code == 0
    beside = ("--previous", both / "r.csv", "--link", both / "link.csv")
    answer = setanon("anonymize", "rho", source, "--out", both / "r2.csv", *given, *beside)
    assert answer.code == 2 and "neither release promises a k" in answer.err


def test_record_ids_are_not_kept_twice_unless_asked_for(setanon: Program, both: Path) -> None:
    write(both / "same.csv", OLD)
    answer = anonymized(setanon, both, "--record-ids", "keep", source="same.csv")
    assert answer.code == 2 and "kept its record ids" in answer.err and not (both / "next.csv").exists()
    assert anonymized(setanon, both, "--record-ids", "keep", "--linkable", source="same.csv").code == 0


def test_nothing_is_published_under_the_ids_of_the_previous_release(setanon: Program, tmp_path: Path) -> None:
    """Its own ids, kept as those of the source, or made again: every person could be found in both."""
    source = write(tmp_path / "b.csv", ["tea milk", "tea milk", "tea", "milk"] * 10)
    same, one = ("--seed", "x"), tmp_path / "one.csv"
    assert setanon("anonymize", "km", source, "--out", one, *K2, *same).code == 0
    rows = set(duckdb.read_csv(str(one), header=True).fetchall())
    beside = ("--previous", one, "--link", link(tmp_path, 40), *K2)
    again = setanon("anonymize", "km", one, "--out", tmp_path / "two.csv", "--record-ids", "keep", *beside)
    assert again.code == 2 and "40 of 40 persons would have the record id" in again.err
    assert not (tmp_path / "two.csv").exists()
    kept = setanon("anonymize", "km", one, "--out", tmp_path / "two.csv", "--record-ids", "keep", "--linkable", *beside)
    assert kept.code == 0 and set(duckdb.read_csv(str(tmp_path / "two.csv"), header=True).fetchall()) == rows


def test_equal_seeds_give_no_equal_ids(setanon: Program, tmp_path: Path) -> None:
    """Before: 40 of 40. The same release once more is refused: its ids are those of the previous one."""
    source = write(tmp_path / "b.csv", [f"{a} {b}" for a in "abcde" for b in "stuvwxyz"])
    given = ("anonymize", "km", source, "--k", "2", "--m", "1", "--quiet", "--seed", "x", "--out")
    assert setanon(*given, tmp_path / "old.csv").code == 0
    whose = {frozenset(held.split()): at for at, held in enumerate(source_records(source), 1)}
    owners = {record: whose[held] for record, held in released(tmp_path / "old.csv").items()}
    rows = "".join(f"{record},{who}\n" for record, who in owners.items())
    (tmp_path / "link.csv").write_text(f"old_record_id,new_record_id\n{rows}")
    beside = ("--previous", tmp_path / "old.csv", "--link", tmp_path / "link.csv")
    again = setanon(*given, tmp_path / "new.csv", *beside)
    assert again.code == 2 and "40 of 40 persons would have the record id" in again.err
    assert setanon(*given, tmp_path / "new.csv", *beside, "--k", "3").code == 0
    new = {record: whose[held] for record, held in released(tmp_path / "new.csv").items()}
    assert sum(new[record] == who for record, who in owners.items()) < 10


def source_records(path: Path) -> list[str]:
    held: dict[int, list[str]] = {}
    for record, item in duckdb.read_csv(str(path), header=True).fetchall():
        held.setdefault(record, []).append(item)
    return [" ".join(held[record]) for record in sorted(held)]


def released(path: Path) -> dict[int, frozenset[str]]:
    return {at: frozenset(held.split()) for at, held in enumerate(source_records(path), 1)}


@pytest.mark.slow
def test_disassociated_and_other_releases(setanon: Program, both: Path) -> None:
    people = ["tea milk", "tea milk", "tea", "milk", "pear tea", "pear tea", "pear milk", "pear"]
    source = write(both / "b.csv", people)
    assert setanon("anonymize", "disassociation", source, "--out", both / "d", *K2, "--cluster-size", "5").code == 0
    assert setanon("anonymize", "km", source, "--out", both / "r.csv", *K2, "--record-ids", "keep").code == 0
    clusters = f"SELECT cluster_id, size FROM '{both}/d/clusters.parquet' WHERE kind = 'simple' ORDER BY 1"
    held = [cluster for cluster, size in duckdb.sql(clusters).fetchall() for _ in range(size)]
    assert len(held) == len(people)
    rows = "".join(f"{who},{cluster},{who}\n" for who, cluster in enumerate(held, 1))
    (both / "people.csv").write_text(f"person_id,old_record_id,new_record_id\n{rows}")
    mixed = setanon("attack", "across", both / "d", both / "r.csv", "--link", both / "people.csv", "--m", "1", "--json")
    assert mixed.code in {0, 1} and mixed.json["persons"] + mixed.json["not_in_both"] == len(people)
    rows = "".join(f"{who},{cluster},{cluster}\n" for who, cluster in enumerate(held, 1))
    (both / "people.csv").write_text(f"person_id,old_record_id,new_record_id\n{rows}")
    twice = setanon("attack", "across", both / "d", both / "d", "--link", both / "people.csv", "--json")
    assert twice.code == 0 and twice.json["persons"] == len(people)  # the same clusters tell nothing more


@pytest.mark.slow
@pytest.mark.parametrize("m", [1, 2])
def test_a_disassociated_release_is_held_to_the_previous_one(setanon: Program, both: Path, m: int) -> None:
    """What is counted before it is published is what the attack counts afterwards, with the clusters of the ledger."""
    given = ("--k", "2", "--m", str(m), "--quiet", "--seed", "s", "--cluster-size", "3")
    source = write(both / "b.csv", NEW)
    clear = setanon("anonymize", "disassociation", source, "--out", both / "d", *given, "--ledger", both / "l.csv")
    assert clear.code == 0
    cause = "CAST(regexp_extract(cause, 'cluster (\\d+)', 1) AS INTEGER)"
    found = duckdb.sql(f"SELECT DISTINCT record_id, {cause} FROM '{both}/l.csv' WHERE record_id IS NOT NULL").fetchall()
    rows = "".join(f"{who},{who},{cluster}\n" for who, cluster in found)
    (both / "people.csv").write_text(f"person_id,old_record_id,new_record_id\n{rows}")
    attack = ("attack", "across", both / "old.csv", both / "d", "--link", both / "people.csv", "--m", str(m), "--json")
    at_risk = setanon(*attack).json["persons_at_risk"]
    beside = ("--previous", both / "old.csv", "--link", both / "link.csv")
    answer = setanon("anonymize", "disassociation", source, "--out", both / "e", *given, *beside, "--json")
    assert (answer.code == 0) == (at_risk == 0) == (both / "e").exists()
    if at_risk:
        assert f"{at_risk} of 4 persons are left with fewer than 2 candidates" in answer.json["error"]


def test_who_is_not_in_both_releases_is_left_out_and_told(setanon: Program, both: Path) -> None:
    with (both / "link.csv").open("a") as file:
        file.write("8,5\n9,6\n")
    given = ("attack", "across", both / "old.csv", both / "new.csv", "--link", both / "link.csv", "--m", "1")
    found = setanon(*given, "--json").json
    assert (found["persons"], found["not_in_both"], found["persons_at_risk"]) == (4, 2, 0)
    assert "2 of the persons in the link are not in both releases" in setanon(*given).out
    refused = anonymized(setanon, both)
    assert (
        refused.code == 2
        and "4 of 4 persons" in refused.err
        and "2 in the link are not in both" in refused.err.replace("\n", " ")
    )


@pytest.mark.parametrize(
    ("rows", "what"),
    [
        ("1,1\n1,2\n", "1 records twice"),
        ("7,8\n", "no id of the link is in the release"),
        ("1,8\n7,1\n", "no person of the link is in both releases"),
        ("", "the link cannot be read: the source holds no item"),
    ],
)
def test_bad_links(setanon: Program, both: Path, rows: str, what: str) -> None:
    (both / "link.csv").write_text(f"old_record_id,new_record_id\n{rows}")
    answer = setanon("attack", "across", both / "old.csv", both / "new.csv", "--link", both / "link.csv")
    assert answer.code == 2 and what in answer.err, answer.err


def test_what_goes_together(setanon: Program, both: Path) -> None:
    given = ("anonymize", "km", both / "new-source.csv", "--out", both / "next.csv", *K2)
    for more in (("--previous", both / "old.csv"), ("--link", both / "link.csv"), ("--linkable",)):
        answer = setanon(*given, *more)
        assert answer.code == 2 and "--previous and --link belong together" in answer.err
    manifest = json.loads((both / "old.csv.manifest.json").read_text())
    (both / "old.csv.manifest.json").write_text(json.dumps(manifest))
    over = anonymized(setanon, both, "--overwrite", "--out", both / "old.csv")
    assert over.code == 2 and "is also what is read" in over.err
