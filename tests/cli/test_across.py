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


@pytest.mark.whole
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
        "complete": True,
        "not_computed": [],
    }
    assert setanon(*given, "--m", "1").code == 0
    shown = setanon(*given, "--show-values")
    assert "4 of 4 persons are left with fewer than 2 candidates" in shown.out and "old: Zqxmilk" in shown.out


@pytest.mark.whole
def test_a_column_of_the_link_names_persons(setanon: Program, both: Path) -> None:
    """Each table is 2-anonymous in records; the two with tea, and two of apples and pears, are one person's."""
    rows = "".join(f"{number},{number},{who}\n" for number, who in zip(range(1, 5), "aabc", strict=True))
    (both / "link.csv").write_text(f"old_record_id,new_record_id,who\n{rows}")
    given = ("attack", "across", both / "old.csv", both / "new.csv", "--link", both / "link.csv", "--m", "1")
    assert setanon(*given).code == 0
    answer = setanon(*given, "--person", "who", "--json")
    assert answer.code == 1 and answer.json["unit"] == "person"
    assert (answer.json["persons"], answer.json["persons_at_risk"], answer.json["sets"]) == (3, 1, 1)
    assert setanon(*given, "--person", "whom").code == 2


def anonymized(setanon: Program, both: Path, *more: str | Path, source: str = "new-source.csv") -> Answer:
    beside = ("--previous", both / "old.csv", "--link", both / "link.csv")
    return setanon("anonymize", "km", both / source, "--out", both / "next.csv", *K2, *beside, *more)


@pytest.mark.slow
def test_nothing_is_published_that_undoes_the_previous_release(setanon: Program, both: Path) -> None:
    answer = anonymized(setanon, both, "--json")
    assert answer.code == 2 and not (both / "next.csv").exists() and not (both / "next.csv.manifest.json").exists()
    assert "With the 2 labels found for this one alone 4 of 4 records would have fewer" in answer.json["error"]
    assert "smaller --k or --m" in answer.json["hint"] and "Zqx" not in answer.out + answer.err
    write(both / "same.csv", OLD)
    assert anonymized(setanon, both, source="same.csv").code == 0


@pytest.mark.whole
def test_records_go_that_no_label_helps(setanon: Program, both: Path) -> None:
    """Of the two with tea one is in both releases; of the two with milk none is at risk."""
    (both / "link.csv").write_text("old_record_id,new_record_id\n1,1\n3,2\n4,3\n")
    source = write(both / "same.csv", ["pear", "pear", "pear"])
    refused = anonymized(setanon, both, source=source.name)
    assert refused.code == 2 and "1 of the 3 records" in refused.err and not (both / "next.csv").exists()
    answer = anonymized(setanon, both, "--let-go", "--json", source=source.name)
    assert answer.code == 0 and answer.json["records"] == 2
    assert answer.json["beside_previous"]["records_left_out"] == 1
    for wrong in (("--linkable",), ("--mapping", source, "--taxonomy", source)):
        assert anonymized(setanon, both, "--let-go", *wrong, source=source.name).code == 2
    alone = setanon("anonymize", "km", source, "--out", both / "next.csv", *K2, "--let-go")
    assert alone.code == 2 and "--previous" in alone.err


@pytest.mark.whole
def test_what_bounds_confidence_knows_of_no_previous_release(setanon: Program, both: Path) -> None:
    """How surely an item follows from both together nobody computes: refused before the work."""
    (both / "s.csv").write_text("item\nZqxpear\n")
    given = ("--rho", "0.9", "--m", "1", "--sensitive", both / "s.csv", "--quiet")
    beside = ("--previous", both / "old.csv", "--link", both / "link.csv")
    source = write(both / "b.csv", ["tea pear", "tea", "milk", "milk"])
    answer = setanon("anonymize", "rho", source, "--out", both / "r.csv", *given, *beside)
    assert answer.code == 2 and "--previous does not know of confidence" in answer.err
    assert not (both / "r.csv").exists()


@pytest.mark.whole
def test_record_ids_are_not_kept_twice_unless_asked_for(setanon: Program, both: Path) -> None:
    write(both / "same.csv", OLD)
    answer = anonymized(setanon, both, "--record-ids", "keep", source="same.csv")
    assert answer.code == 2 and "kept its record ids" in answer.err and not (both / "next.csv").exists()
    assert anonymized(setanon, both, "--record-ids", "keep", "--linkable", source="same.csv").code == 0


@pytest.mark.whole
def test_nothing_is_published_under_the_ids_of_the_previous_release(setanon: Program, tmp_path: Path) -> None:
    """Its own ids, kept as those of the source, or made again: every person could be found in both."""
    source = write(tmp_path / "b.csv", ["tea milk", "tea milk", "tea", "milk"] * 10)
    same, one = ("--seed", "x"), tmp_path / "one.csv"
    assert setanon("anonymize", "km", source, "--out", one, *K2, *same).code == 0
    rows = set(duckdb.read_csv(str(one), header=True).fetchall())
    beside = ("--previous", one, "--link", link(tmp_path, 40), *K2)
    again = setanon("anonymize", "km", one, "--out", tmp_path / "two.csv", "--record-ids", "keep", *beside)
    assert again.code == 2 and "40 of 40 linked records would have the record id" in again.err
    assert not (tmp_path / "two.csv").exists()
    kept = setanon("anonymize", "km", one, "--out", tmp_path / "two.csv", "--record-ids", "keep", "--linkable", *beside)
    assert kept.code == 0 and set(duckdb.read_csv(str(tmp_path / "two.csv"), header=True).fetchall()) == rows


@pytest.mark.whole
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
    assert again.code == 2 and "40 of 40 linked records would have the record id" in again.err
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


@pytest.mark.whole
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


@pytest.mark.whole
@pytest.mark.parametrize("m", [1, 2])
def test_a_disassociated_release_is_held_to_the_previous_one(setanon: Program, both: Path, m: int) -> None:
    """What is counted before it is published is what the attack counts afterwards, with the clusters of the ledger."""
    given = ("--k", "2", "--m", str(m), "--quiet", "--seed", "s", "--cluster-size", "3")
    source = write(both / "b.csv", NEW)
    clear = setanon("anonymize", "disassociation", source, "--out", both / "d", *given, "--ledger", both / "l.csv")
    assert clear.code == 0
    rows = "".join(f"{who},{who},{cluster}\n" for who, cluster in clusters_of(both / "l.csv").items())
    (both / "people.csv").write_text(f"person_id,old_record_id,new_record_id\n{rows}")
    attack = ("attack", "across", both / "old.csv", both / "d", "--link", both / "people.csv", "--m", str(m), "--json")
    at_risk = setanon(*attack).json["persons_at_risk"]
    beside = ("--previous", both / "old.csv", "--link", both / "link.csv")
    answer = setanon("anonymize", "disassociation", source, "--out", both / "e", *given, *beside, "--json")
    assert (answer.code == 0) == (at_risk == 0) == (both / "e").exists()
    if at_risk:
        assert f"{at_risk} of 4 persons are left with fewer than 2 candidates" in answer.json["error"]


#: Clusters of 2, and of 4 and 2, hide each set of two items among 2 records; together they leave one holder of b and e.
APART = ["b d e", "c d e", "d", "d e", "a c", "c"]


def cut(setanon: Program, folder: Path, source: Path, name: str, size: int, *more: str | Path) -> Answer:
    given = ("--k", "2", "--m", "2", "--cluster-size", str(size), "--seed", "s", "--quiet")
    return setanon("anonymize", "disassociation", source, "--out", folder / name, *given, *more)


def clusters_of(ledger: Path) -> dict[str, int]:
    """The cluster of each record, as the owner's ledger has it."""
    return dict(duckdb.sql(f"SELECT record_id, label::int FROM '{ledger}' WHERE action = 'released'").fetchall())


@pytest.fixture
def apart(setanon: Program, tmp_path: Path) -> Path:
    """Two disassociated releases of the same records; who is where, by clusters of both or (link) new records."""
    source = write(tmp_path / "b.csv", APART)
    for name, size in (("old", 3), ("new", 5)):
        assert cut(setanon, tmp_path, source, name, size, "--ledger", tmp_path / f"{name}.csv").code == 0
    old, new = (clusters_of(tmp_path / f"{name}.csv") for name in ("old", "new"))
    rows = {
        "people": [f"{who},{old[who]},{new[who]}\n" for who in old],
        "link": [f"{who},{old[who]},{who}\n" for who in old],
    }
    for name, lines in rows.items():
        (tmp_path / f"{name}.csv").write_text("person_id,old_record_id,new_record_id\n" + "".join(lines))
    return tmp_path


@pytest.mark.whole
def test_two_disassociated_releases_leave_one_together(setanon: Program, apart: Path) -> None:
    given = ("attack", "across", apart / "old", apart / "new", "--link", apart / "people.csv")
    answer = setanon(*given, "--json")
    assert answer.code == 1 and answer.json["complete"] and not answer.json["persons_at_risk"]
    assert answer.json["originals"]["sets_broken_by_size"] == {"1": 0, "2": 1}
    words = " ".join(setanon(*given).out.split())
    assert "1 set of up to 2 known items is held by fewer than 2 records in every original" in words
    unknown = setanon(*given, "--seconds", "0")
    assert unknown.code == 2 and "is not known: the time was over" in " ".join(unknown.out.split())
    assert setanon(*given, "--m", "1").code == 0


@pytest.mark.slow
def test_no_disassociated_release_undoes_the_one_before(setanon: Program, apart: Path) -> None:
    beside = ("--previous", apart / "old", "--link", apart / "link.csv")
    answer = cut(setanon, apart, apart / "b.csv", "next", 5, *beside, "--json")
    assert answer.code == 2 and not (apart / "next").exists()
    assert "1 set of up to 2 known items is held by fewer than 2 records" in answer.json["error"]
    assert cut(setanon, apart, apart / "b.csv", "next", 3, *beside).code == 0
    write(apart / "other.csv", [*APART[:-1], "a"])
    answer = cut(setanon, apart, apart / "other.csv", "other", 3, *beside, "--json")
    assert answer.code == 2 and not (apart / "other").exists()
    assert "is not known" in answer.json["error"] and "not of the same records" in answer.json["error"]


@pytest.mark.whole
def test_a_disassociated_release_and_another_are_not_said_to_hide_anybody(setanon: Program, tmp_path: Path) -> None:
    """Each hides c and y among two; one record alone can hold both, by what the other release shows of a, b and d."""
    people = ["a b d y", "d", "b", "a b d y", "a b c y", "a b c"]
    source = write(tmp_path / "b.csv", people)
    (tmp_path / "c.csv").write_text("item,rule\nZqxy,drop\n")
    keep = ("--constraints", tmp_path / "c.csv", "--record-ids", "keep")
    assert setanon("anonymize", "km", source, "--out", tmp_path / "km.csv", *K2, *keep).code == 0
    assert len((tmp_path / "km.csv").read_text().split()) == 1 + sum(
        len(held.replace("y", "").split()) for held in people
    )
    assert cut(setanon, tmp_path, source, "cut", 9, "--ledger", tmp_path / "l.csv").code == 0
    where = clusters_of(tmp_path / "l.csv")
    rows = "".join(f"{who},{who},{cluster}\n" for who, cluster in where.items())
    (tmp_path / "people.csv").write_text(f"person_id,old_record_id,new_record_id\n{rows}")
    given = ("attack", "across", tmp_path / "km.csv", tmp_path / "cut", "--link", tmp_path / "people.csv")
    answer = setanon(*given, "--json")
    assert answer.code == 2 and (answer.json["persons_at_risk"], answer.json["complete"]) == (0, False)
    assert answer.json["originals"]["reason"] == "mixed"
    assert "is not known" in setanon(*given).out
    assert setanon(*given, "--m", "1").code == 0


@pytest.mark.whole
def test_what_follows_from_two_releases_of_rho_is_not_said_to_be_known(setanon: Program, tmp_path: Path) -> None:
    """Each keeps rho = 1/2; who puts them together knows s of all who hold a."""
    old, new = ["a c"] * 3 + ["a s"] * 3, ["a s"] * 3 + ["a d"] * 3
    (tmp_path / "s.csv").write_text("item\nZqxs\n")
    given = ("--rho", "0.5", "--sensitive", tmp_path / "s.csv", "--quiet")
    for name, records in (("old", old), ("new", new)):
        source = write(tmp_path / f"{name}-source.csv", records)
        keep = ("--out", tmp_path / f"{name}.csv", "--record-ids", "keep")
        assert setanon("anonymize", "rho", source, *keep, *given).code == 0
        assert len((tmp_path / f"{name}.csv").read_text().split()) == 13  # nothing had to go
    both = write(tmp_path / "both.csv", [f"{one} {other[2:]}" for one, other in zip(old, new, strict=True)])
    assert setanon("audit", "rho", both, *given).code == 1
    rows = ("attack", "across", tmp_path / "old.csv", tmp_path / "new.csv", "--link", link(tmp_path, 6))
    answer = setanon(*rows, "--k", "2", "--json")
    assert answer.code == 2 and (answer.json["persons_at_risk"], answer.json["complete"]) == (0, False)
    assert answer.json["not_computed"] == ["confidence"]
    assert "How surely a sensitive item follows" in setanon(*rows, "--k", "2").out


@pytest.mark.whole
def test_without_the_taxonomy_an_item_with_two_labels_is_not_said_to_hide_anybody(
    setanon: Program, tmp_path: Path
) -> None:
    """Two hold fruit and two hold apples, and one of them both: one known item tells both labels."""
    (tmp_path / "t.csv").write_text("child,parent\nZqxapple,Zqxfruit\nZqxpear,Zqxfruit\nZqxfruit,all\nZqxtea,all\n")
    tree = ("--taxonomy", tmp_path / "t.csv")
    for name, records in (("old", ["apple", "pear", "tea", "tea"]), ("new", ["apple", "tea", "apple", "tea"])):
        source = write(tmp_path / f"{name}-source.csv", records)
        given = ("--k", "2", "--m", "1", "--record-ids", "keep", "--quiet", *tree)
        assert setanon("anonymize", "km", source, "--out", tmp_path / f"{name}.csv", *given).code == 0
    attack = ("attack", "across", tmp_path / "old.csv", tmp_path / "new.csv", "--link", link(tmp_path), "--m", "1")
    without, known = setanon(*attack, "--json"), setanon(*attack, *tree, "--json")
    assert (tmp_path / "old.csv").read_text().count("fruit") == (tmp_path / "new.csv").read_text().count("apple") == 2
    assert known.code == 1 and known.json["complete"]
    assert without.json["not_computed"] == ["labels"]


@pytest.mark.whole
def test_who_is_not_in_both_releases_is_left_out_and_told(setanon: Program, both: Path) -> None:
    with (both / "link.csv").open("a") as file:
        file.write("8,5\n9,6\n")
    given = ("attack", "across", both / "old.csv", both / "new.csv", "--link", both / "link.csv", "--m", "1")
    found = setanon(*given, "--json").json
    assert (found["persons"], found["not_in_both"], found["persons_at_risk"]) == (4, 2, 0)
    assert "2 of the persons in the link are not in both releases" in setanon(*given).out
    refused = anonymized(setanon, both)
    assert refused.code == 2 and "4 of 4 records would have fewer" in refused.err.replace("\n", " ")


@pytest.mark.whole
@pytest.mark.parametrize(
    ("rows", "what"),
    [
        ("1,1\n1,2\n", "1 record twice"),
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


@pytest.fixture
def persons(setanon: Program, tmp_path: Path) -> Path:
    """An old release that counts persons, with the record ids of the source: eight records of four people."""
    whose = ["ann", "ann", "bob", "bob", "cat", "cat", "dan", "dan"]
    for name, records in (("old", ["tea"] * 4 + ["milk"] * 4), ("same", ["tea"] * 4 + ["milk"] * 4)):
        write_whose(tmp_path / f"{name}-source.csv", records, whose)
    write_whose(tmp_path / "new-source.csv", ["pear", "pear", "apple", "apple"] * 2, whose)
    given = (tmp_path / "old-source.csv", "--out", tmp_path / "old.csv", "--person", "who", "--record-ids", "keep")
    assert setanon("anonymize", "km", *given, *K2).code == 0
    link(tmp_path, 8)
    return tmp_path


def write_whose(path: Path, records: list[str], whose: list[str]) -> None:
    """Write records of one item each, with the person of each."""
    rows = [f"{number},Zqx{item},{who}\n" for number, (item, who) in enumerate(zip(records, whose, strict=True), 1)]
    path.write_text("record_id,item,who\n" + "".join(rows))


@pytest.mark.whole
@pytest.mark.parametrize("person", [("--person", "who"), ()])
def test_the_previous_release_is_kept_to_in_persons(setanon: Program, persons: Path, person: tuple[str, ...]) -> None:
    """By records two are left for tea and a pear, both Ann's. A release of records may not follow one of persons."""
    answer = anonymized(setanon, persons, *person)
    assert answer.code == 2 and not (persons / "next.csv").exists()
    if person:
        assert "8 of 8 records would have fewer" in answer.err.replace("\n", " ")
        assert anonymized(setanon, persons, *person, source="same-source.csv").code == 0
    else:
        assert "the previous release counts persons" in answer.err and "--person" in answer.err


def test_a_disassociated_release_of_persons_has_no_previous_one(setanon: Program, persons: Path) -> None:
    beside = ("--previous", persons / "old.csv", "--link", persons / "link.csv", "--person", "who")
    answer = setanon("anonymize", "disassociation", persons / "same-source.csv", "--out", persons / "p", *K2, *beside)
    assert answer.code == 2 and "is not computed" in answer.err and not (persons / "p").exists()
