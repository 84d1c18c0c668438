"""What the command line does, as functions: one a command, with the same words and defaults.

>>> from setanon_sql import api
>>> found = api.compare([["tea", "milk"], ["tea"], ["tea", "milk"]], k=[2, 3], m=[1])
>>> found.records, [row.figures.at_risk_before for row in found.settings]
(3, [0.0, 0.6666666666666666])

Each function opens an engine of its own and closes it; ``setanon_sql.open(source)`` reads a source once for several.
Each returns a frozen dataclass whose fields its docstring explains; ``to_json()`` gives what ``--json`` prints. Shares
are numbers from 0 to 1, counts are whole numbers.

Parameters that many functions have:

``source``: the data: a file, a pandas or Arrow table, a sequence of records, a data frame of Spark (worked on where it
is), or with ``options.db`` the name of a table.
``options``: how the source is read: its database, format and columns (:class:`SourceOptions`).
``sensitive``: what is to be hidden: a file, a frame, a list of items or a table of ``options.db``. One column ``item``
makes items sensitive for everybody; two, ``record_id, item``, are personal wishes. An index that has no name is none.
``taxonomy``: a path, a table name (where the source is one), a pandas DataFrame or a
:class:`~setanon_sql.taxonomy.Taxonomy`.
``out``: where a release goes: a file (.parquet, .csv, .tsv, .dat, .txt) or a table of ``out_db``. None: it is published
nowhere, and can be looked at as long as the :class:`Release` that comes back is there: ``release.df()``.
``release``: a release to read: a file, a folder, a table of ``db``, or the :class:`Release` that was returned.
``settings``: memory, threads, what is shown while it runs (:class:`Settings`).
``report``: also write an HTML page: its path (an internal one, with exact counts), or a :class:`Report`. A source is
then audited, too, which costs as much again.

Errors are :class:`setanon_sql.errors.SetanonError`: BadInput where what is read is not what it should be, BadParameter
for a parameter that makes no sense, BadDestination where a release or a report cannot go there, NotReached where a
method cannot reach its guarantee. All functions raise the first two, and those that write the third. What is said of
cost is how time and memory grow; DuckDB spills to disk past ``settings.memory_limit``.
"""

from typing import TYPE_CHECKING

from setanon_sql import registry
from setanon_sql.api.comparing import compare, suggest
from setanon_sql.api.count_tables import audit_counts, compare_counts, sql_gate_counts
from setanon_sql.api.dp import publish_counts, publish_records
from setanon_sql.api.dry_run import PlannedReading, dry_run
from setanon_sql.api.reconstruction import estimate, reconstruct
from setanon_sql.api.releases import attack_across, attack_downcode, attack_infer, attack_match, verify
from setanon_sql.api.scripts import sql_code
from setanon_sql.api.taxonomies import build_taxonomy, check_taxonomy, read_tree
from setanon_sql.api.utility import utility
from setanon_sql.audit import CategoryRisk
from setanon_sql.comparing import Comparison, Row, Setting
from setanon_sql.comparing.suggesting import Diagnosis, Suggestion
from setanon_sql.count_tables.audit import CountsAudit
from setanon_sql.engine import session_db
from setanon_sql.inference.across import AcrossAttack
from setanon_sql.inference.guessing import InferAttack
from setanon_sql.inference.matching import MatchAttack
from setanon_sql.inference.results import Estimates, Reconstruction
from setanon_sql.measures import Measures
from setanon_sql.pipeline.count_trials import CountsComparison
from setanon_sql.pipeline.counts import PublishedCounts
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.report_page import Report
from setanon_sql.scripts.script import Script
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import TaxonomyCheck
from setanon_sql.verify import Verification

__all__ = [
    "AcrossAttack",
    "CategoryRisk",
    "Comparison",
    "CountsAudit",
    "CountsComparison",
    "Diagnosis",
    "Estimates",
    "InferAttack",
    "MatchAttack",
    "Measures",
    "PlannedReading",
    "PublishedCounts",
    "Reconstruction",
    "Release",
    "Report",
    "Row",
    "Script",
    "Setting",
    "Settings",
    "SourceOptions",
    "Suggestion",
    "TaxonomyCheck",
    "Verification",
    "attack_across",
    "attack_downcode",
    "attack_infer",
    "attack_match",
    "audit_counts",
    "build_taxonomy",
    "check_taxonomy",
    "compare",
    "compare_counts",
    "dry_run",
    "estimate",
    "publish_counts",
    "publish_records",
    "read_tree",
    "reconstruct",
    "session_db",
    "sql_code",
    "sql_gate_counts",
    "suggest",
    "utility",
    "verify",
]

if TYPE_CHECKING:
    from setanon_sql.api.typed import *  # noqa: F403

for _model in registry.names():
    _exported = registry.part(_model, "api")
    globals().update({_name: getattr(_exported, _name) for _name in _exported.__all__})
    __all__ += _exported.__all__
__all__.sort()
