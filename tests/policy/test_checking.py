"""``setanon check``: each thing that may change after a release is found, by what it is."""

import json
import shutil
import stat
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.policy import CheckOptions, RunOptions, check_policy, run_policy
from setanon_sql.policy.limits import Told, gone_bounds, loss_bounds, unchanged_bounds
from tests.cli.program import Program
from tests.policy.conftest import MARK, fill, policy
from tests.strategies import examples

pytestmark = pytest.mark.usefixtures("one_way")

LIMITS = "[limits]\nmax_ncp = 0.95\nmin_records = 10\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A policy and its release, to be copied."""
    folder = tmp_path_factory.mktemp("made")
    fill(folder)
    (folder / "setanon.toml").write_text(policy(more=LIMITS))
    assert run_policy(folder / "setanon.toml", RunOptions(seed="1", environment={})).published
    return folder


@pytest.fixture
def released(shop: Path, made: Path) -> Path:
    """A copy of a policy and its release."""
    shutil.copytree(made, shop, dirs_exist_ok=True)
    return shop


def edited(path: str, old: str, new: str) -> None:
    text = Path(path).read_text()
    assert old in text
    Path(path).write_text(text.replace(old, new, 1))


def told(**options: object) -> dict[str, str]:
    found = check_policy("setanon.toml", CheckOptions(**options))  # type: ignore[arg-type]
    return {one.check: one.result for one in found.findings if one.result != "agrees"}


#: What changes, and which questions then have another answer.
CHANGES: dict[str, tuple[Callable[[], object], set[str]]] = {
    "nothing": (lambda: None, set()),
    "a comment": (lambda: edited("setanon.toml", "[source]", "# said again\n[source]"), set()),
    "the owner": (lambda: edited("setanon.toml", "Shop", "Another"), set()),
    "memory": (lambda: edited("setanon.toml", "[approval]", '[method]\nmemory = "4GB"\n[approval]'), set()),
    "rows in another order": (lambda: _reordered("b.csv"), set()),
    "a default written out": (lambda: edited("setanon.toml", "[approval]", "[method]\n[approval]"), set()),
    "k": (lambda: edited("setanon.toml", "k = 3", "k = 4"), {"parameters", "policy"}),
    "m": (lambda: edited("setanon.toml", "m = 2", ""), {"parameters", "policy"}),
    "a limit": (lambda: edited("setanon.toml", "0.95", "0.0001"), {"max_ncp", "policy"}),
    "another limit": (lambda: edited("setanon.toml", "= 10", "= 1000"), {"min_records", "policy"}),
    "a condition": (
        lambda: edited("setanon.toml", '"b.csv"', f"\"b.csv\"\nwhere = \"item <> '{MARK}a'\""), {"source", "policy"},
    ),
    "a row more": (lambda: edited("b.csv", "\n", f"\n{MARK}new,{MARK}a\n"), {"source"}),
    "a row less": (lambda: Path("b.csv").write_text("\n".join(Path("b.csv").read_text().split("\n")[:-2])), {"source"}),
    "an item": (lambda: edited("b.csv", f",{MARK}a\n", f",{MARK}b\n"), {"source"}),
    "the taxonomy": (lambda: edited("t.csv", "left", "left "), {"taxonomy"}),
    "the release": (lambda: edited("safe.csv", "\n", "\n9999,all\n"), {"guarantee"}),
}  # fmt: skip


@pytest.mark.whole
@pytest.mark.parametrize("model", ["km", "rho", "adaptive"])
def test_what_a_manifest_tells_bounds_what_was_lost(shop: Path, model: str) -> None:
    Path("setanon.toml").write_text(policy(model))
    release = run_policy("setanon.toml", RunOptions(seed="1")).release
    assert release
    told, k = release.manifest["lost"], 3 if model == "km" else 5
    for measure in ("ncp", "suppressed_ratio"):
        found = loss_bounds(measure, Told(told, release.manifest["rows"], release.manifest["records"], k))
        assert found.low <= release.utility[measure] <= found.high and found.high - found.low < 0.5, measure


@given(
    records=st.integers(0, 40), gone=st.integers(0, 40), rows=st.integers(0, 60), rows_gone=st.integers(0, 60),
    unchanged=st.integers(0, 60), k=st.integers(2, 7),
)  # fmt: skip
@examples(300)
def test_bounds_of_rows_and_records_hold_what_was(
    records: int, gone: int, rows: int, rows_gone: int, unchanged: int, k: int
) -> None:
    """What a manifest tells of a loss, in steps of k from k on, holds the true shares between its bounds."""
    unchanged = min(unchanged, rows)
    told = {"records": gone // k * k, "rows": rows_gone // k * k, "rows_unchanged": unchanged}
    told = {name: n for name, n in told.items() if n >= k or (name == "rows_unchanged" and n == 0)}
    for found, part, whole in (
        (gone_bounds(Told(told, rows, records, k)), gone, records + gone),
        (unchanged_bounds(Told(told, rows, records, k)), unchanged, rows + rows_gone),
    ):
        assert 0 <= found.low <= found.high <= 1
        assert not whole or found.low <= Fraction(part, whole) <= found.high


@pytest.mark.slow
def test_limits_that_changed_are_held_against_what_may_be_public(shop: Path) -> None:
    Path("setanon.toml").write_text(policy(more="[limits]\nmax_ncp = 0.95\n"))
    release = run_policy("setanon.toml", RunOptions(seed="1")).release
    assert release and not told()
    exact = release.utility["ncp"]
    for limit, result in ((0.9, None), (exact, "unknown"), (0.01, "differs")):
        Path("setanon.toml").write_text(policy(more=f"[limits]\nmax_ncp = {limit}\n"))
        assert told().get("max_ncp") == result and told()["policy"] == "differs"


def _reordered(name: str) -> None:
    head, *rows = Path(name).read_text().splitlines()
    Path(name).write_text("\n".join([head, *reversed(rows)]) + "\n")


@pytest.mark.whole
@pytest.mark.parametrize("name", CHANGES)
def test_what_changed_is_found_by_its_name(released: Path, name: str) -> None:
    change, expected = CHANGES[name]
    change()
    assert told() == dict.fromkeys(expected, "differs")


@pytest.mark.whole
def test_without_its_source_the_rest_is_checked(setanon: Program, released: Path) -> None:
    Path("b.csv").unlink()
    answer = setanon("check", "setanon.toml", "--json")
    assert (answer.code, answer.json["agrees"]) == (2, None)
    found = {one["check"]: one for one in answer.json["checks"]}
    assert "there is no file" in found["source"]["message"]
    assert {name for name, one in found.items() if one["result"] == "unknown"} == {"source"}
    assert {"approval", "guarantee", "parameters", "release", "policy", "taxonomy", "max_ncp"} <= found.keys()
    assert told(today=date(3000, 1, 1)) == {"approval": "differs", "source": "unknown"}
    Path("t.csv").unlink()
    assert told() == {"source": "unknown", "taxonomy": "unknown"}
    edited("safe.csv", "\n", "\n9999,all\n")
    answer = setanon("check", "setanon.toml", "--json")
    assert (answer.code, answer.json["agrees"]) == (1, False)


@pytest.mark.whole
def test_without_the_taxonomy_the_source_is_still_compared_where_it_does_not_name_its_items(released: Path) -> None:
    Path("t.csv").unlink()
    assert told() == {"taxonomy": "unknown"}


@pytest.mark.whole
def test_without_the_taxonomy_that_names_items_of_the_source_it_is_not_known(shop: Path) -> None:
    Path("setanon.toml").write_text(policy().replace('file = "t.csv"', 'file = "t.csv"\ninner_items = "own-leaf"'))
    Path("b.csv").write_text(Path("b.csv").read_text() + "1000,left\n")
    assert run_policy("setanon.toml").published and not told()
    Path("t.csv").unlink()
    assert told() == {"source": "unknown", "taxonomy": "unknown"}


@pytest.mark.whole
def test_without_a_source_that_was_a_database_the_rest_is_checked(shop: Path) -> None:
    with duckdb.connect("shop.duckdb") as db:
        db.execute("CREATE TABLE sold AS FROM read_csv('b.csv', all_varchar = true)")
    Path("setanon.toml").write_text(policy(source='place = "shop.duckdb"\ntable = "sold"'))
    assert run_policy("setanon.toml").published and not told()
    with duckdb.connect("shop.duckdb") as db:
        db.execute("DROP TABLE sold")
    assert told() == {"source": "unknown"}
    Path("shop.duckdb").unlink()
    assert told() == {"source": "unknown"}


@pytest.mark.whole
def test_without_a_source_that_says_who_has_wishes_the_guarantee_is_open_not_an_error(shop: Path) -> None:
    Path("s.csv").write_text("record_id,item\n" + "".join(f"{MARK}{one},{MARK}x\n" for one in range(30)))
    Path("setanon.toml").write_text(policy("rho"))
    assert run_policy("setanon.toml").published
    Path("b.csv").unlink()
    assert told(today=date(3000, 1, 1)) == {"approval": "differs", "guarantee": "unknown", "source": "unknown"}


@pytest.mark.whole
def test_without_a_source_that_names_persons_the_release_is_recounted(shop: Path) -> None:
    rows = Path("b.csv").read_text().splitlines()[1:]
    Path("b.csv").write_text("record_id,item,who\n" + "".join(f"{row},{row.split(',')[0]}\n" for row in rows))
    text = policy().replace("m = 2", 'm = 2\nperson = "who"').replace("[release]", '[release]\nrecord_ids = "keep"')
    Path("setanon.toml").write_text(text)
    assert run_policy("setanon.toml").published and not told()
    Path("b.csv").unlink()
    assert told() == {"guarantee": "unknown", "source": "unknown"}
    edited("safe.csv", "\n", "\n9999,all\n")
    assert told()["guarantee"] == "differs"


@pytest.mark.whole
def test_exit_codes_tell_differs_from_cannot_tell(setanon: Program, released: Path) -> None:
    assert setanon("check", "setanon.toml", "--json").json["agrees"] is True
    key = Path("setanon.toml.key")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    kept = key.read_text()
    key.unlink()
    answer = setanon("check", "setanon.toml", "--json")
    assert (answer.code, answer.json["agrees"]) == (2, None)
    assert {one["check"] for one in answer.json["checks"] if one["result"] == "unknown"} >= {"policy", "source"}
    key.write_text("0" * 64)  # that of another policy
    key.chmod(0o600)
    assert setanon("check", "setanon.toml").code == 2
    key.write_text("mine")
    assert "is no key of setanon" in setanon("check", "setanon.toml").err
    key.write_text(kept)
    edited("setanon.toml", "2999", "2020")
    answer = setanon("check", "setanon.toml", "--json")
    assert (answer.code, answer.json["agrees"]) == (1, False)
    edited("setanon.toml", "2020", "2999")
    Path("safe.csv.manifest.json").unlink()
    answer = setanon("check", "setanon.toml", "--json")
    assert answer.code == 2 and "no manifest" in answer.json["error"]


@pytest.mark.whole
def test_the_approval_ends_after_its_last_day(released: Path) -> None:
    assert not told(today=date(2999, 12, 31))
    assert told(today=date(3000, 1, 1)) == {"approval": "differs"}


@pytest.mark.whole
def test_a_release_that_no_policy_made_is_verified_and_the_rest_is_open(setanon: Program, released: Path) -> None:
    api.anonymize_km("b.csv", "safe.csv", k=3, m=2, taxonomy="t.csv", overwrite=True)
    assert told() == {"policy": "unknown"}
    api.anonymize_km("b.csv", "safe.csv", k=4, m=2, taxonomy="t.csv", overwrite=True)
    assert told() == {"parameters": "differs", "policy": "unknown"}


@pytest.mark.whole
@pytest.mark.parametrize("field", ["policy", "fingerprints", "lost"])
def test_a_manifest_that_was_edited_is_an_error_not_a_fault(setanon: Program, released: Path, field: str) -> None:
    fields = json.loads(Path("safe.csv.manifest.json").read_text())
    for value in ("text", [], None, {}):
        Path("safe.csv.manifest.json").write_text(json.dumps(fields | {field: value}))
        answer = setanon("check", "setanon.toml")
        assert answer.code in {1, 2} and "fault of the program" not in answer.err, value


@pytest.mark.whole
def test_a_key_of_the_environment_needs_no_file_and_gives_the_same_fingerprints(shop: Path) -> None:
    Path("setanon.toml").write_text(policy())
    environment, found = {"SETANON_KEY": "a long random text of 32 letters and more"}, []
    for _ in range(2):
        run = run_policy("setanon.toml", RunOptions(overwrite=True, environment=environment))
        assert run.release
        prints = dict(run.release.manifest["fingerprints"])
        assert prints.pop("release") not in found, "that of a release, which is another each time"
        found.append(prints)
    assert found[0] == found[1] and not Path("setanon.toml.key").exists()
    assert not told(environment=environment)
    assert "a long random text" not in Path("safe.csv.manifest.json").read_text()


@pytest.mark.whole
def test_what_is_sensitive_is_watched(shop: Path) -> None:
    Path("setanon.toml").write_text(policy("rho"))
    assert run_policy("setanon.toml").published
    Path("s.csv").write_text(f"item\n{MARK}x\n{MARK}h\n")
    assert told() == {"sensitive": "differs"}


@pytest.mark.whole
def test_personal_wishes_are_read_again_to_check_them(shop: Path) -> None:
    Path("s.csv").write_text("record_id,item\n" + "".join(f"{MARK}{one},{MARK}x\n" for one in range(30)))
    Path("setanon.toml").write_text(policy("rho"))
    assert run_policy("setanon.toml").published
    assert not told()
