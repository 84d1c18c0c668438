"""The ways to a k^m-anonymous release: one label for an item everywhere, or another in another record."""

from typing import Any

from setanon_sql.models.km.cut import KmPipeline
from setanon_sql.models.km.local import LocalKmPipeline
from setanon_sql.models.km.options import AnonymizeKm
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.registry.local import LOCAL


def pipeline_of(request: AnonymizeKm) -> Pipeline[AnonymizeKm, Any]:
    """Return the release in the making that options ask for."""
    return LocalKmPipeline(request) if request.recoding == LOCAL else KmPipeline(request)
