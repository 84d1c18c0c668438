"""What ``README.md`` promises to a new user is what ``.ci/run`` runs."""

import os
import pydoc
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from click.testing import CliRunner

from setanon_sql import api
from setanon_sql.__main__ import load_cli
from setanon_sql.models.km.options import KmExtras
from setanon_sql.options.option import options_of
from setanon_sql.synthetic.quest import write_demo

ROOT = Path(__file__).resolve().parent.parent


def test_the_commands_for_a_new_machine_are_marked_for_ci() -> None:
    blocks = re.findall(
        r"^```sh ci\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert len(blocks) == 1, "README.md needs one block that opens with ```sh ci; .ci/run takes its commands from there"
    demo, tests = blocks[0].splitlines()
    for line in (demo, tests):
        assert line.startswith("python3 -m venv .venv && .venv/bin/pip install "), "each line works in a fresh clone"
    assert demo.endswith(".venv/bin/setanon demo")
    assert tests.endswith(".venv/bin/pytest -n auto")


README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def after_the_commands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the commands of the README ran one after the other; each did what it is there for."""
    folder, program = tmp_path_factory.mktemp("readme"), load_cli().cli
    lines = [shlex.split(line, comments=True)[1:] for block in blocks("sh") for line in block.splitlines()]
    assert len(lines) == 10
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for command in lines:
            done = CliRunner().invoke(program, command)
            assert done.exit_code == (1 if command[0] == "audit" else 0), done.output
    return folder


@pytest.mark.slow
def test_the_commands_of_the_readme_work_one_after_the_other(after_the_commands: Path) -> None:
    assert {"baskets.csv", "baskets.safe.csv", "safe.html", "pieces"} <= {
        one.name for one in after_the_commands.iterdir()
    }


def commands_of(page: str) -> list[str]:
    """The commands of a page that need no database, as they stand there."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8").replace("\\\n", " ")
    found = re.findall(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [
        line
        for block in found
        for line in block.splitlines()
        if line.startswith(("setanon ", "printf ")) and "--db" not in line
    ]


@pytest.mark.whole
@pytest.mark.parametrize("page", ["quickstart", "methods", "guarantees", "../benchmarks/downcoding"])
def test_the_commands_of_a_page_work_one_after_the_other(page: str, tmp_path: Path) -> None:
    lines, demo = commands_of(page), "setanon demo --folder ."
    if not lines[0].startswith(demo):
        lines.insert(0, demo)  # the page says so in a sentence
    assert len(lines) > 3
    for line in lines:
        text = f'setanon() {{ {shlex.quote(sys.executable)} -m setanon_sql "$@"; }}; {line}'
        done = subprocess.run(["bash", "-c", text], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == (1 if line.startswith("setanon audit") else 0), f"{line}\n{done.stderr}"


@pytest.mark.whole
def test_the_queries_about_releases_run_on_what_the_commands_of_their_page_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program = load_cli().cli
    for line in commands_of("asking"):
        done = CliRunner().invoke(program, shlex.split(line)[1:])
        assert done.exit_code == 0, f"{line}\n{done.output}"
    page = (ROOT / "docs" / "asking.md").read_text(encoding="utf-8")
    with duckdb.connect() as connection:
        found = re.findall(r"^```sql\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
        found = [query for query in found if "FROM source" not in query]  # that one is read by --query
        for query in found:
            rows = connection.execute(query).fetchall()
            assert rows or not query.startswith("SELECT"), query
        (sales,) = [query for query in found if query.startswith("SELECT coalesce")]
        truth = (
            "SELECT level1, count(DISTINCT record_id) FROM 'baskets.csv' JOIN departments USING (item) GROUP BY level1"
        )
        sold = dict(connection.execute(truth).fetchall()) | {"not known": 10_000}
        assert all(records <= sold[department] for department, _, records in connection.execute(sales).fetchall())

        certain = next(query for query in found if query.startswith("SELECT category"))
        records = dict(connection.execute(truth).fetchall())
        for category, least in connection.execute(certain).fetchall():
            assert 0 < least <= records[category]
        answered = [
            sorted(connection.execute(query).fetchall(), key=str) for query in found if "released AS r" in query
        ]
        released = connection.execute("FROM released").fetchall()
        paths = {item: (item, *reversed(more)) for item, *more in connection.execute("FROM departments").fetchall()}
        assert answered == [*answers_by_hand(released, paths)]
        check_local_answers(
            connection, [query for query in found if "FROM local_rows" in query or "local_rows AS r" in query]
        )


def check_local_answers(connection: duckdb.DuckDBPyConnection, queries: list[str]) -> None:
    """Check the bounds of a release by local recoding, of items, departments and a pair, against the source."""
    ledger = "SELECT item, count(*) FROM 'local-ledger.csv' WHERE action = 'suppressed' GROUP BY item"
    gone = dict(connection.execute(ledger).fetchall())
    lost = sum(gone.values())
    of_items, of_departments, of_pair = [connection.execute(query).fetchall() for query in queries[-3:]]
    truth = dict(connection.execute("SELECT item, count(*) FROM 'baskets.csv' GROUP BY item").fetchall())
    assert len(of_items) == len(truth) + 1  # the taxonomy has an item that nobody bought
    for item, certain, expected, at_most in of_items:
        assert certain <= truth.get(item, 0) <= at_most + gone.get(item, 0)
        assert certain <= expected <= at_most
    sold = dict(connection.execute(
        "SELECT level1, count(DISTINCT record_id) FROM 'baskets.csv' JOIN departments USING (item) GROUP BY level1"
    ).fetchall())  # fmt: skip
    assert {department for department, *_ in of_departments} == {*sold}
    for department, certain, at_most in of_departments:
        assert 0.9 * sold[department] <= certain <= sold[department] <= at_most + lost
    ((both,),) = connection.execute(
        "SELECT count(*) FROM 'baskets.csv' AS a JOIN 'baskets.csv' AS b USING (record_id) "
        "WHERE a.item = 'bananas' AND b.item = 'apples'"
    ).fetchall()
    ((certain, at_most),) = of_pair
    assert 0 < certain <= both <= at_most + lost
    told = {
        estimate.items: estimate
        for estimate in api.estimate(
            Path("local.parquet"), items=[["bananas"], ["Produce"], ["apples", "bananas"]]
        ).estimates
    }
    by_item = {item: (certain, at_most) for item, certain, _, at_most in of_items}
    by_department = {department: bounds for department, *bounds in of_departments}
    for items, bounds in (
        (("bananas",), by_item["bananas"]),
        (("Produce",), by_department["Produce"]),
        (("apples", "bananas"), of_pair[0]),
    ):
        assert (told[items].certain, told[items].at_most) == tuple(bounds)


def answers_by_hand(released: list[tuple[object, str]], paths: dict[str, tuple[str, ...]]) -> Iterator[list[Any]]:
    """Sales by department, and of each item, in plain Python: ``paths`` has the labels over each item, from it up."""
    labels = {label for _, label in released}
    departments: dict[str, list[object]] = {}
    items: dict[str, tuple[list[object], list[float]]] = {}
    for record, label in released:
        node = label.removesuffix(" (other)")
        under = [item for item, path in paths.items() if node in path or node == "*"]
        (department, *more) = {paths[item][-1] for item in under}
        departments.setdefault("not known" if more else department, []).append(record)
        meant = [item for item in under if node == label or labels.isdisjoint(paths[item])]
        for item in meant:
            records, shares = items.setdefault(item, ([], []))
            records.append(record if item != label else ("certain", record))
            shares.append(1 / len(meant))
    yield sorted(((name, len(ids), len(set(ids))) for name, ids in departments.items()), key=str)
    counted = ((item, *_counts(records), sum(shares)) for item, (records, shares) in items.items())
    yield sorted(
        ((item, certain, pytest.approx(expected), at_most) for item, certain, at_most, expected in counted), key=str
    )


def _counts(records: list[Any]) -> tuple[int, int]:
    return sum(isinstance(record, tuple) for record in records), len(records)


@pytest.mark.slow
def test_the_python_of_the_readme_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_demo(tmp_path)
    (code,) = blocks("python")
    exec(compile(code, "README.md", "exec"), {})
    told = capsys.readouterr().out
    assert "6,958 of 10,000 baskets are at risk" in told
    assert "1,936 of 2,034 customers are at risk" in told


@pytest.mark.slow
def test_the_story_of_baskets_and_customers_is_true(tmp_path: Path) -> None:
    write_demo(tmp_path)
    extras = KmExtras(unicity=True)
    baskets = api.audit_km(tmp_path / "baskets.csv", k=5, m=2, extras=extras)
    customers = api.audit_km(tmp_path / "baskets.csv", k=5, m=2, extras=extras, person="customer_id")
    assert customers.persons
    told = [
        (baskets.at_risk_by_size()[2], baskets.records), (baskets.unique_by_size()[2], baskets.records),
        (customers.persons_at_risk_by_size()[2], customers.persons),
        (customers.unique_persons_by_size()[2], customers.persons),
    ]  # fmt: skip
    assert [round(100 * part / whole) for part, whole in told] == [70, 39, 95, 79]
    assert customers.persons == 2_034
    for page in (
        README,
        *((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("quickstart", "guarantees")),
    ):
        assert all(part in page for part in ("70 %", "95 %", "2,034 customers"))


def test_the_readme_names_the_versions_of_python_that_are_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = [text.rsplit(" ", 1)[1] for text in project["classifiers"] if "Python :: 3." in text]
    assert project["requires-python"] == f">={versions[0]}"
    for page in (README, (ROOT / "docs" / "quickstart.md").read_text(encoding="utf-8")):
        assert f"With Python {versions[0]} to {versions[-1]}:" in page


def test_the_lowest_versions_are_tested_everywhere_alike() -> None:
    """A text of SQL is compared where sqlglot is the newest one: nox and .ci/run leave the same tests out."""
    for page in ("noxfile.py", ".ci/run"):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert "lowest-direct" in text and "not slow and not newest_sqlglot" in text, page


def test_guarantees_speak_of_minimality() -> None:
    page = (ROOT / "docs" / "guarantees.md").read_text(encoding="utf-8")
    assert "## Minimality" in page and "(#minimality)" in page


def test_the_readme_is_short() -> None:
    assert len(README.split()) < 900


@pytest.mark.slow
def test_the_picture_of_the_readme_is_the_one_that_the_demo_draws(after_the_commands: Path) -> None:
    """The first of the commands is the demo."""
    drawn = (after_the_commands / "before-after.svg").read_text(encoding="utf-8")
    assert drawn == (ROOT / "docs" / "figures" / "before-after.svg").read_text(encoding="utf-8")


def test_the_schema_of_json_is_made_from_the_program() -> None:
    made = runpy.run_path(str(ROOT / ".ci" / "json_page.py"))["schema"]()
    path = ROOT / "docs" / "json.schema.json"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(made, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == made, f"UPDATE_GOLDEN=1 pytest {Path(__file__).name}"


def test_help_of_the_library_says_what_each_function_takes_and_returns() -> None:
    for name in api.__all__:
        one = getattr(api, name)
        text = pydoc.render_doc(one, renderer=pydoc.plaintext)
        keywords = [each.name for each, _ in options_of(one.options)] if hasattr(one, "options") else []
        assert pydoc.getdoc(one) and [each for each in keywords if f"``{each}" not in text] == [], name


def anchors(page: Path) -> set[str]:
    """Return what the headings of a page are called in links."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r" +", "-", re.sub(r"[^\w\- ]", "", title.lower())) for title in titles}


SITE = runpy.run_path(str(ROOT / ".ci" / "site.py"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md"), *ROOT.glob("[bst]*/*.md")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the site is made of."""
    folder = tmp_path_factory.mktemp("site") / "docs"
    SITE["write"](folder, run=False)
    return folder


def check_links(page: Path, site: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        path, _, anchor = link.removeprefix("https://github.com/setanon/setanon-sql/blob/main/").partition("#")
        target = (ROOT if path != link.partition("#")[0] else page.parent) / path if path else page
        if path.startswith(SITE["ADDRESS"]):
            target = site / f"{path.removeprefix(SITE['ADDRESS']).rstrip('/')}.md"
        elif path.startswith("https:"):
            continue
        assert target.exists() and (not anchor or anchor in anchors(target)), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_of_a_page_lead_to_a_file_and_a_heading(page: Path, site: Path) -> None:
    check_links(page, site)


def test_each_page_is_in_the_site_and_leads_to_others_there(site: Path) -> None:
    pages = [*site.glob("*.md")]
    named = re.findall(r'"([\w-]+\.md)"', (ROOT / "zensical.toml").read_text(encoding="utf-8"))
    assert {page.name for page in pages} == set(named)
    for page in pages:
        check_links(page, site)
        assert SITE["ADDRESS"] not in page.read_text(encoding="utf-8")
