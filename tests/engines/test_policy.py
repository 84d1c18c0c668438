"""A policy does the same in every engine; the address of a database, and a password in it, stay in the environment."""

import json
from pathlib import Path

import pytest

from setanon_sql.policy import CheckOptions, RunOptions, check_policy, run_policy
from tests.engines.drawn import drawn
from tests.engines.places import DuckDBPlace, Place, table_of

pytestmark = pytest.mark.slow

RECORDS = [sorted(record) for seed in (3, 4) for record in drawn(seed)[0]]


def test_a_policy_runs_and_is_checked_in_every_engine(place: Place, tmp_path: Path) -> None:
    source, environment = place.put(table_of(RECORDS)), {"PLACE": place.db, "SETANON_KEY": "k"}
    text = (
        f'[source]\nplace = "${{PLACE}}"\ntable = "{source}"\n[guarantee]\nmodel = "km"\nk = 3\nm = 2\n'
        f'[release]\nout = "{place.out()}"\n[limits]\nmin_records = '
    )
    path = tmp_path / "setanon.toml"
    path.write_text(f"{text}100000\n")
    options = RunOptions(environment=environment, evidence=tmp_path / "evidence")
    assert not run_policy(path, options).published
    path.write_text(f"{text}2\n")
    found = run_policy(path, options)
    assert found.release and found.kept and found.release.manifest["lost"]["ncp"] > 0
    checked = check_policy(path, CheckOptions(environment=environment))
    assert checked.agrees, checked.findings
    for file in (tmp_path / "evidence").rglob("*.*"):
        assert place.db not in file.read_text(), file
    assert json.loads((tmp_path / "evidence" / "public" / "manifest.json").read_text()) == found.release.manifest


def test_the_fingerprint_of_a_source_is_the_same_in_every_engine(place: Place, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    guarantee, told = '[guarantee]\nmodel = "km"\nk = 3\nm = 1\n', []
    for one in (place, DuckDBPlace(tmp_path / "other")):
        source = f'[source]\nplace = "${{PLACE}}"\ntable = "{one.put(table_of(RECORDS))}"\n'
        (tmp_path / "setanon.toml").write_text(f'{source}{guarantee}[release]\nout = "{one.out()}"\n')
        run = run_policy(tmp_path / "setanon.toml", RunOptions(environment={"PLACE": one.db, "SETANON_KEY": "k"}))
        assert run.release
        told.append(run.release.manifest["fingerprints"])
    assert told[0] == told[1]
