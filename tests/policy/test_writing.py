"""A policy that a command line was made into says the same as the command line."""

import tomllib
from pathlib import Path

import pytest

from setanon_sql.errors import BadParameter
from setanon_sql.options.policies import POLICY_OPTIONS
from setanon_sql.policy import read_policy
from setanon_sql.policy.keys import all_options, options_with_keys
from setanon_sql.policy.writing import _OF_REPORTS, _OTHERWISE_SAID, policy_text, said_to_run
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
        ("anonymize km b.csv --out safe.csv --k 3 --examples 3", "--examples is no key of a policy"),
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


def test_what_is_left_to_runs_is_told_and_no_value_of_it(setanon: Program, shop: Path) -> None:
    """The seed of a release is a secret."""
    line = "anonymize km b.csv --out safe.csv --k 3 --seed pa55 --ledger l.csv --overwrite --quiet --threads 2"
    answer = setanon("policy", "init", "p.toml", "--", *line.split())
    told = "--seed, --ledger, --overwrite, --quiet"
    assert answer.code == 0 and f"does not say {told}" in answer.err.replace("\n", " ")
    text = Path("p.toml").read_text()
    assert text.startswith(f"# no policy says these, setanon run takes them: {told}\n")
    assert "pa55" not in text + answer.out + answer.err and tomllib.loads(text)["method"] == {"threads": 2}


def test_nothing_that_anonymize_takes_is_dropped_in_silence() -> None:
    """Each option is a key, is said by another one, is told of, or is refused."""
    for method in POLICY_OPTIONS:
        (*_, owner) = POLICY_OPTIONS[method]
        keys = {field.name for field, _ in options_with_keys(owner)}
        for field, option in all_options(owner):
            if field.name in keys or field.name in _OTHERWISE_SAID or not option.shell or option.offers:
                continue
            typed = {"source": "b.csv", "out": "o.csv", field.name: "1"}
            if said_to_run(method, typed):
                continue
            if field.name in _OF_REPORTS:
                assert tomllib.loads(policy_text(Path(), method, typed))["source"][_OF_REPORTS[field.name][1]] == "1"
                continue
            with pytest.raises(BadParameter, match="is no key of a policy"):
                policy_text(Path(), method, typed)
