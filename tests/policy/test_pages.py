"""What ``docs/`` says of policies: the example runs, the list of keys and the schema are made from the model."""

import json
import os
import re
import tomllib
from pathlib import Path

import pytest

from setanon_sql.options.policies import POLICY_TABLES
from setanon_sql.policy import key_table, read_policy, schema
from setanon_sql.policy.keys import KEYS
from setanon_sql.synthetic.quest import write_demo
from tests.cli.program import FOLDER, Program
from tests.policy.conftest import MODELS, policy

PAGE = FOLDER / "docs" / "policy.md"
SCHEMA = FOLDER / "docs" / "setanon.schema.json"


def example() -> str:
    (found,) = re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return str(found)


@pytest.mark.slow
def test_the_example_of_the_page_runs(setanon: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SETANON_KEY", raising=False)
    write_demo(tmp_path, 10_000)
    Path("setanon.toml").write_text(example())
    (lines,) = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    for line in lines.splitlines():
        answer = setanon(*line.split()[1:])
        assert answer.code == 0, answer
    assert "2099-12-31" in Path("report.html").read_text() and Path("evidence/README.txt").is_file()


def test_the_page_of_keys_has_each_table_and_key() -> None:
    made = key_table()
    assert all(f"### `[{table}]`" in made for table in POLICY_TABLES)
    assert all(f"{key}` (" in made for keys in KEYS.values() for key in keys)


def test_the_schema_is_that_of_the_model() -> None:
    made = json.dumps(schema(), indent=2) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        SCHEMA.write_text(made, encoding="utf-8")
    assert SCHEMA.read_text(encoding="utf-8") == made, f"UPDATE_GOLDEN=1 pytest {Path(__file__).name}"


@pytest.mark.parametrize("text", [example(), *map(policy, MODELS)])
def test_the_schema_knows_every_key_that_a_policy_uses(tmp_path: Path, text: str) -> None:
    (tmp_path / "p.toml").write_text(text)
    assert read_policy(tmp_path / "p.toml").written
    tables = schema()["properties"]
    for table, keys in tomllib.loads(text).items():
        assert keys.keys() <= tables[table]["properties"].keys() and set(tables[table]["required"]) <= keys.keys()
        of_columns = {"columns"} if table == "source" else set()
        assert tables[table]["properties"].keys() - of_columns == KEYS[table].keys()
