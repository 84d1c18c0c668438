"""``python -m benchmarks.columns DATASETS``: what a release with columns answers, beside today's two ways.

Complete Journey, k = 5, m = 2, local recoding. Three settings: by month, by quarter and part of the stores, by age
group; each is one release that could be published, and no two of them together. Ways: one release with the columns
(``--columns``); a release of its own for each class; each column's value as one more item of the record, which is then
one of the m that are known: that promises less, so also with an m larger by the number of columns. Questions count
records by class and label of the taxonomy; a label over the asked one counts with the share of its items that are under
it. Prints two tables: what is left of the data, and the errors of ten questions (sum of differences by sum of counts)
over all cells and the 1,000 largest.
"""

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import duckdb

from benchmarks import harness

#: What the steps of each column make of its value, in SQL: the same as ``--columns`` releases.
MONTH, QUARTER = "strftime(day, '%Y-%m')", "concat(year(day), '-Q', quarter(day))"
STORES = "CAST(least(store // 1000, 9) AS VARCHAR)"
SOURCE = """
COPY (
  SELECT i.record_id, CAST(i.item AS VARCHAR) AS item, {month} AS month, {quarter} AS quarter, {stores} AS stores,
    coalesce(p.age, 'not known') AS age
  FROM '{datasets}/completejourney.parquet' AS i
  JOIN '{datasets}/completejourney-records.parquet' AS r USING (record_id)
  LEFT JOIN '{datasets}/completejourney-persons.parquet' AS p ON p.person_id = i.person_id
) TO '{out}' (FORMAT parquet)"""
#: What each label of the meaning table tells of each node that is asked for: the share of its items that are under it.
SHARES = """
CREATE OR REPLACE TABLE shares AS
SELECT m.label, t.node, sum(m.share) AS share
FROM meaning AS m JOIN nodes AS t ON t.item = m.item GROUP BY ALL"""
ANSWERS = """
CREATE OR REPLACE TABLE {name} AS
SELECT class, node, sum(share) AS records
FROM (
  SELECT record_id, {key} AS class, node, max(share) AS share
  FROM {rows} JOIN shares ON shares.label = item GROUP BY ALL
) AS each_record GROUP BY ALL"""


@dataclass(frozen=True)
class Setting:
    """Columns of the source that are released, and the questions asked of them: a name, classes, level, number."""

    name: str
    columns: tuple[str, ...]
    questions: tuple[tuple[str, str, str, int], ...]


SETTINGS = (
    Setting(
        "by month", ("month",),
        (
            ("departments by month", "month", "department", 10),
            ("categories by month", "month", "product_category", 100),
            ("types by month", "month", "product_type", 100),
            ("items by month", "month", "item", 100),
            ("categories by half-year", "CASE WHEN month < '2017-07' THEN 1 ELSE 2 END", "product_category", 100),
        ),
    ),
    Setting(
        "by quarter and stores", ("quarter", "stores"),
        (
            ("departments by quarter and stores", "concat(quarter, ' ', stores)", "department", 10),
            ("categories by quarter", "quarter", "product_category", 100),
            ("categories by stores", "stores", "product_category", 100),
        ),
    ),
    Setting(
        "by age group", ("age",),
        (
            ("departments by age group", "age", "department", 10),
            ("categories by age group", "age", "product_category", 100),
        ),
    ),
)  # fmt: skip


class NoRelease(Exception):
    """No release was made: why, in a few words."""


@dataclass(frozen=True)
class Bench:
    """Where the data are, and the database in which the answers are compared."""

    source: Path
    taxonomy: Path
    folder: Path
    db: duckdb.DuckDBPyConnection
    timeout: float

    def release(self, source: Path, name: str, *options: object, m: int = 2) -> "Release":
        """Release a source by local recoding."""
        out = self.folder / f"{name}.parquet"
        given = ("--taxonomy", self.taxonomy, "--k", 5, "--m", m, "--recoding", "local", "--seed", 1, *options)
        ran = harness.run(harness.setanon("anonymize", "km", source, *given, "--out", out, "--overwrite"), self.timeout)
        if ran.trouble:
            raise NoRelease(ran.trouble)
        return Release(out, ran)

    def shows(self, rows: str, meaning: str) -> None:
        """Let the queries of answers read what was released."""
        self.db.execute(f"CREATE OR REPLACE TABLE released AS {rows}")
        self.db.execute(f"CREATE OR REPLACE TABLE meaning AS {meaning}")

    def unchanged(self, releases: list["Release"]) -> float:
        """Return the share of the source's rows that are released as they were."""
        files = ", ".join(f"'{release.file}'" for release in releases)
        (share,) = self.db.execute(
            f"SELECT (SELECT count(*) FROM read_parquet([{files}]) SEMI JOIN tree USING (item))"
            f" / (SELECT count(*) FROM '{self.source}')"
        ).fetchall()[0]
        return float(share)


@dataclass(frozen=True)
class Release:
    """A released file, and the run that made it."""

    file: Path
    run: harness.Run


def with_columns(bench: Bench, setting: Setting) -> list[Release]:
    """Make one release with the columns."""
    chosen = f"SELECT record_id, item, {', '.join(setting.columns)} FROM '{bench.source}'"
    source = written(bench, "columns-source", chosen)
    made = bench.release(source, "columns", "--columns", ",".join(setting.columns))
    bench.shows(f"FROM '{made.file}'", f"FROM '{made.file}.meaning.parquet'")
    return [made]


def class_by_class(bench: Bench, setting: Setting) -> list[Release]:
    """Make a release of its own for each class."""
    names = ", ".join(setting.columns)
    sizes = f"SELECT {names}, count(DISTINCT record_id) FROM '{bench.source}' GROUP BY ALL ORDER BY ALL"
    rows, meanings, releases = [], [], []
    for at, (*values, records) in enumerate(bench.db.execute(sizes).fetchall()):
        if records < 5:
            continue
        pairs = list(zip(setting.columns, values, strict=True))
        same = " AND ".join(f"{name} = '{value}'" for name, value in pairs)
        source = written(bench, "class-source", f"SELECT record_id, item FROM '{bench.source}' WHERE {same}")
        made = bench.release(source, f"class{at}")
        values_of = ", ".join(f"'{value}' AS {name}" for name, value in pairs)
        own = f"'{at}-' || record_id AS record_id, '{at}-' || item AS item"
        rows.append(f"SELECT {own}, {values_of} FROM '{made.file}'")
        meanings.append(f"SELECT '{at}-' || label AS label, item, share FROM '{made.file}.meaning.parquet'")
        releases.append(made)
    bench.shows(" UNION ALL ".join(rows), " UNION ALL ".join(meanings))
    return releases


def as_items(bench: Bench, setting: Setting, m: int = 2) -> list[Release]:
    """Make one release of records that hold the value of each column as an item, right under the root."""
    values = " UNION ALL ".join(
        f"SELECT DISTINCT record_id, '{name}=' || {name} FROM '{bench.source}'" for name in setting.columns
    )
    source = written(bench, "items-source", f"SELECT record_id, item FROM '{bench.source}' UNION ALL {values}")
    made = bench.release(source, "items", "--missing", "root", m=m)
    shown = " ".join(
        f"JOIN (SELECT record_id, substr(item, {len(name) + 2}) AS {name} FROM '{made.file}'"
        f" WHERE starts_with(item, '{name}=')) USING (record_id)"
        for name in setting.columns
    )
    bench.shows(f"FROM '{made.file}' {shown}", f"FROM '{made.file}.meaning.parquet'")
    return [made]


def as_more_items(bench: Bench, setting: Setting) -> list[Release]:
    """Make a release with columns as items that promises no less than one with columns: m is larger by their number."""
    return as_items(bench, setting, 2 + len(setting.columns))


WAYS = {
    "one release with columns": with_columns,
    "a release for each class": class_by_class,
    "as items, the same m": as_items,
    "as items, m larger by their number": as_more_items,
}


def written(bench: Bench, name: str, query: str) -> Path:
    """Write what a query finds as a file of its own."""
    path = bench.folder / f"{name}.parquet"
    duckdb.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
    return path


def errors(bench: Bench, key: str, level: str, number: int) -> tuple[float, float]:
    """Return the error of a question over all its cells, and of its 1,000 largest: differences by counts."""
    top = (
        f"SELECT {level} AS node FROM '{bench.source}' JOIN tree USING (item)"
        f" GROUP BY ALL ORDER BY count(DISTINCT record_id) DESC, 1 LIMIT {number}"
    )
    bench.db.execute(
        f"CREATE OR REPLACE TABLE nodes AS SELECT item, {level} AS node FROM tree WHERE {level} IN ({top})"
    )
    bench.db.execute(SHARES)
    bench.db.execute(ANSWERS.format(name="answered", key=key, rows="released"))
    true = (
        f"SELECT {key} AS class, node, count(DISTINCT record_id) AS n"
        f" FROM '{bench.source}' JOIN nodes USING (item) GROUP BY ALL"
    )
    compared = (
        f"SELECT sum(abs(coalesce(a.records, 0) - t.n)) / sum(t.n) FROM (FROM ({true}) {{}}) AS t"
        " LEFT JOIN answered AS a ON a.class = t.class AND a.node = t.node"
    )
    whole, largest = (
        float(bench.db.execute(compared.format(part)).fetchall()[0][0])
        for part in ("", "ORDER BY n DESC, class, node LIMIT 1000")
    )
    return whole, largest


def measured(bench: Bench) -> Iterator[tuple[str, str, str]]:
    """Yield the lines of both tables: which table, the head of the line, its cells."""
    for setting in SETTINGS:
        for way, made in WAYS.items():
            try:
                releases = made(bench, setting)
            except NoRelease as trouble:
                yield "left", f"{setting.name}: {way}", f"{trouble} | |"
                continue
            gone = sum(release.run.answer["records_gone"] for release in releases)
            taken = sum(release.run.processors for release in releases)
            cells = f"{100 * bench.unchanged(releases):.1f} % | {gone:,} | {taken:.0f}"
            yield "left", f"{setting.name}: {way}", cells
            for question, key, level, number in setting.questions:
                whole, largest = errors(bench, key, level, number)
                yield "asked", f"{question}: {way}", f"{100 * whole:.1f} % | {100 * largest:.1f} %"


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.columns", description=__doc__)
    parser.add_argument("datasets", type=Path)
    parser.add_argument("--timeout", type=float, default=3600.0, help="seconds that a release may take")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        taxonomy = given.datasets / "completejourney-taxonomy.csv"
        parts = {"month": MONTH, "quarter": QUARTER, "stores": STORES, "datasets": given.datasets}
        duckdb.execute(SOURCE.format(**parts, out=folder / "source.parquet"))
        bench = Bench(folder / "source.parquet", taxonomy, folder, duckdb.connect(), given.timeout)
        bench.db.execute(f"CREATE TABLE tree AS FROM read_csv('{taxonomy}', delim = ';', all_varchar = true)")
        lines: dict[str, list[str]] = {"left": [], "asked": []}
        for which, head, cells in measured(bench):
            lines[which].append(f"| {head} | {cells} |")
            print(lines[which][-1], flush=True)
    print("\n| | rows as they were | records gone | seconds of CPU |\n| --- | --- | --- | --- |")
    print("\n".join(lines["left"]))
    print("\n| question | error | of the 1,000 largest cells |\n| --- | --- | --- |")
    print("\n".join(lines["asked"]))


if __name__ == "__main__":
    main()
