"""Items that are inner nodes of a taxonomy: refused everywhere, or leaves of their own; releases are as they are."""

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput
from setanon_sql.policy import CheckOptions, RunOptions, check_policy, run_policy
from setanon_sql.sources import SourceOptions
from tests.cli.program import Program
from tests.strategies import examples

#: 250.1 and 250.2 under 250, 401 beside it, all under "all".
PARENT = {"250.1": "250", "250.2": "250", "250": "all", "401": "all"}
TREE = [list(edge) for edge in PARENT.items()]
LABELS = [*PARENT, "all"]
OWN: Any = {"taxonomy": TREE, "inner_items": "own-leaf"}

#: The example of the issue: 250 is an item, and the node over two others.
SIX = [["250"], ["250"], ["250.1"], ["250.1"], ["250.2"], ["250.2"]]
ICD = 3 * [["250", "401"], ["250.1", "401"], ["250.2"], ["250", "250.2"], ["250.1", "250"]]

RECORDS = st.lists(st.sets(st.sampled_from(LABELS), min_size=1, max_size=3).map(sorted), min_size=1, max_size=7)


def over(label: str) -> set[str]:
    """The labels over an item, itself the leaf of its own."""
    above = {f"{label} itself"}
    while True:
        above.add(label)
        if label == "all":
            return above
        label = PARENT[label]


def at_risk(records: list[set[str]], k: int, m: int) -> int:
    """The records that hold a set of up to m labels which fewer than k records hold."""
    known = [{s for n in range(1, m + 1) for s in combinations(sorted(held), n)} for held in records]
    return sum(any(sum(one in other for other in known) < k for one in sets) for sets in known)


@pytest.mark.slow
@given(records=RECORDS, k=st.integers(2, 3), m=st.integers(1, 2))
@example(records=SIX, k=3, m=1)
@examples(60)
def test_an_audit_with_own_leaves_is_that_of_the_oracle_and_never_less(
    records: list[list[str]], k: int, m: int
) -> None:
    with_tree = api.audit_km(records, k=k, m=m, **OWN)
    plain = api.audit_km(records, k=k, m=m)
    found = with_tree.levels[-1].at_risk
    assert found == at_risk([set().union(*map(over, items)) for items in records], k, m)
    assert found >= plain.levels[-1].at_risk


def anonymized(name: str, out: Path, **how: Any) -> Any:
    """Publish by the method of that name."""
    given = {"taxonomy": TREE, "record_ids": "keep"} | how
    match name:
        case "kanonymity":
            return api.anonymize_kanonymity(ICD, out, k=3, **given)
        case "tdcontrol":
            return api.anonymize_rho(ICD, out, rho="0.9", m=1, sensitive=["401"], algorithm="tdcontrol", **given)
        case "adaptive":
            return api.anonymize_adaptive(ICD, out, rho="0.5", m=1, sensitive=["401"], **given)
    return api.anonymize_km(ICD, out, k=3, m=2, algorithm=name, optimum=0, **given)


METHODS = [
    "aa",
    "kanonymity",
    *(pytest.param(name, marks=pytest.mark.slow) for name in ("improved", "tdcontrol", "adaptive")),
]
SOURCES: dict[str, Callable[..., Any]] = {
    "audit km": lambda **how: api.audit_km(ICD, k=3, m=2, taxonomy=TREE, **how),
    "audit km known": lambda **how: api.audit_km(ICD, k=3, m=2, known=["250.1"], taxonomy=TREE, **how),
    "audit rho": lambda **how: api.audit_rho(ICD, rho="0.9", m=1, sensitive=["401"], taxonomy=TREE, **how),
    "compare": lambda **how: api.compare(ICD, k=[3], m=[1], models=["km"], optimum=0, taxonomy=TREE, **how),
    "suggest": lambda **how: api.suggest(
        ICD, k=[3], m=[1], models=["km"], max_loss=0.9, optimum=0, taxonomy=TREE, **how
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SOURCES)
def test_whatever_reads_a_source_refuses_or_makes_leaves(name: str) -> None:
    with pytest.raises(BadInput, match="1 item of the data is also an inner node") as error:
        SOURCES[name]()
    assert "inner_items" in error.value.hint and error.value.details[1:] == ("250",)
    assert SOURCES[name](inner_items="own-leaf")


@pytest.mark.slow
@pytest.mark.parametrize("name", METHODS)
def test_a_method_refuses_or_releases_labels_over_what_records_hold(name: str, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    with pytest.raises(BadInput, match="1 item of the data is also an inner node"):
        anonymized(name, out)
    assert not [*tmp_path.iterdir()]
    anonymized(name, out, inner_items="own-leaf")
    assert api.verify(out).satisfied
    for line in out.read_text().splitlines()[1:]:
        record, label, *_ = line.split(",")
        held = set().union(*map(over, ICD[int(record) - 1]))
        assert label.replace(" (itself)", " itself").removesuffix(" (other)") in held
    assert (
        "250"
        not in {
            line.split(",")[1] for line in out.read_text().splitlines()[1:] if line.split(",")[1] in PARENT.values()
        }
        or name != "none"
    )


@pytest.mark.slow
def test_a_release_is_audited_as_it_is(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    api.anonymize_km(SIX, out, k=3, m=1, optimum=0, **OWN)
    assert {line.split(",")[1] for line in out.read_text().splitlines()[1:]} == {"250"}
    assert api.audit_km(out, k=3, m=1, taxonomy=TREE).satisfied
    assert api.audit_rho(out, rho="0.99", m=1, sensitive=["250"], taxonomy=TREE).satisfied
    out.write_text(out.read_text() + "7,250.1\n")  # these are no longer the rows that the manifest was made for
    with pytest.raises(BadInput, match="inner node"):
        api.audit_km(out, k=3, m=1, taxonomy=TREE)


@pytest.mark.slow
def test_a_release_in_a_table_is_audited_as_it_is(tmp_path: Path) -> None:

    database = tmp_path / "a.duckdb"
    with duckdb.connect(str(database)) as connection:
        connection.execute("CREATE TABLE rows (record_id INTEGER, item VARCHAR)")
        connection.executemany("INSERT INTO rows VALUES (?, ?)", [(at, item) for at, (item,) in enumerate(SIX)])
    options = SourceOptions(db=str(database))
    with pytest.raises(BadInput, match="inner node"):
        api.audit_km("rows", k=3, m=1, taxonomy=TREE, options=options)
    api.anonymize_km("rows", "safe", k=3, m=1, optimum=0, options=options, **OWN)
    assert api.audit_km("safe", k=3, m=1, taxonomy=TREE, options=options).satisfied


@pytest.mark.slow
def test_a_release_with_such_leaves_is_read_without_the_option(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    api.anonymize_km(ICD, out, k=3, m=1, optimum=0, record_ids="keep", **OWN)
    assert "250 (itself)" in out.read_text()
    assert "250 (itself),2,250,250 (itself),1," in out.with_name("out.csv.labels.csv").read_text()
    assert api.audit_km(out, k=3, m=1, taxonomy=TREE).satisfied
    measures = api.utility(ICD, out, **OWN)
    assert measures.rows_after == 27


@pytest.mark.parametrize(
    ("tree", "records", "message"),
    [
        ([*TREE, ["250 (itself)", "all"]], ICD, "1 label of the taxonomy is called as the leaf"),
        (TREE, [["250", "250 (itself)"]], "1 item of the data is called as the leaf"),
    ],
)
def test_a_name_that_is_taken_is_refused(tree: Any, records: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        api.audit_km(records, k=2, m=1, taxonomy=tree, inner_items="own-leaf")
    assert message in str([f.message for f in api.check_taxonomy(tree, records, inner_items="own-leaf").faults])


def test_own_leaves_of_a_taxonomy_may_be_there_already() -> None:
    for tree in (TREE, [*TREE, ["250 (itself)", "250"]]):
        audit = api.audit_km([["250 (itself)"], ["250.1"]], k=2, m=1, taxonomy=tree, inner_items="own-leaf")
        assert audit.levels[0].at_risk == 2


def test_the_doctor_knows_the_option() -> None:
    assert not api.check_taxonomy(TREE, ICD).satisfied
    assert api.check_taxonomy(TREE, ICD, inner_items="own-leaf").satisfied


@pytest.mark.slow
def test_the_owner_of_a_release_checks_a_sensitive_item_that_is_an_inner_node(tmp_path: Path) -> None:
    """The list names 250, and the release calls it as the leaf of its own."""
    out = tmp_path / "out.csv"
    source = 8 * [["401"]] + 2 * [["401", "250"]] + 2 * [["250.1"]]
    options: Any = {"m": 1, "sensitive": ["250"], "algorithm": "tdcontrol", **OWN}
    api.anonymize_rho(source, out, rho="0.9", record_ids="keep", **options)
    assert "250 (itself)" in json.loads(out.with_name("out.csv.manifest.json").read_text())["sensitive"]
    path = out.with_name("out.csv.manifest.json")
    path.write_text(path.read_text().replace('"0.9"', '"1/100"').replace("0.9", "0.01"))
    answer = api.verify(out, source=source, sensitive=["250"])
    assert any("rule" in message or "follow" in message or "above" in message for message in answer.messages), answer


@pytest.mark.slow
def test_a_policy_makes_leaves_and_its_check_knows_the_source(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(
        "record_id,item\n" + "".join(f"{at},{item}\n" for at, items in enumerate(ICD) for item in items)
    )
    (tmp_path / "t.csv").write_text("child,parent\n" + "".join(f"{a},{b}\n" for a, b in TREE))
    policy = tmp_path / "p.toml"
    policy.write_text(
        '[source]\nplace = "a.csv"\n[taxonomy]\nfile = "t.csv"\ninner_items = "own-leaf"\n[guarantee]\nmodel = "km"\n'
        'k = 3\nm = 1\n[method]\noptimum = 0\n[release]\nout = "out.csv"\n'
    )
    key = {"SETANON_KEY": 4 * "0123456789abcdef"}
    assert run_policy(policy, RunOptions(environment=key)).published
    assert {found.check: found.result for found in check_policy(policy, CheckOptions(environment=key)).findings}[
        "source"
    ] == "agrees"


def test_the_program_says_the_option(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "a.dat").write_text("250 401\n250.1 401\n")
    (tmp_path / "t.csv").write_text("child,parent\n" + "".join(f"{a},{b}\n" for a, b in TREE))
    command = ("audit", "km", tmp_path / "a.dat", "--k", "2", "--m", "1", "--taxonomy", tmp_path / "t.csv")
    program = Program(capsys)
    answer = program(*command)
    assert answer.code == 2 and "--inner-items own-leaf makes each a leaf" in answer.err and "250.1" not in answer.err
    answer = program(*command, "--inner-items", "own-leaf")
    assert answer.code == 1 and "1 item of the data is also an inner node" in answer.err
