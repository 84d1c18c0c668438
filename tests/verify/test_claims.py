"""Every promise that a manifest can make is counted, contradicted or told as not checked; none is taken on trust."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.verify import Verification
from setanon_sql.verify.contents import fingerprint
from tests.cli.program import Program
from tests.disassociation_data import LINES

Edit = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source and three releases of it: each test works on a copy."""
    folder = tmp_path_factory.mktemp("claims")
    source, sensitive = folder / "baskets.txt", folder / "sensitive.csv"
    source.write_text(LINES + "\n")
    sensitive.write_text("item\na\nzebra\n")
    api.anonymize_disassociation(source, folder / "pieces", k=3, m=2, cluster_size=8, sensitive=sensitive)
    api.anonymize_rho(source, folder / "rho.csv", rho="0.6", m=2, sensitive=sensitive)
    api.anonymize_km(source, folder / "km.csv", k=3, m=2)
    return folder


@pytest.fixture
def source(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path / "baskets.txt"


@pytest.fixture
def pieces(source: Path) -> Path:
    return source.with_name("pieces")


@pytest.fixture
def rho(source: Path) -> Path:
    return source.with_name("rho.csv")


@pytest.fixture
def km(source: Path) -> Path:
    return source.with_name("km.csv")


def edit(release: Path, change: Edit) -> None:
    path = release / "manifest.json" if release.is_dir() else release.with_name(f"{release.name}.manifest.json")
    fields = json.loads(path.read_text())
    change(fields)
    path.write_text(json.dumps(fields))


def told(answer: Verification, words: str) -> bool:
    return any(words in one for one in answer.not_checked)


def move_to_a_chunk(pieces: Path) -> None:
    """Put a sensitive item into all subrecords of a chunk, take it out of the terms, and stamp the files anew."""
    rows, terms = pieces / "subrecords.parquet", pieces / "terms.parquet"
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE old AS FROM '{rows}'")
        connection.execute(f"CREATE TABLE terms AS FROM '{terms}' WHERE item <> 'a'")
        connection.execute(
            "INSERT INTO old SELECT DISTINCT cluster_id, chunk_id, subrecord_id, 'a' FROM old "
            "WHERE chunk_id = (SELECT min(chunk_id) FROM old)"
        )
        connection.execute(f"COPY old TO '{rows}'; COPY terms TO '{terms}'")
        n = connection.execute("SELECT (SELECT count(*) FROM old) + (SELECT count(*) FROM terms)").fetchone()
    assert n
    edit(pieces, lambda fields: fields["sha256"].update({p.name: fingerprint(p).sha256 for p in (rows, terms)}))
    edit(pieces, lambda fields: fields.update(rows=n[0]))


@pytest.mark.slow
def test_the_list_of_sensitive_items_is_published_and_checked(pieces: Path) -> None:
    answer = api.verify(pieces)
    assert not answer.messages and answer.checks["sensitive"] == 0
    assert json.loads((pieces / "manifest.json").read_text())["sensitive"] == ["a"]
    move_to_a_chunk(pieces)
    answer = api.verify(pieces)
    assert not answer.satisfied and answer.checks["sensitive"] == 1
    assert any("1 sensitive item is in record or shared chunks" in message for message in answer.messages)
    assert api.audit_disassociation(pieces)["by_check"]["sensitive"] == 1


@pytest.mark.slow
def test_without_the_list_it_does_not_say_that_the_guarantee_holds(pieces: Path, source: Path) -> None:
    edit(pieces, lambda fields: fields.pop("sensitive"))
    answer = api.verify(pieces)
    assert (answer.satisfied, answer.complete, answer.messages) == (False, False, ())
    assert told(answer, "does not list them") and answer.to_json()["not_checked"] == list(answer.not_checked)
    assert api.audit_disassociation(pieces)["not_checked"] == [answer.not_checked[0]]
    by_owner = api.verify(pieces, source=source, sensitive=source.with_name("sensitive.csv"))
    assert not by_owner.messages and not told(by_owner, "does not list them") and told(by_owner, "who does")
    move_to_a_chunk(pieces)
    assert api.verify(pieces, source=source, sensitive=source.with_name("sensitive.csv")).messages


@pytest.mark.parametrize("kind", ["km", "rho", "pieces"])
def test_an_altered_sentence_is_told_and_never_repeated(kind: str, request: pytest.FixtureRequest) -> None:
    release: Path = request.getfixturevalue(kind)
    before = api.verify(release)
    assert not before.messages
    edit(release, lambda fields: fields.update(guarantee=fields["guarantee"] + " It is GDPR-proof."))
    answer = api.verify(release)
    assert not answer.satisfied and any("sentence" in message for message in answer.messages)
    assert answer.guarantee == before.guarantee and "GDPR" not in json.dumps(answer.to_json())
    edit(release, lambda fields: fields.update(created_by="setanon-sql 9.9"))
    answer = api.verify(release)
    assert not answer.messages and told(answer, "setanon-sql 9.9") and "GDPR" not in json.dumps(answer.to_json())


@pytest.mark.parametrize(
    ("kind", "model"),
    [
        ("km", KmAnonymity(3, 2)),
        ("rho", RhoUncertainty.from_shares("0.6", 2)),
        ("pieces", Disassociation(3, 2, 8, sensitive=True, diversity=2)),
    ],
)
def test_the_guarantee_is_that_of_model_and_parameters(
    kind: str, model: KmAnonymity | RhoUncertainty | Disassociation, request: pytest.FixtureRequest
) -> None:
    answer = api.verify(request.getfixturevalue(kind))
    assert answer.guarantee == model.guarantee and answer.parameters == model.parameters


@pytest.mark.parametrize("kind", ["km", "rho", "pieces"])
@pytest.mark.parametrize("name", ["safe", "epsilon_of_my_own", "t\x1b[31m"])
def test_unknown_parameters_cannot_be_checked(kind: str, name: str, request: pytest.FixtureRequest) -> None:
    release = request.getfixturevalue(kind)
    if (kind, name) == ("pieces", "safe"):
        name = "safer"
    edit(release, lambda fields: fields["parameters"].update({name: True}))
    with pytest.raises(BadInput, match="parameters") as refusal:
        api.verify(release)
    assert "\x1b" not in refusal.value.message


@pytest.mark.parametrize("kind", ["km", "rho", "pieces"])
def test_what_else_a_manifest_says_is_a_fault_and_told(kind: str, request: pytest.FixtureRequest) -> None:
    release = request.getfixturevalue(kind)
    edit(release, lambda fields: fields.update({"certified": True, "t\x1b[31m": 1}))
    edit(release, lambda fields: fields["format"].update(encrypted=True))
    edit(release, lambda fields: fields["verified"].update(by_an_auditor=1))
    answer = api.verify(release)
    assert answer.messages == ("stands in the release and was not checked: 3 fields of its manifest",)
    assert all(told(answer, name) for name in ("'certified'", "'format.encrypted'", "'by_an_auditor'"))
    assert told(answer, "random") and not any("\x1b" in one for one in answer.not_checked)


@pytest.mark.parametrize("kind", ["km", "rho", "pieces"])
def test_what_another_version_says_besides_is_no_fault_but_the_answer_is_not_yes(
    kind: str, request: pytest.FixtureRequest
) -> None:
    release = request.getfixturevalue(kind)
    edit(release, lambda fields: fields.update(certified=True, created_by="setanon-sql 99.1"))
    answer = api.verify(release)
    assert (answer.satisfied, answer.complete, answer.messages) == (False, False, ())
    assert told(answer, "'certified'") and not told(answer, "does not list them")


@pytest.mark.parametrize("change", [{"kind": "Mary"}, {"record_ids": ["Mary"]}])
def test_a_format_that_there_is_not_is_a_fault(km: Path, change: dict[str, Any]) -> None:
    edit(km, lambda fields: fields["format"].update(change))
    assert api.verify(km).messages == ("stands in the release and was not checked: 1 field of its manifest",)


def test_a_field_that_stands_twice_cannot_be_checked(km: Path) -> None:
    path = km.with_name("km.csv.manifest.json")
    path.write_text(path.read_text().replace("{", '{"method": "Mary has HIV", ', 1))
    with pytest.raises(BadInput, match="a field twice"):
        api.verify(km)


def test_a_manifest_that_carries_another_one_says_so(km: Path) -> None:
    edit(km, lambda fields: fields.update(replaces={**fields, "certified": "Mary"}))
    answer = api.verify(km)
    assert answer.satisfied and told(answer, "'replaces'")


def test_a_list_of_another_model_is_not_checked(km: Path) -> None:
    edit(km, lambda fields: fields.update(sensitive=["a"], thresholds={"a": "1/2"}))
    answer = api.verify(km)
    assert told(answer, "'sensitive'") and told(answer, "'thresholds'") and not answer.satisfied


@pytest.mark.parametrize("kind", ["km", "rho", "pieces"])
def test_altered_counts_are_told(kind: str, request: pytest.FixtureRequest) -> None:
    release = request.getfixturevalue(kind)
    name = "clusters" if kind == "pieces" else "labels"
    edit(release, lambda fields: fields["verified"].update({name: 4711}))
    assert api.verify(release).messages == (f"the recount finds other numbers than 'verified' in the manifest: {name}",)


@pytest.mark.parametrize("kind", ["km", "rho", "pieces"])
def test_counts_that_nobody_knows_are_told(kind: str, request: pytest.FixtureRequest) -> None:
    release = request.getfixturevalue(kind)
    edit(release, lambda fields: fields.update(verified={"a": [1]}))
    assert told(api.verify(release), "'a' under 'verified'")


@pytest.mark.slow
def test_a_count_of_the_work_is_not_checked_where_it_differs(rho: Path) -> None:
    assert not told(api.verify(rho), "sets_counted")
    edit(rho, lambda fields: fields["verified"].update(sets_counted=4711))
    answer = api.verify(rho)
    assert answer.satisfied and told(answer, "'sets_counted' under 'verified'")
    for said in ("many", None, [1], True):
        edit(rho, lambda fields, said=said: fields["verified"].update(sets_counted=said))  # type: ignore[misc]
        assert api.verify(rho).messages[0].endswith("'verified' in the manifest: sets_counted")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["km", "rho", "pieces"])
def test_how_many_sensitive_labels_are_listed_is_told(kind: str, request: pytest.FixtureRequest) -> None:
    release = request.getfixturevalue(kind)
    before = api.verify(release)
    if kind == "km":
        assert "sensitive_labels" not in before.checks and not told(before, "'sensitive'")
        return
    assert before.checks["sensitive_labels"] == 1 and told(before, "names every label that should be hidden")
    edit(release, lambda fields: fields.update(sensitive=[]))
    assert api.verify(release).checks["sensitive_labels"] == 0


def test_ids_that_were_kept_are_not_said_to_be_random(source: Path) -> None:
    out = source.with_name("kept.csv")
    api.anonymize_km(source, out, k=3, m=2, record_ids="keep")
    assert not told(api.verify(out), "random")


@pytest.mark.slow
def test_a_sampled_promise_with_any_odds_is_checked_by_a_sample_and_says_so(source: Path) -> None:
    out, odds = source.with_name("sampled.csv"), api.Sampling(epsilon="0.2", delta="0.3")
    api.anonymize_rho(source, out, rho="0.6", m=2, sensitive=source.with_name("sensitive.csv"), sampling=odds)
    alone = api.verify(out)
    assert not alone.satisfied and not alone.complete and not alone.messages
    assert told(alone, "they know items of the original records") and told(alone, "epsilon and delta")
    answer = api.verify(out, source=source, sensitive=source.with_name("sensitive.csv"))
    assert answer.satisfied and answer.complete and told(answer, "epsilon and delta")


@pytest.mark.slow
def test_a_sampled_promise_that_is_not_kept_is_found_by_the_owner(tmp_path: Path) -> None:
    """Of 400 records that hold a, 300 hold the sensitive s: who knows a succeeds."""
    records = [{"a", "s"}] * 300 + [{"a", "b"}] * 100
    odds = api.Sampling(epsilon="0.1", delta="0.1")
    api.anonymize_rho(records, tmp_path / "r.csv", rho="0.9", m=1, sensitive=["s"], sampling=odds)
    manifest = json.loads((tmp_path / "r.csv.manifest.json").read_text())
    manifest["parameters"]["rho"] = 0.5
    manifest["guarantee"] = RhoUncertainty.from_shares("0.5", 1, "0.1", "0.1").guarantee
    (tmp_path / "r.csv.manifest.json").write_text(json.dumps(manifest))
    answer = api.verify(tmp_path / "r.csv", source=records, sensitive=["s"])
    assert not answer.satisfied and "random adversaries who know 1 item succeed" in answer.messages[0]


def test_what_an_owner_gives_stands_beside_the_manifest(rho: Path, km: Path, source: Path) -> None:
    (source.with_name("other.csv")).write_text("item\nf\n")
    given = {"source": source, "sensitive": source.with_name("other.csv")}
    assert told(api.verify(rho, **given), "were checked instead")
    assert told(api.verify(km, **given), "the model of this release has none")


def test_the_command_line_tells_a_release_that_was_checked_in_part(
    pieces: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setanon = Program(capsys)
    whole = setanon("verify", pieces)
    assert whole.code == 2 and "the guarantee holds" not in whole.out and "ledger" in whole.out
    edit(pieces, lambda fields: fields.pop("sensitive"))
    part = setanon("verify", pieces)
    assert part.code == 2 and "the guarantee holds" not in part.out
    assert "NOT FULLY CHECKED" in part.out and "does not list them" in part.out
