"""What commands print with ``--json`` that no result says of itself, and errors."""

from typing import Annotated, Any

from setanon_sql.fields import ABSENT, LIKEWISE, Fields, Name


class ErrorAnswer(Fields):
    """Errors.

    What a command prints that could not do its work (exit code 2: bad usage, bad input, Ctrl-C, a fault of the
    program):
    """

    error: Annotated[str, "what is wrong"]
    hint: Annotated[str, "what to do; may be empty"]
    details: Annotated[list[str], ABSENT, "values of the source that it is about †"]
    complete: Annotated[
        bool, ABSENT, "false: of an audit that was stopped; what it had counted stands in these keys, as in its own"
    ]
    satisfied: Annotated[bool, ABSENT, LIKEWISE]
    model: Annotated[str, ABSENT, LIKEWISE]
    parameters: Annotated[dict[str, Any], ABSENT, LIKEWISE]
    records: Annotated[int, ABSENT, LIKEWISE]
    rows: Annotated[int, ABSENT, LIKEWISE]
    minimal_threats_by_size: Annotated[dict[str, int], ABSENT, LIKEWISE]
    violations_by_size: Annotated[dict[str, int], ABSENT, LIKEWISE]
    records_at_risk_by_size: Annotated[dict[str, int], ABSENT, LIKEWISE]
    persons_at_risk_by_size: Annotated[dict[str, int], ABSENT, LIKEWISE]


class TaxonomyShowAnswer(Fields):
    """Answer of ``taxonomy show``."""

    root: Annotated[str, ""]
    parents: Annotated[dict[str, str], "the label above each, down to the depth asked for"]


class TaxonomyTextAnswer(Fields):
    """Answer of ``taxonomy convert``, ``taxonomy build``."""

    form: Annotated[str, ""]
    text: Annotated[str, "the taxonomy as a file of that form"]


class PolicyInitAnswer(Fields):
    """Answer of ``policy init``."""

    policy: Annotated[str, "the file that was written"]
    left_to_runs: Annotated[list[str], "options that were typed and that no policy says: setanon run takes them"]


class PolicySchemaAnswer(Fields):
    """Answer of ``policy schema``.

    A JSON schema:
    """

    schema: Annotated[str, Name("$schema"), ""]
    title: Annotated[str, LIKEWISE]
    type: Annotated[str, LIKEWISE]
    additionalProperties: Annotated[bool, ""]  # noqa: N815
    required: Annotated[list[str], "tables that every policy has"]
    properties: Annotated[dict[str, Any], "the tables by name"]


class DemoAnswer(Fields):
    """Answer of ``demo``."""

    audit: Annotated[dict[str, Any], "as `audit`, `anonymize` of the model, and `verify` print them"]
    audit_of_persons: Annotated[dict[str, Any], LIKEWISE]
    release: Annotated[dict[str, Any], LIKEWISE]
    verify: Annotated[dict[str, Any], LIKEWISE]
