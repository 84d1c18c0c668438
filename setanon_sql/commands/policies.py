"""A policy in a file: run it, check what came of it, and the schema of such files."""

import json
from pathlib import Path

import click

from setanon_sql.commands.console import BROKEN, FAILED, HOLDS, Run, command, ledger_option, seed_option
from setanon_sql.commands.groups import cli, policy


@command(
    cli,
    "run",
    click.argument("policy"),
    seed_option,
    ledger_option,
    click.option("--overwrite", is_flag=True, help="Replace a release that setanon wrote."),
    click.option(
        "--evidence",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="A new folder for all that shows what was done.",
    ),
    example="setanon run setanon.toml --evidence evidence",
)
def run_policy(
    run: Run, *, policy: str, seed: str | None, ledger: Path | None, overwrite: bool, evidence: Path | None
) -> int:
    """Do what a policy says: audit, anonymize, verify, report. Or stop at the first broken limit and publish nothing.

    Exit codes: 0 published; 1 a limit is broken, and nothing was published; 2 it could not be done.
    """
    from setanon_sql.commands import words
    from setanon_sql.policy import RunOptions
    from setanon_sql.policy import run_policy as work

    found = work(policy, RunOptions(overwrite, seed, evidence, ledger), run.settings)
    run.out(found.to_json(), words.policy_run(found), "the release is published" if found.published else "")
    return HOLDS if found.kept else BROKEN


@command(cli, "check", click.argument("policy"), example="setanon check setanon.toml")
def check_policy(run: Run, *, policy: str) -> int:
    """Do a policy and its release still agree? The guarantee, the parameters, the approval, the limits, the data.

    Exit codes: 0 they agree; 1 they differ; 2 that cannot be told.
    """
    from setanon_sql.commands import words
    from setanon_sql.policy import check_policy as work

    found = work(policy, settings=run.settings)
    run.out(found.to_json(), words.policy_check(found))
    return FAILED if found.agrees is None else HOLDS if found.agrees else BROKEN


@command(policy, "schema", example="setanon policy schema > setanon.schema.json")
def policy_schema(run: Run) -> int:
    """Print the JSON schema of a policy, for editors that complete and check TOML files."""
    from setanon_sql.policy import schema

    found = schema()
    run.out(found, json.dumps(found, indent=2))
    return HOLDS
