"""The tool that moves queries by one step, and looks whether tests notice."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import mutants
from benchmarks.harness import ROOT
from benchmarks.mutants_python import Functions, changes
from benchmarks.mutants_sql import Queries
from benchmarks.mutants_tests import Mutant, Verdict, limited, not_run
from setanon_sql.engine import DuckDBEngine
from setanon_sql.query import templates
from setanon_sql.verify import Recount

STEP = """-- A step.

-- name: rare
-- Which?
SELECT DISTINCT a.item, count(DISTINCT a.id) AS n FROM lines AS a JOIN other AS b ON a.id = b.id
WHERE a.n < $k AND b.kind = 'simple' AND $path <> a.item AND a.item IS NOT NULL
GROUP BY a.item HAVING count(*) = 2
"""
CHANGES = """\
SELECT DISTINCT a.item -> SELECT
JOIN b -> LEFT JOIN
a.id = b.id -> a.id <> b.id
without NOT a.item IS NULL
without $path <> a.item
$path <> a.item -> $path = a.item
without b.kind = 'simple'
without a.n < $k
a.n < $k -> a.n <= $k
$k -> ($k - 1)
b.kind = 'simple' -> b.kind <> 'simple'
NOT a.item IS NULL -> a.item IS NULL
count(DISTINCT a.id) -> count(a.id)
count(*) = 2 -> count(*) <= 2
count(*) = 2 -> count(*) >= 2
count(*) -> (count(*) + 1)
2 -> 1
2 -> 3
"""


def _room(tmp_path: Path, text: str) -> Queries:
    folder = tmp_path / "made"
    folder.mkdir()
    (folder / "1_step.sql").write_text(text)
    return Queries(folder)


def test_each_part_of_a_query_is_moved_by_one_step(tmp_path: Path) -> None:
    names = [one.name for one in _room(tmp_path, STEP).mutants()]
    assert all(name.startswith("made/step/rare: ") for name in names) and len(set(names)) == len(names)
    missing = [change for change in CHANGES.splitlines() if not any(change in name for name in names)]
    assert not missing and len(names) == len(CHANGES.splitlines())


def test_a_change_that_occurs_twice_has_two_names(tmp_path: Path) -> None:
    names = [one.name for one in _room(tmp_path, "-- name: q\nSELECT min(a) AS x, min(a) AS y FROM t\n").mutants()]
    assert names == ["made/step/q: min(a) -> max(a)", "made/step/q: min(a) -> max(a) [2]"]


def test_a_mutant_runs_in_the_place_of_its_query_and_is_gone_afterwards(engine: DuckDBEngine) -> None:
    room, name = Queries(ROOT / "sql" / "verify"), "verify/sets/below"
    mutant = next(one for one in room.mutants() if one.name == f"{name}: support < $k -> support <= $k")
    sets = engine.load("sets", {"support": int}, [[2, 3, 4]])
    seen: list[str] = []
    assert engine.row(name, extensions=sets, k=3) == (3, 1)
    with room.planted(mutant):
        assert engine.row(name, extensions=sets, k=3) == (3, 2)
        assert "<= 3" in templates.query(name, extensions=sets, k=3).sql()
    with room.recorded(seen.append):
        assert engine.row(name, extensions=sets, k=3) == (3, 1)
    assert set(seen) == {name}


FUNCTION = '''
def count(self, n: int = 3) -> int:
    """Count 4."""
    total: int = 0
    for one in (x for x in self.all if x and not x.gone):
        if one.n < n:
            continue
        total += max(one.n, 2)
    self.drop(f"{n + 1}")
    return total if total else -1 + n
'''
FUNCTION_CHANGES = """\
0 -> 1
for x in self.all if x and (not x.gone) -> for x in self.all
x and (not x.gone) -> not x.gone
x and (not x.gone) -> x
not x.gone -> x.gone
one.n < n -> one.n <= n
continue -> break
total += max(one.n, 2) -> pass
max(one.n, 2) -> min(one.n, 2)
2 -> 1
2 -> 3
self.drop(f'{n + 1}') -> pass
total if total else -1 + n -> total
total if total else -1 + n -> -1 + n
-1 + n -> -1 - n
1 -> 0
1 -> 2
"""


def test_each_part_of_a_function_is_moved_by_one_step() -> None:
    (function,) = ast.parse(FUNCTION).body
    assert isinstance(function, ast.FunctionDef)
    made = list(changes(function))
    assert sorted(words.strip() for words, _ in made) == sorted(FUNCTION_CHANGES.splitlines())
    assert len({ast.unparse(tree) for _, tree in made}) == len(made)


@pytest.mark.slow
def test_a_mutant_runs_in_the_place_of_its_function_and_is_gone_afterwards() -> None:
    room, unit = Functions(ROOT / "setanon_sql" / "verify"), "verify/counted.py:Recount.complete"
    mutant = next(
        Mutant(f"{unit}: {words}", unit, ast.unparse(tree)) for words, tree in changes(room.functions[unit].node)
    )
    seen: list[str] = []
    assert mutant.name.endswith("not self.unknown -> self.unknown") and Recount({}, ()).complete
    with room.planted(mutant):
        assert not Recount({}, ()).complete
    with room.recorded(seen.append):
        assert Recount({}, ()).complete
    assert seen == [unit] and Recount({}, ()).complete


def test_what_never_ends_fails() -> None:
    with pytest.raises(pytest.fail.Exception, match="too long"), limited(0.05):
        while True:
            pass
    with pytest.raises(KeyboardInterrupt), limited(60):
        raise KeyboardInterrupt


def test_reasons_stand_below_the_mutants_they_are_of(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("# about\na: 1 -> 2\nb: 1 -> 2\n    Nobody\n    sees it.\nc: 1 -> 2\n    Too slow.\n")
    assert mutants.listed(path) == {
        "a: 1 -> 2": "Nobody sees it.",
        "b: 1 -> 2": "Nobody sees it.",
        "c: 1 -> 2": "Too slow.",
    }
    assert all(mutants.listed().values())


def test_a_sample_is_the_same_with_the_same_seed_and_leaves_out_what_is_listed() -> None:
    every = [Mutant(f"q: {n}", "q", "") for n in range(50)]
    asked = mutants.arguments(["sql/verify", "--sample", "10%", "--seed", "7"])
    candidates = mutants.candidates_of(every, asked, {"q: 1": "reason"})
    assert [one.name for one in every if one not in candidates] == ["q: 1"]
    some = mutants.sample_of(candidates, asked)
    assert len(some) == 5 and some == mutants.sample_of(candidates, asked)
    whole = mutants.arguments(["sql/verify", "--listed"])
    assert mutants.candidates_of(every, whole, {"q: 1": "reason"}) == mutants.sample_of(every, whole) == every


def test_what_no_test_runs_is_told_whatever_is_drawn() -> None:
    told = [one.mutant.name for one in not_run({"q", "r", "s"}, {"r": 1})]
    assert told == ["q: no test runs it", "s: no test runs it"]


def test_what_survives_is_told_but_for_what_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    a, b, c = (Mutant(f"q: {name}", "q", "") for name in "abc")
    found = [Verdict(a, "tests/x.py::test", slow=True, tests=2), Verdict(b), Verdict(c)]
    assert mutants.report(mutants.arguments(["sql/verify"]), found, {"q: c": "reason"}) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[:2] == ["sql/verify: 3 mutants, 0 found by quick tests, 1 by all, 1 survive", "survives: q: b"]


@pytest.mark.whole
@pytest.mark.parametrize(("test", "code"), [("held == (3, 1)", 0), ("held[0] == 3", 1)])
def test_from_end_to_end(tmp_path: Path, test: str, code: int) -> None:
    (tmp_path / "test_one.py").write_text(
        "from setanon_sql.engine import DuckDBEngine\n"
        "def test_below():\n"
        "    with DuckDBEngine() as engine:\n"
        "        held = engine.row('verify/sets/below', extensions=engine.load('s', {'n': int, 'support': int}, "
        "[[1, 2, 3], [2, 3, 4]]), k=3)\n"
        f"    assert {test}\n"
        "def test_nothing():\n    pass\n"
    )
    command = [
        sys.executable,
        "-m",
        "benchmarks.mutants",
        "sql/verify",
        str(tmp_path),
        "--match",
        "sets/below",
        "--listed",
    ]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == code, made.stdout + made.stderr
    assert ("survives: verify/sets/below: support < $k -> support <= $k" in made.stdout) == bool(code)
