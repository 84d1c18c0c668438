"""``setanon run``: a policy is done as a whole, or nothing is published."""

import hashlib
import json
import re
import stat
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest

from setanon_sql import api
from setanon_sql.policy import BadPolicy, RunOptions, check_policy, run_policy
from setanon_sql.policy.fingerprints import SecretKey, made_key
from tests.cli.program import Program
from tests.policy.conftest import MARK, MODELS, policy

pytestmark = pytest.mark.usefixtures("one_way")


def manifest(out: str = "safe.csv") -> dict[str, Any]:
    path = Path(out) / "manifest.json" if Path(out).is_dir() else Path(f"{out}.manifest.json")
    found = json.loads(path.read_text())
    assert isinstance(found, dict)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    "model",
    [
        pytest.param(one, marks=[pytest.mark.slow] * (one in {"adaptive", "coherence", "kanonymity", "safe"}))
        for one in MODELS
    ],
)
def test_a_policy_of_each_model_publishes_what_verifies_and_agrees(setanon: Program, shop: Path, model: str) -> None:
    Path("setanon.toml").write_text(policy(model))
    answer = setanon("run", "setanon.toml", "--json", "--evidence", "evidence", "--ledger", "who.csv")
    assert answer.code == 0, answer.err
    out = "pieces" if model in {"disassociation", "safe"} else "safe.csv"
    assert answer.json["published"]
    verified = api.verify(out)
    assert (verified.satisfied, verified.complete, verified.messages) == (model != "safe", model != "safe", ())
    if model == "safe":
        assert api.verify(out, source="b.csv", sensitive="s.csv", ledger="who.csv").satisfied
    told = manifest(out)
    assert told["model"] == {"safe": "disassociation"}.get(model, model) and told["made"] == f"{date.today()}"
    assert told["policy"]["sha256"] == hashlib.sha256(Path("setanon.toml").read_bytes()).hexdigest()
    assert any("'lost'" in one for one in told["not_checked"]) and answer.json["verify"]["not_checked"]
    assert MARK not in json.dumps({name: told[name] for name in ("policy", "fingerprints", "lost", "not_checked")})
    checked = setanon("check", "setanon.toml", "--json")
    assert (checked.code, checked.json["agrees"]) == ((2, None) if model == "safe" else (0, True)), checked.out
    unknown = [one["check"] for one in checked.json["checks"] if one["result"] != "agrees"]
    assert unknown == ["guarantee"] * (model == "safe"), "who holds sensitive items takes the ledger"


@pytest.mark.whole
def test_the_same_seed_gives_the_same_file_whatever_the_day(shop: Path) -> None:
    """Without the proof of least cost: what that finds in time depends on what else the machine does."""
    for name, day in (("one", date(2026, 1, 1)), ("two", date(2026, 2, 1))):
        Path(f"{name}.toml").write_text(policy(more="[method]\noptimum = 0\n", out=f"{name}.csv"))
        assert run_policy(f"{name}.toml", RunOptions(seed="7", today=day)).published
    assert Path("one.csv").read_bytes() == Path("two.csv").read_bytes()
    assert (manifest("one.csv")["made"], manifest("two.csv")["made"]) == ("2026-01-01", "2026-02-01")


#: Limits that the release of the shop breaks, and what is told of them.
BROKEN = {
    "max_ncp": ("max_ncp = 0.001", 0.001),
    "max_suppressed": ('max_suppressed = "1/1000"', 0.001),
    "min_records": ("min_records = 61", 61),
    "min_rows_unchanged": ("min_rows_unchanged = 1", 1.0),
    "max_records_gone": ("max_records_gone = 0.01", 0.01),
    "max_workload_error": ('workload = "w.csv"\nmax_workload_error = 0.001', 0.001),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "limit"),
    [
        ("km", "max_ncp"),
        pytest.param("km", "min_records", marks=pytest.mark.whole),
        pytest.param("km", "min_rows_unchanged", marks=pytest.mark.whole),
        pytest.param("km", "max_workload_error", marks=pytest.mark.whole),
        ("rho", "max_suppressed"),
    ],
)
def test_a_broken_limit_publishes_nothing(setanon: Program, shop: Path, model: str, limit: str) -> None:
    Path("setanon.toml").write_text(policy(model))
    Path("w.csv").write_text(f"query,item\nboth,{MARK}a\nboth,{MARK}x\n")
    assert setanon("run", "setanon.toml").code == 0
    kept = {path: path.read_bytes() for path in shop.iterdir() if path.name.startswith("safe")}
    text, allowed = BROKEN[limit]
    Path("setanon.toml").write_text(policy(model, f"[limits]\n{text}\n"))
    before = {path.name for path in shop.iterdir()}
    answer = setanon("run", "setanon.toml", "--overwrite", "--json", "--evidence", "evidence", "--ledger", "l.csv")
    assert answer.code == 1, answer.err
    assert not answer.json["published"] and answer.json["broken_limit"]["limit"] == limit
    assert answer.json["broken_limit"]["allowed"] == allowed and "release" not in answer.json
    assert {path.name for path in shop.iterdir()} == before
    assert all(path.read_bytes() == data for path, data in kept.items())
    words = setanon("run", "setanon.toml", "--overwrite").out
    assert "Nothing was published" in words and limit in words


@pytest.mark.slow
def test_a_limit_that_is_met_to_the_dot_is_kept(shop: Path) -> None:
    """No search ends by the clock, so that the second release is the first one."""
    in_no_time = "[method]\noptimum = 0\n\n"
    Path("setanon.toml").write_text(policy("km", in_no_time))
    found = run_policy("setanon.toml")
    assert found.release and found.release.utility.ncp is not None
    exact = repr(found.release.utility.ncp)
    Path("setanon.toml").write_text(policy("km", f"{in_no_time}[limits]\nmax_ncp = {exact}\nmin_records = 1\n"))
    assert run_policy("setanon.toml", RunOptions(overwrite=True)).published


@pytest.mark.whole
@pytest.mark.parametrize("model", ["km", "kanonymity", "coherence", "rho", "adaptive"])
def test_rows_and_records_and_a_workload_are_limits_of_every_model(shop: Path, model: str) -> None:
    """What is counted by hand in the files is what the limits are held against, and what a check later tells."""
    Path("w.csv").write_text(f"query,item\none,{MARK}a\n")
    written = 'workload = "w.csv"\nmin_rows_unchanged = {}\nmax_records_gone = {}\nmax_workload_error = 1\n'
    Path("setanon.toml").write_text(policy(model, f"[limits]\n{written.format(0, 1)}"))
    found = run_policy("setanon.toml", RunOptions(seed="1"))
    assert found.release and found.release.utility.workload_queries == 1
    before, after = (Path(name).read_text().splitlines()[1:] for name in ("b.csv", "safe.csv"))
    unchanged = sum(MARK in row.split(",")[1] for row in after) / len(before)
    gone = 1 - len({row.split(",")[0] for row in after}) / len({row.split(",")[0] for row in before})
    exact = written.format(repr(unchanged), repr(gone))
    Path("setanon.toml").write_text(policy(model, f"[limits]\n{exact}"))
    assert run_policy("setanon.toml", RunOptions(seed="1", overwrite=True)).published
    checked = {one.check: one.result for one in check_policy("setanon.toml").findings}
    assert (checked["min_rows_unchanged"], checked["max_records_gone"]) == ("agrees", "agrees")
    assert checked["workload"] == "agrees"
    for bounds, result in (((0, 1), "agrees"), ((1, 1), "differs")):
        Path("setanon.toml").write_text(policy(model, f"[limits]\n{written.format(*bounds)}"))
        checked = {one.check: one.result for one in check_policy("setanon.toml").findings}
        assert checked["max_workload_error"] == "unknown"
        assert checked["min_rows_unchanged"] == result or unchanged > 0.95
    if unchanged < 1:
        Path("setanon.toml").write_text(policy(model, f"[limits]\nmin_rows_unchanged = {unchanged + 0.001}\n"))
        broken = run_policy("setanon.toml", RunOptions(seed="1", overwrite=True)).broken
        assert broken and broken.limit == "min_rows_unchanged" and "asks for" in str(broken)


@pytest.mark.slow
def test_coherence_is_reached_by_local_recoding_where_a_policy_says_so(shop: Path) -> None:
    method = '[taxonomy]\nfile = "t.csv"\n\n[method]\nrecoding = "local"\nfloor = 0.02\n'
    Path("setanon.toml").write_text(policy("coherence", f"{method}\n[limits]\nmax_ncp = 0.9\n"))
    found = run_policy("setanon.toml", RunOptions(seed="1"))
    assert found.release and found.release.manifest["parameters"]["floor"] == 0.02
    assert found.release.utility["sensitive_rows_after"] == found.release.utility["sensitive_rows_before"]
    assert {one.check: one.result for one in check_policy("setanon.toml").findings}["parameters"] == "agrees"


@pytest.mark.slow
def test_records_that_are_gone_end_a_run(setanon: Program, shop: Path) -> None:
    lonely = "".join(f"lonely{at},{MARK}once{at}\n" for at in range(6))
    Path("b.csv").write_text(Path("b.csv").read_text() + lonely)
    Path("c.csv").write_text("item,rule\n" + "".join(f"{MARK}once{at},drop\n" for at in range(6)))
    Path("setanon.toml").write_text(policy("rho", '[limits]\nconstraints = "c.csv"\nmax_records_gone = "1/12"\n'))
    answer = setanon("run", "setanon.toml", "--json")
    assert (answer.code, answer.json["broken_limit"]["limit"]) == (1, "max_records_gone"), answer.err
    assert answer.json["broken_limit"]["found"] == pytest.approx(6 / 66)
    Path("setanon.toml").write_text(policy("rho", '[limits]\nconstraints = "c.csv"\nmax_records_gone = "1/10"\n'))
    assert setanon("run", "setanon.toml").code == 0


@pytest.mark.slow
def test_labels_that_look_personal_may_be_refused(setanon: Program, shop: Path) -> None:
    rows = "".join(f"{at},ann@example.org\n" for at in range(30))
    Path("b.csv").write_text(Path("b.csv").read_text() + rows)
    Path("setanon.toml").write_text(policy("rho", "[limits]\nmax_personal_items = 0\n"))
    answer = setanon("run", "setanon.toml", "--json")
    assert (answer.code, answer.json["published"]) == (1, False)
    assert answer.json["broken_limit"] == {"limit": "max_personal_items", "allowed": 0, "found": 1}
    assert "1 item looks like data of persons" in setanon("run", "setanon.toml").out
    Path("setanon.toml").write_text(policy("rho", "[limits]\nmax_personal_items = 1\n"))
    assert setanon("run", "setanon.toml").code == 0 and setanon("check", "setanon.toml").code == 0
    Path("setanon.toml").write_text(policy("rho", "[limits]\nmax_personal_items = 2\n"))
    assert setanon("check", "setanon.toml").code == 1


def test_too_few_records_in_a_disassociated_release(setanon: Program, shop: Path) -> None:
    Path("setanon.toml").write_text(policy("disassociation", "[limits]\nmin_records = 1000\n"))
    assert setanon("run", "setanon.toml").code == 1 and not Path("pieces").exists()


@pytest.mark.whole
def test_a_limit_stops_a_release_in_tables(shop: Path) -> None:
    with duckdb.connect("shop.duckdb") as connection:
        connection.execute("CREATE TABLE baskets AS FROM 'b.csv'")
    source = 'place = "shop.duckdb"\ntable = "baskets"'
    text = policy("km", source=source, out="safe")
    Path("setanon.toml").write_text(f"{text}[limits]\nmax_ncp = 0.001\n")
    assert not run_policy("setanon.toml").published
    with duckdb.connect("shop.duckdb") as connection:
        assert connection.execute("SHOW TABLES").fetchall() == [("baskets",)]
    Path("setanon.toml").write_text(text)
    assert run_policy("setanon.toml").published
    with duckdb.connect("shop.duckdb") as connection:
        (told,) = connection.execute("SELECT manifest FROM safe_manifest").fetchall()
    assert "fingerprints" in json.loads(told[0])


@pytest.mark.slow
@pytest.mark.parametrize("personal", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_all_that_is_read_may_be_tables(setanon: Program, shop: Path, personal: bool) -> None:
    wishes = f"SELECT '{MARK}x' AS item" if not personal else "SELECT record_id, item FROM baskets WHERE item LIKE '%x'"
    with duckdb.connect("shop.duckdb") as connection:
        connection.execute(f"CREATE TABLE baskets AS FROM 'b.csv'; CREATE TABLE secret AS {wishes}")
    source = 'place = "shop.duckdb"\ntable = "baskets"'
    Path("setanon.toml").write_text(policy("rho", source=source, out="safe").replace("s.csv", "secret"))
    answer = setanon("run", "setanon.toml", "--json", "--evidence", "evidence")
    assert answer.code == 0 and answer.json["verify"]["satisfied"], answer.err
    assert setanon("check", "setanon.toml").code == 0
    with duckdb.connect("shop.duckdb") as connection:
        connection.execute("DELETE FROM secret" if not personal else "DELETE FROM secret WHERE record_id LIKE '%1'")
        connection.execute(f"INSERT INTO secret BY NAME SELECT '{MARK}h' AS item" if not personal else "SELECT 1")
    found = setanon("check", "setanon.toml", "--json").json["checks"]
    assert "sensitive" in {one["check"] for one in found if one["result"] == "differs"}


@pytest.mark.slow
def test_an_approval_ends_after_its_last_day(setanon: Program, shop: Path) -> None:
    text = policy().replace("2999-12-31", "2026-03-31")
    Path("setanon.toml").write_text(text)
    assert run_policy("setanon.toml", RunOptions(today=date(2026, 3, 31))).published
    kept = Path("safe.csv").read_bytes()
    with pytest.raises(BadPolicy, match="expired on 2026-03-31"):
        run_policy("setanon.toml", RunOptions(today=date(2026, 4, 1), overwrite=True))
    Path("setanon.toml").write_text(text.replace("2026-03-31", "2020-03-31"))
    answer = setanon("run", "setanon.toml", "--overwrite", "--json")
    assert answer.code == 2 and "expired" in answer.json["error"] and Path("safe.csv").read_bytes() == kept


def _counts(told: Any) -> list[int]:
    if isinstance(told, dict):
        return [n for one in told.values() for n in _counts(one)]
    return [told] if isinstance(told, int) and not isinstance(told, bool) else []


@pytest.mark.slow
@pytest.mark.parametrize("k", [3, 8])
def test_what_was_lost_is_told_without_small_counts(shop: Path, k: int) -> None:
    Path("setanon.toml").write_text(policy().replace("k = 3", f"k = {k}"))
    found = run_policy("setanon.toml")
    assert found.release
    told, lost = found.release.manifest, dict(found.release.manifest["lost"])
    items = duckdb.sql("SELECT count(*) FROM 'safe.csv' WHERE item IN (SELECT item FROM 'b.csv')").fetchall()
    assert [(lost.pop("rows_unchanged", 0),)] == items  # which anybody can count in the release
    source = duckdb.sql("SELECT count(*), count(DISTINCT record_id) FROM 'b.csv'").fetchall()[0]
    released = duckdb.sql("SELECT count(*), count(DISTINCT record_id) FROM 'safe.csv'").fetchall()[0]
    for name, before, after in zip(("rows", "records"), source, released, strict=True):
        assert lost.get(name) == (None if before - after < k else (before - after) // k * k)
    assert all(n % k == 0 for n in _counts(lost))
    exact = found.release.utility
    assert abs(lost["ncp"] - exact["ncp"]) < 0.1 and lost["ncp"] != round(exact["ncp"], 4)
    assert "seed" not in json.dumps(told) and MARK not in json.dumps(lost)


@pytest.mark.slow
def test_evidence_is_private_whole_and_never_in_the_place_of_something_else(setanon: Program, shop: Path) -> None:
    Path("setanon.toml").write_text(policy())
    Path("notes").mkdir()
    answer = setanon("run", "setanon.toml", "--evidence", "notes")
    assert answer.code == 2 and "notes already exists" in answer.err and not Path("safe.csv").exists()
    assert setanon("run", "setanon.toml", "--evidence", "evidence").code == 0
    files = [path for path in Path("evidence").rglob("*") if path.is_file()]
    assert {f"{path.relative_to('evidence')}" for path in files} == {
        "README.txt", "public/manifest.json", "public/report.html", "public/versions.json", "internal/policy.toml",
        "internal/report.html", "internal/audit-before.json", "internal/audit-after.json", "internal/run.json",
        "internal/statements.sql",
    }  # fmt: skip
    for path in [Path("evidence"), *Path("evidence").rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path
    assert json.loads(Path("evidence/public/manifest.json").read_text()) == manifest()
    assert json.loads(Path("evidence/internal/audit-before.json").read_text())["violations"] > 0
    assert "SELECT" in Path("evidence/internal/statements.sql").read_text()
    for path in files:
        assert MARK not in path.read_text(), path


def _numbers(report: str) -> set[int]:
    return {int(n) for n in re.findall(r">\s*(\d+)\s*<", Path(report).read_text())}


@pytest.mark.slow
def test_the_public_half_of_the_evidence_has_no_small_counts(shop: Path) -> None:
    """One person alone has an item that nobody else has: the internal half says so."""
    with Path("b.csv").open("a") as file:
        file.write(f"{MARK}solo,{MARK}q\n")
    Path("setanon.toml").write_text(policy().replace('[taxonomy]\nfile = "t.csv"\n', "").replace("m = 2", "m = 1"))
    assert run_policy("setanon.toml", RunOptions(evidence=Path("evidence"))).published
    before = json.loads(Path("evidence/internal/audit-before.json").read_text())
    assert before["records_at_risk_by_size"] == {"1": 1}
    assert 1 in _numbers("evidence/internal/report.html") and 1 not in _numbers("evidence/public/report.html")
    manifest = json.loads(Path("evidence/public/manifest.json").read_text())
    told = {"rows_unchanged": manifest["rows"], "ncp": 0.0}
    assert manifest["lost"] == told, "what the released rows tell; not one row, one record, or a share of them"


@pytest.mark.slow
def test_evidence_that_cannot_be_written_says_that_the_release_is_there(
    setanon: Program, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def in_the_meantime(*given: Any) -> SecretKey:
        Path("evidence").mkdir(exist_ok=True)
        return made_key(*given)

    monkeypatch.setattr("setanon_sql.policy.running.made_key", in_the_meantime)
    Path("setanon.toml").write_text(policy())
    answer = setanon("run", "setanon.toml", "--evidence", "evidence")
    assert answer.code == 2 and "the release is published, but its evidence is not written" in answer.err
    assert not list(Path("evidence").iterdir()) and api.verify("safe.csv").satisfied


@pytest.mark.parametrize(
    ("more", "options"),
    [
        ("", "--evidence safe.csv"),
        ("", "--evidence safe.csv.manifest.json"),
        ("", "--evidence l.csv --ledger l.csv"),
        ("", "--evidence setanon.toml.key"),
        ("", "--ledger safe.csv"),
        ('report = "page.html"', "--evidence page.html"),
        ('report = "safe.csv.meaning.csv"', ""),
        ('report = "setanon.toml.key"', ""),
        ('mapping_out = "safe.csv"', ""),
        ('mapping_out = "map.csv"', "--evidence map.csv"),
    ],
)
def test_two_outputs_of_one_name_are_refused_before_the_work(
    setanon: Program, shop: Path, more: str, options: str
) -> None:
    Path("setanon.toml").write_text(policy().replace('"safe.csv"', f'"safe.csv"\n{more}'))
    before = sorted(shop.iterdir())
    answer = setanon("run", "setanon.toml", *options.split())
    assert answer.code == 2 and "would be written twice" in answer.err and "two outputs have this name" in answer.err
    assert sorted(shop.iterdir()) == before


@pytest.mark.slow
def test_secrets_come_from_the_environment_and_are_in_no_file(shop: Path) -> None:
    """The name of the folder of the database stands for a password: it reaches statements, too."""
    secret = "s3cr3tfolder"
    Path(secret).mkdir()
    with duckdb.connect(f"{secret}/shop.duckdb") as connection:
        connection.execute("CREATE TABLE baskets AS FROM 'b.csv'")
    source = 'place = "${SHOP}/shop.duckdb"\ntable = "baskets"'
    Path("setanon.toml").write_text(policy("km", source=source))
    options = RunOptions(evidence=Path("evidence"), environment={"SHOP": secret})
    assert run_policy("setanon.toml", options).published
    for path in [*Path("evidence").rglob("*.*"), Path("safe.csv.manifest.json")]:
        assert secret not in path.read_text(), path
    assert "***" in Path("evidence/internal/statements.sql").read_text()


@pytest.mark.whole
@pytest.mark.parametrize("place", ["none.duckdb", "postgresql://127.0.0.1:1/none"])
def test_a_database_that_is_not_there_changes_nothing(setanon: Program, shop: Path, place: str) -> None:
    Path("setanon.toml").write_text(policy())
    assert setanon("run", "setanon.toml").code == 0
    kept = Path("safe.csv").read_bytes()
    Path("setanon.toml").write_text(policy("km", source=f'place = "{place}"\ntable = "b"'))
    answer = setanon("run", "setanon.toml", "--overwrite", "--json")
    assert answer.code == 2 and answer.json["error"] and Path("safe.csv").read_bytes() == kept


@pytest.mark.slow
def test_files_have_to_be_those_that_the_policy_names(setanon: Program, shop: Path) -> None:
    printed = {name: hashlib.sha256(Path(name).read_bytes()).hexdigest() for name in ("b.csv", "t.csv")}
    text = policy("km", source=f'place = "b.csv"\nsnapshot = "{printed["b.csv"]}"')
    text = text.replace('"t.csv"\n', f'"t.csv"\nsha256 = "{printed["t.csv"]}"\n')
    Path("setanon.toml").write_text(text)
    assert setanon("run", "setanon.toml").code == 0
    for name, called in (("t.csv", "[taxonomy] sha256"), ("b.csv", "[source] snapshot")):
        whole = Path(name).read_text()
        Path(name).write_text(whole + "\n")
        answer = setanon("run", "setanon.toml", "--overwrite")
        assert answer.code == 2 and called in answer.err
        Path(name).write_text(whole)


@pytest.mark.slow
def test_all_options_of_a_source_reach_it(shop: Path) -> None:
    text = Path("b.csv").read_text().replace("record_id,item", "who,what")
    Path("b.csv").write_text(text)
    source = 'place = "b.csv"\ncolumns = { record_id = "who", item = "what" }\nformat = "long"\ncap = 2\n'
    source += f"where = \"what <> '{MARK}a'\""
    Path("setanon.toml").write_text(policy("km", source=source))
    found = run_policy("setanon.toml")
    assert found.release and found.release.manifest["cap"]["items"] == 2
    told = found.release.manifest
    assert "?" in told["where"]["sql"] and "sha256" not in told["policy"] and told["policy"]["keyed_sha256"]
    assert Path("safe.csv").read_text().startswith("who,what")


@pytest.mark.whole
def test_a_policy_keeps_to_an_earlier_release(setanon: Program, shop: Path) -> None:
    """The same data again tell nothing more; of the same people in another order labels give way, so that k remain.

    Nothing is published where what both tell is not computed: of two known items and one disassociated release.
    """
    km = ("--k", "3", "--m", "2", "--taxonomy", "t.csv", "--record-ids", "keep", "--quiet")
    assert setanon("anonymize", "km", "b.csv", "--out", "old.csv", *km).code == 0
    beside = 'previous = "old.csv"\nlink = "link.csv"\n\n[approval]'
    for model, turn, code in (("km", 0, 0), ("km", 7, 0), ("disassociation", 0, 2)):
        (shop / "p.toml").write_text(policy(model).replace("[approval]", beside))
        rows = "".join(f"{MARK}{one},{MARK}{(one + turn) % 60}\n" for one in range(60))
        (shop / "link.csv").write_text(f"old_record_id,new_record_id\n{rows}")
        answer = setanon("run", "p.toml", "--overwrite", "--seed", "1", "--json")
        assert answer.code == code and MARK not in answer.out + answer.err
        assert "with the previous release: " in answer.err
        assert not code or "the previous release tell together is not known" in answer.json["error"]
        assert not turn or answer.json["release"]["beside_previous"]["records_at_risk"] > 0


@pytest.mark.whole
@pytest.mark.parametrize(
    "model", ["km", *(pytest.param(one, marks=pytest.mark.slow) for one in ("rho", "adaptive", "disassociation"))]
)
def test_constraints_of_a_policy_are_kept_to_and_their_change_is_seen(setanon: Program, shop: Path, model: str) -> None:
    (shop / "c.csv").write_text(f"item,rule\n{MARK}h,drop\n{MARK}b,keep\n")
    (shop / "w.csv").write_text(f"item,weight\n{MARK}c,3\n")
    weights = 'weights = "w.csv"\n' if model in {"km", "rho"} else ""
    (shop / "p.toml").write_text(policy(model, f'[limits]\nconstraints = "c.csv"\n{weights}'))
    answer = setanon("run", "p.toml", "--json", "--quiet")
    assert answer.code == 0, answer.err
    assert answer.json["release"]["constraints"]["items_dropped"] == 1
    assert answer.json["release"]["fingerprints"]["constraints"]
    assert setanon("check", "p.toml").code == 0
    (shop / "c.csv").write_text(f"item,rule\n{MARK}b,keep\n{MARK}h,drop\n")  # another order says the same
    assert setanon("check", "p.toml").code == 0
    (shop / "c.csv").write_text(f"item,rule\n{MARK}g,drop\n{MARK}b,keep\n")
    checked = setanon("check", "p.toml")
    assert checked.code == 1 and "the constraints changed since the release" in checked.out


@pytest.mark.whole
def test_a_month_follows_from_the_one_before(setanon: Program, shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first month writes its mapping, the second generalizes as it did and keeps to the release before."""
    first = policy(out="safe-1.csv").replace("[approval]", 'mapping_out = "map-1.csv"\n\n[approval]')
    Path("first.toml").write_text(first)
    assert setanon("run", "first.toml", "--quiet").code == 0 and Path("map-1.csv").is_file()
    more = '[method]\nmapping = "map-${LAST}.csv"\nextend = true\n'
    Path("next.toml").write_text(policy(more=more, out="safe-${MONTH}.csv"))
    monkeypatch.setenv("LAST", "1")
    monkeypatch.setenv("MONTH", "2")
    answer = setanon("run", "next.toml", "--json", "--quiet")
    assert answer.code == 0 and answer.json["release"]["mapping"], answer.err
    assert Path("safe-2.csv").is_file() and not Path("safe-${MONTH}.csv").exists()
    assert setanon("check", "next.toml").code == 0
    Path("map-1.csv").write_text(Path("map-1.csv").read_text() + "\n")
    assert "the mapping changed since the release" in setanon("check", "next.toml").out


def test_errors_of_a_policy_speak_of_keys(setanon: Program, shop: Path) -> None:
    Path("setanon.toml").write_text(policy().replace("[approval]", "linkable = true\n\n[approval]"))
    answer = setanon("run", "setanon.toml")
    assert answer.code == 2 and "error: previous and link belong together" in answer.err
    Path("setanon.toml").write_text(policy())
    Path("safe.csv").write_text("somebody else's")
    assert "--overwrite" in setanon("run", "setanon.toml").err, "an option of run keeps its name"


@pytest.mark.slow
def test_a_policy_may_name_the_sets_that_are_protected(setanon: Program, shop: Path) -> None:
    """They are read again when the release is checked."""
    (shop / "sets.csv").write_text(f"set_id,item\n1,{MARK}a\n1,{MARK}b\n")
    (shop / "p.toml").write_text(policy().replace("m = 2\n", 'protect = "sets.csv"\n', 1))
    answer = setanon("run", "p.toml", "--json")
    assert answer.code == 0, answer.err
    assert answer.json["verify"]["checks"]["protected_sets"] == 1
    assert setanon("check", "p.toml").code == 0
    (shop / "sets.csv").write_text(f"set_id,item\n1,{MARK}a\n")
    answer = setanon("check", "p.toml")
    assert answer.code == 1 and "the sets that are protected" in answer.out


@pytest.mark.slow
def test_a_policy_may_say_what_is_known(setanon: Program, shop: Path) -> None:
    text = policy().replace("m = 2\n", 'm = 2\nknown = "k.csv"\n', 1).replace("out = ", 'report = "r.html"\nout = ')
    (shop / "k.csv").write_text(f"item\n{MARK}a\n{MARK}b\n")
    (shop / "p.toml").write_text(text)
    answer = setanon("run", "p.toml", "--json")
    assert answer.code == 0, answer.err
    release = json.loads(answer.out)
    assert release["audit"]["parameters"] == {"k": 3, "m": 2, "known": True}
    assert release["verify"]["parameters"]["known"] and "listed as known" in (shop / "r.html").read_text()
    assert setanon("check", "p.toml").code == 0
    (shop / "k.csv").write_text(f"item\n{MARK}a\n")
    answer = setanon("check", "p.toml")
    assert answer.code == 1 and "the known items" in answer.out
    (shop / "p.toml").write_text(policy())
    assert setanon("check", "p.toml").code == 1
