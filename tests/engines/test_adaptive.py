"""Sensitivity-adaptive rho-uncertainty on three engines: the same rules, and with the same seed the same release."""

import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from tests.engines.places import Place, table_of
from tests.engines.runs import Told, is_same, public
from tests.engines.test_rho import for_all
from tests.releases import rows_of

TREE = Taxonomy(dict.fromkeys("abc", "A") | dict.fromkeys("def", "B") | {"A": "top", "B": "top"}, "top")


def tell(source: Any, sensitive: Any, factors: Any, out: str, read: Any, options: SourceOptions, cost: Any) -> Told:
    """Audit, anonymize, verify and measure a source."""
    asked: Any = {"rho": "1/3", "sensitive": sensitive, "factors": factors, "options": options}
    audit = api.audit_adaptive(source, **asked).to_json(show_values=True)
    release = api.anonymize_adaptive(source, out, taxonomy=TREE, seed="the same", cost=cost, **asked)
    answer = api.verify(out, db=options.db, options=options)
    assert answer.holds and answer.checks["sha256_matches"], answer.messages
    measures = api.utility(source, out, taxonomy=TREE, options=options)
    return Told(audit, sorted(read(out)), public(release), pytest.approx(measures, rel=1e-12, abs=1e-12))


def drawn(seed: int) -> tuple[pa.Table, pa.Table, pa.Table]:
    """Records, what is sensitive, factors."""
    lots = random.Random(seed)
    data = [lots.sample("abcdefst", lots.randint(1, 5)) for _ in range(lots.randint(10, 30))]
    data += [["s"], ["t", "a"]]
    return table_of(data), for_all("st"), pa.table({"item": ["s"], "factor": ["0.2"]})


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("cost", ["bits", "ncp"])
def test_the_same_release_on_every_engine(place: Place, tmp_path: Path, seed: int, cost: str) -> None:
    tables = drawn(seed)
    out = tmp_path / "reference.parquet"
    expected = tell(*tables, str(out), lambda name: [row[:2] for row in rows_of(Path(name))], SourceOptions(), cost)
    there = [place.put(table) for table in tables]
    is_same(tell(*there, place.out(), place.read, SourceOptions(db=place.db), cost), expected)
