"""What is asked for of single items is kept to on every engine, and costs the same."""

from typing import Any

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.errors import NotReached
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from tests.adaptive.data import in_one_way
from tests.engines.drawn import drawn
from tests.engines.places import DuckDBPlace, Place, SparkPlace, table_of

pytestmark = pytest.mark.slow

RECORDS = [sorted(record) for seed in (3, 4) for record in drawn(seed)[0]]
#: Counts of an analyst; originals are made up to take them on.
COUNTS = {
    "rows": "SELECT count(*) FROM source",
    "pairs": "SELECT count(*) FROM (SELECT record_id FROM source GROUP BY record_id HAVING count(*) = 2) AS two",
    "first": f"SELECT count(DISTINCT record_id) FROM source WHERE item <= '{RECORDS[0][0]}'",
}
FEW = [sorted(record) for record in drawn(3)[0]]


def test_constraints_of_a_table_are_kept_to_in_every_engine(
    place: Place, tmp_path_factory: pytest.TempPathFactory
) -> None:
    often = sorted(set().union(*RECORDS), key=lambda item: (-sum(item in one for one in RECORDS), item))
    tree = Taxonomy(
        {item: f"G{at % 3}" for at, item in enumerate(often)} | dict.fromkeys(("G0", "G1", "G2"), "top"), "top"
    )
    rules = {"item": [often[0], often[1], often[3]], "rule": ["keep", "drop", "at_most"], "level": [None, None, "1"]}
    weights = {"item": [often[2]], "weight": ["2.5"]}
    found = []
    for one in (place, DuckDBPlace(tmp_path_factory.mktemp("other"))):
        source, options = one.put(table_of(RECORDS)), SourceOptions(db=one.db)
        asked = {"constraints": one.put(pa.table(rules)), "weights": one.put(pa.table(weights))}
        release = api.anonymize_km(
            source, one.out(), k=3, m=2, taxonomy=tree, options=options, workload=COUNTS, examples=3, seed="s",
            exceptions="none", **asked,
        )  # fmt: skip
        lists = release.utility.details
        assert lists.workload[-1].deviation is not None and lists.examples[0].loss > 0
        assert release.constraints and release.constraints.items_kept == 1
        found.append((release.constraints, release.utility, lists, release.manifest["rows"], release.cost_bound))
        if isinstance(place, SparkPlace):  # it asks the same for what cannot be kept to
            continue
        asked["constraints"] = one.put(pa.table({"item": often, "rule": ["keep"] * len(often)}))
        with pytest.raises(NotReached, match="items to give up has"):
            api.anonymize_km(source, one.out(), k=3, m=2, taxonomy=tree, options=options, **asked)
    assert found[0] == found[1]


def test_the_other_methods_keep_to_constraints_in_every_engine(
    place: Place, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Two of them ask for many small statements, which Spark answers in minutes: they are left out there."""
    often = sorted(set().union(*FEW), key=lambda item: (-sum(item in one for one in FEW), item))
    tree = Taxonomy(
        {item: f"G{at % 3}" for at, item in enumerate(often)} | dict.fromkeys(("G0", "G1", "G2"), "top"), "top"
    )
    table = pa.table({"item": [often[0], often[1]], "rule": ["keep", "drop"]})
    found = []
    for one in (place, DuckDBPlace(tmp_path_factory.mktemp("other"))):
        source, asked = one.put(table_of(FEW)), one.put(table)
        how: dict[str, Any] = {"constraints": asked, "options": SourceOptions(db=one.db), "seed": "s", "examples": 2}
        hidden = {"rho": "0.5", "sensitive": [often[2]], "m": 1 if isinstance(place, SparkPlace) else 2}
        with in_one_way():
            made = [api.anonymize_rho(source, one.out(), **hidden, **how)]
            if not isinstance(place, SparkPlace):
                made.append(api.anonymize_disassociation(source, one.out(), k=3, m=2, workload=COUNTS, **how))
                made.append(api.anonymize_adaptive(source, one.out(), taxonomy=tree, **hidden, **how))
        assert all(release.constraints and release.constraints.items_dropped == 1 for release in made)
        assert all(release.constraints and release.constraints.items_kept for release in (made[0], *made[2:]))
        assert all(release.utility.details.examples for release in made)
        found.append(
            [
                (release.constraints, release.utility, release.utility.details, release.manifest["rows"])
                for release in made
            ]
        )
    assert found[0] == found[1]
