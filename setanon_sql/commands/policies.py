"""A policy in a file: run it, check what came of it, and the schema of such files."""

import json
from pathlib import Path

from setanon_sql.commands.console import BROKEN, FAILED, HOLDS, Invocation, command
from setanon_sql.commands.groups import cli, policy
from setanon_sql.options.policies import CheckPolicy, RunPolicy
from setanon_sql.options.reading import Runs


@command(cli, "run", RunPolicy, example="setanon run setanon.toml --evidence evidence")
def run_policy(run: Invocation) -> int:
    """Do what a policy says: audit, anonymize, verify, report. Or stop at the first broken limit and publish nothing.

    Exit codes: 0 published; 1 a limit is broken, and nothing was published; 2 it could not be done.
    """
    from setanon_sql import policy as policies
    from setanon_sql.commands import words

    given = run.given()
    evidence, ledger = (path and Path(path) for path in (given.evidence, given.ledger))
    options = policies.RunOptions(given.overwrite, given.seed, evidence, ledger)
    result = policies.run_policy(given.policy, options, run.settings)
    run.out(result.to_json(), words.policy_run(result), "the release is published" if result.published else "")
    return HOLDS if result.kept else BROKEN


@command(cli, "check", CheckPolicy, example="setanon check setanon.toml")
def check_policy(run: Invocation) -> int:
    """Do a policy and its release still agree? The guarantee, the parameters, the approval, the limits, the data.

    Exit codes: 0 they agree; 1 they differ; 2 that cannot be told.
    """
    from setanon_sql import policy as policies
    from setanon_sql.commands import words

    result = policies.check_policy(run.typed["policy"], settings=run.settings)
    run.out(result.to_json(), words.policy_check(result))
    return FAILED if result.agrees is None else HOLDS if result.agrees else BROKEN


@command(policy, "schema", Runs, example="setanon policy schema > setanon.schema.json")
def policy_schema(run: Invocation) -> int:
    """Print the JSON schema of a policy, for editors that complete and check TOML files."""
    from setanon_sql.policy import schema

    run.out(schema(), json.dumps(schema(), indent=2))
    return HOLDS
