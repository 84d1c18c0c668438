"""A policy does the same in every engine; the address of a database, and a password in it, stay in the environment."""

import json
from pathlib import Path

import pytest

from setanon_sql.policy import CheckOptions, RunOptions, check_policy, run_policy
from tests.engines.drawn import drawn
from tests.engines.places import DuckDBPlace, Place, SparkPlace, table_of

pytestmark = pytest.mark.slow

RECORDS = [sorted(record) for seed in (3, 4) for record in drawn(seed)[0]]


def test_a_policy_runs_and_is_checked_in_every_engine(place: Place, tmp_path: Path) -> None:
    folders = [tmp_path / "here", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    assert fingerprints(place, folders[0]) == fingerprints(DuckDBPlace(folders[1]), folders[1])


def fingerprints(place: Place, folder: Path) -> object:
    """Run a policy and check it; return what its manifest says of the source."""
    source, environment = place.put(table_of(RECORDS)), {"PLACE": place.db, "SETANON_KEY": "0123456789abcdef"}
    path, evidence = folder / "setanon.toml", folder / "evidence"
    path.write_text(
        f'[source]\nplace = "${{PLACE}}"\ntable = "{source}"\n[guarantee]\nmodel = "km"\nk = 3\nm = 2\n'
        f'[release]\nout = "{place.out()}"\n[limits]\nmin_records = 2\n'
    )
    found = run_policy(path, RunOptions(environment=environment, evidence=evidence))
    assert found.release and found.satisfied and found.release.manifest["lost"]["ncp"] > 0
    checked = check_policy(path, CheckOptions(environment=environment))
    assert checked.agrees, checked.findings
    for file in evidence.rglob("*.*"):
        assert place.db not in file.read_text(), file
    assert json.loads((evidence / "public" / "manifest.json").read_text()) == found.release.manifest
    text = path.read_text()
    path.write_text(text.replace(f'table = "{source}"', 'table = "gone"'))
    answers = {one.check: one.result for one in check_policy(path, CheckOptions(environment=environment)).findings}
    assert (answers["source"], answers["guarantee"]) == ("unknown", "agrees"), answers
    path.write_text(text.replace("min_records = 2", "min_records = 100000"))
    if not isinstance(place, SparkPlace):  # the limits are held against figures of the release, whatever made it
        assert not run_policy(path, RunOptions(environment=environment)).published
    return {name: one for name, one in found.release.manifest["fingerprints"].items() if name != "release"}
