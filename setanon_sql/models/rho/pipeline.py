"""rho-uncertainty, from a source to a release: by suppressing occurrences, or by a method to compare that with."""

from setanon_sql.models.rho.control import ControlPipeline
from setanon_sql.models.rho.options import AnonymizeRho
from setanon_sql.models.rho.suppression import RhoPipeline


def pipeline_of(request: AnonymizeRho) -> ControlPipeline | RhoPipeline:
    """Return what publishes by the algorithm that options name."""
    return (ControlPipeline if request.algorithm == "tdcontrol" else RhoPipeline)(request)
