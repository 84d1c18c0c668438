"""What each command prints with ``--json``: a class for each answer, from which ``docs/json.schema.json`` is made.

The keys of an answer are those of its class and its bases, each with its type and what it means. In a text † marks what
stands there only with ``--show-values``; a name that ends with ``_N`` stands for names with a number in that place.
"""

from setanon_sql.answers.audits import (
    AuditKeys,
    ModelKeys,
)
from setanon_sql.answers.count_tables import CountsAuditAnswer
from setanon_sql.answers.dp import CountsAnswer, RecordsAnswer
from setanon_sql.answers.inferences import (
    AcrossAnswer,
    CompareAnswer,
    CoverAnswer,
    DowncodeAnswer,
    EstimateAnswer,
    InferAnswer,
    MatchAnswer,
    ReconstructAnswer,
    SuggestAnswer,
)
from setanon_sql.answers.others import (
    CheckAnswer,
    DemoAnswer,
    ErrorAnswer,
    PolicyInitAnswer,
    PolicySchemaAnswer,
    RunAnswer,
    SqlAnswer,
    TaxonomyCheckAnswer,
    TaxonomyShowAnswer,
    TaxonomyTextAnswer,
    VerifyAnswer,
)
from setanon_sql.answers.releases import (
    LostKeys,
    ReleaseKeys,
    UtilityAnswer,
    WorkloadKeys,
)

#: The answer of each command that is not of one model, in the order of the work; those of models are in their rooms.
ANSWERS: dict[str, type] = {
    "audit counts": CountsAuditAnswer,
    "publish counts": CountsAnswer,
    "publish records": RecordsAnswer,
    "utility": UtilityAnswer,
    "verify": VerifyAnswer,
    "attack across": AcrossAnswer,
    "attack cover": CoverAnswer,
    "attack downcode": DowncodeAnswer,
    "attack infer": InferAnswer,
    "attack match": MatchAnswer,
    "estimate": EstimateAnswer,
    "reconstruct": ReconstructAnswer,
    "compare": CompareAnswer,
    "suggest": SuggestAnswer,
    "sql audit": SqlAnswer,
    "sql gate": SqlAnswer,
    "sql release": SqlAnswer,
    "taxonomy check": TaxonomyCheckAnswer,
    "taxonomy show": TaxonomyShowAnswer,
    "taxonomy convert": TaxonomyTextAnswer,
    "taxonomy build": TaxonomyTextAnswer,
    "run": RunAnswer,
    "check": CheckAnswer,
    "policy init": PolicyInitAnswer,
    "policy schema": PolicySchemaAnswer,
    "demo": DemoAnswer,
}

#: Keys that several answers share.
SHARED: tuple[type, ...] = (ModelKeys, AuditKeys, ReleaseKeys, LostKeys, WorkloadKeys)

__all__ = ["ANSWERS", "SHARED", "ErrorAnswer"]
