"""The records at risk, by category, with a k for each size: the same in every engine."""

from pathlib import Path
from typing import Any

import pytest

from setanon_sql import api
from setanon_sql.errors import BadDestination
from setanon_sql.sources import SourceOptions
from tests.engines.drawn import TREE, drawn
from tests.engines.places import DuckDBPlace, Place, SparkPlace, all_rows_of, table_of

RECORDS = [sorted(record) for seed in (3, 4) for record in drawn(seed)[0]]


def test_the_same_records_at_risk(place: Place, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    told, m = [], 1 if isinstance(place, SparkPlace) else 2
    for one in (place, DuckDBPlace(tmp_path / "other")):
        source, out, options = one.put(table_of(RECORDS)), one.out(), SourceOptions(db=one.db)
        km = api.audit_km(source, k=5, m=2, taxonomy=TREE, by=1, records_out=out, options=options)
        found = all_rows_of(one, out)
        assert len(found) == km.at_risk_by_size()[2]
        sized = api.audit_km_by_size(source, ks=[3, 6], options=options)
        with pytest.raises(BadDestination, match="already exists"):
            api.audit_km(source, k=5, m=2, records_out=out, options=options)
        by_rules: dict[str, Any] = {"rho": "0.5", "m": m, "sensitive": ["a", "b"], "taxonomy": TREE, "by": 1}
        rho = api.audit_rho(source, records_out=out, overwrite=True, options=options, **by_rules)
        confidences = all_rows_of(one, out)
        assert confidences and all(0.5 < confidence <= 1 for _, _, confidence in confidences)
        told.append((found, confidences, km.to_json(), rho.to_json(), sized.to_json()))
    assert told[0] == told[1]
