"""A policy that a command line was made into says the same as the command line."""

import tomllib
from pathlib import Path

import pytest

from setanon_sql.policy import read_policy
from tests.cli.program import Program

#: What is typed after "anonymize", and what the policy says.
LINES = {
    "km b.csv --out safe.csv --k 3 --m 2 --taxonomy t.csv --optimum 0": {
        "source": {"place": "b.csv"},
        "guarantee": {"model": "km", "k": 3, "m": 2},
        "release": {"out": "safe.csv"},
        "taxonomy": {"file": "t.csv"},
        "method": {"optimum": 0.0},
    },
    "km b.csv --out safe.csv --k 3 --taxonomy t.csv --levels dept,kind --qualify --missing root": {
        "source": {"place": "b.csv"},
        "guarantee": {"model": "km", "k": 3},
        "release": {"out": "safe.csv"},
        "taxonomy": {"file": "t.csv", "levels": ["dept", "kind"], "qualify": True, "missing": "root"},
    },
    "kanonymity b.csv --out safe.csv --k 3 --taxonomy t.csv --algorithm lg": {
        "source": {"place": "b.csv"},
        "guarantee": {"model": "kanonymity", "k": 3},
        "release": {"out": "safe.csv"},
        "taxonomy": {"file": "t.csv"},
        "method": {"algorithm": "lg"},
    },
    "coherence b.csv --out safe.csv --k 3 --m 2 --h 1/2 --sensitive s.csv --algorithm mm": {
        "source": {"place": "b.csv"},
        "guarantee": {"model": "coherence", "k": 3, "m": 2, "h": "1/2", "sensitive": "s.csv"},
        "release": {"out": "safe.csv"},
        "method": {"algorithm": "mm"},
    },
    "rho baskets --db shop.duckdb --out safe --rho 1/2 --sensitive s.csv --item what --threads 2 --report r.html": {
        "source": {"place": "shop.duckdb", "table": "baskets", "columns": {"item": "what"}},
        "guarantee": {"model": "rho", "rho": "1/2", "sensitive": "s.csv"},
        "release": {"out": "safe", "report": "r.html"},
        "method": {"threads": 2},
    },
    "adaptive b.csv --out safe.csv --rho 0.5 --sensitive s.csv --factor 1/8 --taxonomy t.csv --seed 7": {
        "source": {"place": "b.csv"},
        "guarantee": {"model": "adaptive", "rho": "0.5", "sensitive": "s.csv", "factors": "1/8"},
        "release": {"out": "safe.csv"},
        "taxonomy": {"file": "t.csv"},
    },
    "disassociation b.csv --out pieces --k 3 --m 1 --safe --no-refine --json": {
        "source": {"place": "b.csv"},
        "guarantee": {"model": "safe", "k": 3, "m": 1},
        "release": {"out": "pieces"},
        "method": {"refine": False},
    },
}


@pytest.mark.parametrize("line", LINES)
def test_a_policy_says_what_was_typed(setanon: Program, shop: Path, line: str) -> None:
    answer = setanon("policy", "init", "p.toml", "--", "anonymize", *line.split())
    assert answer.code == 0, answer.err
    assert tomllib.loads(Path("p.toml").read_text()) == LINES[line] and "# [approval]" in answer.out
    assert read_policy("p.toml").model == LINES[line]["guarantee"]["model"]


@pytest.mark.slow
def test_it_runs_to_the_same_release(setanon: Program, shop: Path) -> None:
    line = ["anonymize", "km", "b.csv", "--out", "safe.csv", "--k", "3", "--optimum", "0"]
    assert setanon("policy", "init", "p.toml", "--", "setanon", *line).code == 0
    assert setanon("run", "p.toml", "--seed", "1", "--quiet").code == 0
    by_policy = Path("safe.csv").read_bytes()
    assert setanon(*line, "--seed", "1", "--quiet", "--overwrite").code == 0
    assert Path("safe.csv").read_bytes() == by_policy


def test_paths_start_at_the_folder_of_the_policy(setanon: Program, shop: Path) -> None:
    Path("policies").mkdir()
    line = ["anonymize", "km", "b.csv", "--out", "safe.csv", "--k", "3"]
    assert setanon("policy", "init", "policies/p.toml", "--", *line).code == 0
    read = read_policy("policies/p.toml")
    assert isinstance(read.read, Path) and read.read.resolve() == (shop / "b.csv").resolve()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("audit km b.csv --k 3", "a policy says what a command line of anonymize says"),
        ("anonymize", "a policy says what a command line of anonymize says"),
        ("anonymize km b.csv --out safe.csv", "Missing option '--k'"),
        ("anonymize km b.csv --out safe.csv --k 3 --workload w.csv", "--workload is no key of a policy"),
        ("anonymize km b.csv --out safe.csv --k 1", "k is under 2"),
        ("anonymize km b --db postgresql://me:pa55@host/x --out safe --k 3", "holds a password"),
    ],
)
def test_what_no_policy_can_say_is_refused(setanon: Program, shop: Path, line: str, said: str) -> None:
    answer = setanon("policy", "init", "p.toml", "--", *line.split())
    assert answer.code == 2 and said in answer.err and "pa55" not in answer.err
    assert not Path("p.toml").exists()


def test_no_file_is_replaced(setanon: Program, shop: Path) -> None:
    answer = setanon("policy", "init", "t.csv", "--", *["anonymize", "km", "b.csv", "--out", "safe.csv", "--k", "3"])
    assert answer.code == 2 and "t.csv already exists" in answer.err
