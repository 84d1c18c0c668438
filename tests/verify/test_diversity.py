"""Who holds sensitive items of a disassociated release only its owner can count: by the source and the ledger."""

import hashlib
import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.models.disassociation.parameters import Disassociation
from tests.cli.program import Program
from tests.disassociation_data import LINES


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source, a list, a release and its ledger: each test works on a copy."""
    folder = tmp_path_factory.mktemp("diversity")
    (folder / "baskets.txt").write_text(LINES + "\n")
    (folder / "secret.csv").write_text("item\na\nzebra\n")
    how: dict[str, Any] = {"k": 3, "m": 2, "cluster_size": 8, "seed": "s"}
    api.anonymize_disassociation(
        folder / "baskets.txt", folder / "r", sensitive=folder / "secret.csv", ledger=folder / "ledger.csv", **how
    )
    return folder


@pytest.fixture
def at(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path


def owned(at: Path, **more: Any) -> dict[str, Any]:
    return {"source": at / "baskets.txt", "sensitive": at / "secret.csv", "ledger": at / "ledger.csv"} | more


def edit(at: Path, diversity: int) -> None:
    """Promise another diversity."""
    path = at / "r" / "manifest.json"
    fields = json.loads(path.read_text())
    fields["parameters"]["diversity"] = diversity
    fields["guarantee"] = Disassociation(**fields["parameters"]).guarantee
    path.write_text(json.dumps(fields))


def change_ledger(at: Path, change: Any) -> None:
    ledger = pd.read_csv(at / "ledger.csv", dtype=str, keep_default_na=False)
    change(ledger).to_csv(at / "ledger.csv", index=False)


def test_the_source_has_too_many_holders_and_the_release_does_not(at: Path) -> None:
    """By the ledger, counted here: records that hold "a" in the release, cluster by cluster."""
    assert sum("a" in line.split() for line in LINES.splitlines()) * 2 > len(LINES.splitlines())
    ledger = pd.read_csv(at / "ledger.csv", dtype=str)
    held = Counter(ledger[(ledger["item"] == "a") & (ledger["action"] == "term chunk")]["cause"])
    clusters = pd.read_parquet(at / "r" / "clusters.parquet")
    sizes = {f"cluster {one}": size for one, size in zip(clusters["cluster_id"], clusters["size"], strict=True)}
    assert held and all(2 * n <= sizes[cluster] for cluster, n in held.items())
    gone = ledger[(ledger["item"] == "a") & (ledger["action"] == "taken out")]
    assert len(gone) and set(gone["cause"]) == {"diversity"}


@pytest.mark.slow
def test_the_files_alone_do_not_tell_and_the_owner_does(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    alone = api.verify(at / "r")
    assert (alone.satisfied, alone.complete, alone.messages) == (False, False, ())
    assert "who does" in alone.not_checked[0] and "diversity" not in alone.checks
    assert not api.verify(at / "r", **owned(at, ledger=None)).complete
    by_owner = api.verify(at / "r", **owned(at))
    assert by_owner.satisfied and by_owner.complete and by_owner.checks["diversity"] == 0
    assert "over 1/2" in by_owner.guarantee and "number of records of its cluster" not in by_owner.guarantee
    setanon = Program(capsys)
    assert setanon("verify", at / "r").code == 2
    options = ("--source", at / "baskets.txt", "--sensitive", at / "secret.csv", "--ledger", at / "ledger.csv")
    assert setanon("verify", at / "r", *options).code == 0
    assert "who does" in str(api.audit_disassociation(at / "r")["not_checked"])


def test_more_holders_than_are_promised_are_found(at: Path) -> None:
    edit(at, 4)
    by_owner = api.verify(at / "r", **owned(at))
    assert by_owner.messages and by_owner.checks["diversity"] > 0
    assert any("hold a sensitive item" in one for one in by_owner.messages)
    assert api.verify(at / "r").checks["diversity"] < by_owner.checks["diversity"]


@pytest.mark.slow
def test_sizes_of_clusters_are_held_against_the_ledger(tmp_path: Path) -> None:
    """Four of twelve records hold the sensitive item: in clusters of 20 that would be few enough for diversity 4."""
    source = [["a", "b"], ["a", "c"], ["b", "c"], ["b", "x"], ["c"], ["b", "d"], ["a"], ["d", "b"], ["c", "d"],
              ["a", "d"], ["b", "c"], ["d"]]  # fmt: skip
    sensitive = pd.DataFrame({"item": ["a"]})
    ledger = tmp_path / "ledger.csv"
    api.anonymize_disassociation(
        source, tmp_path / "r", k=2, m=2, sensitive=sensitive, diversity=2, ledger=ledger, seed="s"
    )
    known: dict[str, Any] = {"source": source, "sensitive": sensitive, "ledger": ledger}
    assert api.verify(tmp_path / "r", **known).satisfied
    edit(tmp_path, 4)
    path = tmp_path / "r" / "clusters.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE old AS FROM '{path}'")
        connection.execute(f"COPY (SELECT * REPLACE (CAST(20 AS BIGINT) AS size) FROM old) TO '{path}'")
    manifest = tmp_path / "r" / "manifest.json"
    fields = json.loads(manifest.read_text())
    fields["sha256"]["clusters.parquet"] = hashlib.sha256(path.read_bytes()).hexdigest()
    clusters = len(pd.read_parquet(path))
    manifest.write_text(json.dumps(fields | {"records": 20 * clusters, "verified": {}}))
    answer = api.verify(tmp_path / "r", **known)
    assert answer.messages == ()
    assert not answer.complete
    assert any("not that of this release" in sentence for sentence in answer.not_checked)


@pytest.mark.slow
def test_a_ledger_of_another_release_proves_nothing(at: Path) -> None:
    def other(change: Any) -> None:
        shutil.copy(at / "kept.csv", at / "ledger.csv")
        change_ledger(at, change)
        answer = api.verify(at / "r", **owned(at))
        assert not answer.satisfied and not answer.complete and "not that of this release" in answer.not_checked[0]

    shutil.copy(at / "ledger.csv", at / "kept.csv")
    other(lambda rows: rows[rows["item"] != "a"])
    other(lambda rows: pd.concat([rows, rows[rows["item"] == "a"][:1]]))
    other(lambda rows: rows.assign(cause=rows["cause"].where(rows["action"] != "term chunk", "cluster 1")))
    other(lambda rows: rows.assign(action=rows["action"].replace("term chunk", "taken out")))
    change_ledger(at, lambda rows: rows.drop(columns="cause"))
    with pytest.raises(BadInput, match="no ledger"):
        api.verify(at / "r", **owned(at))


@pytest.mark.slow
def test_a_ledger_needs_what_belongs_to_it(at: Path) -> None:
    with pytest.raises(BadParameter, match="source, and sensitive"):
        api.verify(at / "r", ledger=at / "ledger.csv")
    api.anonymize_rho(at / "baskets.txt", at / "rho.csv", rho="0.6", m=2, sensitive=at / "secret.csv")
    with pytest.raises(BadInput, match="this is none"):
        api.verify(at / "rho.csv", **owned(at))


@pytest.mark.slow
def test_where_no_sensitive_item_is_left_all_is_checked(at: Path) -> None:
    how: dict[str, Any] = {"k": 3, "m": 2, "constraints": [("f", "drop")]}
    api.anonymize_disassociation(at / "baskets.txt", at / "n", sensitive=["f"], **how)
    answer = api.verify(at / "n")
    assert answer.satisfied and answer.complete and answer.checks["diversity"] == 0


def test_a_manifest_of_an_older_version_promises_nothing_of_holders(at: Path) -> None:
    path = at / "r" / "manifest.json"
    fields = json.loads(path.read_text())
    del fields["parameters"]["diversity"]
    path.write_text(json.dumps(fields | {"created_by": "setanon-sql 0.1"}))
    answer = api.verify(at / "r")
    assert answer.satisfied and "linked" not in answer.guarantee and "link an item" not in answer.guarantee


@pytest.mark.parametrize("diversity", [1, True, "2"])
def test_a_manifest_with_no_such_number_is_refused(at: Path, diversity: object) -> None:
    path = at / "r" / "manifest.json"
    fields = json.loads(path.read_text())
    fields["parameters"]["diversity"] = diversity
    path.write_text(json.dumps(fields))
    with pytest.raises(BadInput, match="manifest"):
        api.verify(at / "r")


def test_it_is_for_sensitive_items_and_a_number_from_two_on(at: Path) -> None:
    how: dict[str, Any] = {"k": 3, "m": 2}
    with pytest.raises(BadParameter, match="diversity"):
        api.anonymize_disassociation(at / "baskets.txt", at / "x", diversity=2, **how)
    for wrong in (1, 0, 2.5):
        with pytest.raises(BadParameter, match="diversity"):
            api.anonymize_disassociation(
                at / "baskets.txt", at / "x", diversity=wrong, sensitive=at / "secret.csv", **how
            )


@pytest.mark.slow
def test_what_it_cost_is_told_to_the_owner_and_is_in_no_manifest(at: Path) -> None:
    how: dict[str, Any] = {"k": 3, "m": 2, "cluster_size": 12, "diversity": 3, "seed": "s"}
    release = api.anonymize_disassociation(
        at / "baskets.txt", at / "d", sensitive=at / "secret.csv", ledger=at / "d.csv", report=at / "d.html", **how
    )
    ledger = pd.read_csv(at / "d.csv", dtype=str)
    assert release.utility["sensitive_suppressed"] == (ledger["cause"] == "diversity").sum() > 0
    names = ("moved_records", "sensitive_suppressed", "emptied_records")
    assert all(name in release.to_json() and name not in json.dumps(release.manifest) for name in names)
    assert "Occurrences of sensitive items taken out" in (at / "d.html").read_text()
    public = api.Report(at / "p.html", tier="public")
    api.anonymize_disassociation(at / "baskets.txt", at / "p", sensitive=at / "secret.csv", report=public, **how)
    assert "Occurrences of sensitive items taken out" not in (at / "p.html").read_text()


@pytest.mark.slow
def test_an_estimate_says_what_it_does_not_know(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    terms = pd.read_parquet(at / "r" / "terms.parquet")
    clusters = pd.read_parquet(at / "r" / "clusters.parquet").set_index("cluster_id")["size"]
    having = terms[terms["item"] == "a"]["cluster_id"]
    single, pair, other = api.estimate(at / "r", items=[["a"], ["a", "b"], ["b"]]).estimates
    assert (single.certain, single.expected) == (len(having), None)
    assert single.at_most == sum(clusters[one] // 2 for one in having) and pair.expected is None
    assert other.expected is not None and other.at_most is None and "at_most" not in other.to_json()
    assert f"not known, {single.at_most} at most" in Program(capsys)("estimate", at / "r", "--items", "a").out


@pytest.mark.slow
def test_compare_tries_it(at: Path) -> None:
    given: dict[str, Any] = {"models": ["disassociation"], "k": [3], "cluster_sizes": [12], "seed": "s"}
    found = api.compare(at / "baskets.txt", sensitive=at / "secret.csv", diversity=3, **given)
    (row,) = found.settings
    assert row.setting.parameters["diversity"] == 3 and "1/3" in row.setting.guarantee
    with pytest.raises(BadParameter, match="sensitive"):
        api.compare(at / "baskets.txt", diversity=3, **given)
