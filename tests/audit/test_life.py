"""The life of an audit is the same for all models."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from setanon_sql import api
from setanon_sql.errors import BadDestination
from tests.made_up_model.api import audit_floor

AUDITS: dict[Callable[..., Any], dict[str, Any]] = {
    api.audit_km: {"k": 2},
    api.audit_kanonymity: {"k": 2},
    api.audit_coherence: {"k": 2},
    api.audit_rho: {"rho": 0.5, "sensitive": ["rum"]},
    api.audit_adaptive: {"rho": 0.5, "sensitive": ["rum"]},
    audit_floor: {"k": 2},
}


@pytest.mark.parametrize("audit", AUDITS, ids=lambda audit: audit.__name__)
def test_a_report_that_cannot_be_written_is_refused_before_anything_is_read(audit: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.html").write_text("not of setanon")
    with pytest.raises(BadDestination):
        audit(tmp_path / "no source.csv", **AUDITS[audit], report=tmp_path / "mine.html", overwrite=True)
