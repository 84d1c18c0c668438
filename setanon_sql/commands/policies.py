"""A policy in a file: run it, check what came of it, write one, and the schema of such files."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from setanon_sql.commands import answers
from setanon_sql.commands.console import BROKEN, FAILED, HOLDS, Invocation, command
from setanon_sql.commands.groups import anonymize, cli, policy, publish
from setanon_sql.commands.sections import TYPED, Sectioned
from setanon_sql.errors import BadParameter
from setanon_sql.options.policies import COUNTS, CheckPolicy, InitPolicy, RunPolicy
from setanon_sql.options.reading import Runs
from setanon_sql.registry import DEFAULT


@command(cli, "run", RunPolicy, example="setanon run setanon.toml --evidence evidence")
def run_policy(run: Invocation) -> int:
    """Do what a policy says: audit, anonymize, verify, report. Or stop at the first broken limit and publish nothing.

    Exit codes: 0 published; 1 a limit is broken, and nothing was published; 2 it could not be done.
    """
    from setanon_sql import policy as policies
    from setanon_sql.commands import words

    request = run.request()
    evidence, ledger = (path and Path(path) for path in (request.evidence, request.ledger))
    options = policies.RunOptions(request.overwrite, request.seed, evidence, ledger)
    result = policies.run_policy(request.policy, options, run.settings)
    run.out(result.to_json(), words.policy_run(result), "the release is published" if result.published else "")
    return HOLDS if result.satisfied else BROKEN


@command(cli, "check", CheckPolicy, example="setanon check setanon.toml")
def check_policy(run: Invocation) -> int:
    """Check that a policy and its release still agree: guarantee, parameters, approval, limits, data.

    A source that is gone is told as unknown, and the rest is checked. Exit codes: 0 they agree; 1 they differ; 2 that
    cannot be told.
    """
    from setanon_sql import policy as policies
    from setanon_sql.commands import words

    request = run.request()
    options = policies.CheckOptions(ledger=request.ledger and Path(request.ledger))
    result = policies.check_policy(request.policy, options, run.settings)
    run.out(result.to_json(), words.policy_check(result))
    return FAILED if result.agrees is None else HOLDS if result.agrees else BROKEN


@command(
    policy,
    "init",
    InitPolicy,
    example=f"setanon policy init monthly.toml -- anonymize {DEFAULT} baskets.csv --out safe.csv --k 5 --m 2",
)
def policy_init(run: Invocation) -> int:
    """Write a policy that says what a command line of anonymize, or of publish counts, says.

    Who approves it is added by hand.
    """
    from setanon_sql import policy as policies

    name, typed = _parsed(run.typed["words"])
    path = Path(run.typed["policy"])
    text = policies.write_policy(path, name, typed)
    left_to_runs = policies.said_to_run(name, typed)
    run.out({"policy": str(path), "left_to_runs": left_to_runs}, text, "the policy is written")
    if left_to_runs:
        answers.note(f"the policy does not say {', '.join(left_to_runs)}: give that to setanon run")
    return HOLDS


def _parsed(words: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Return the method and what was typed in a command line that publishes; raises BadParameter for another one."""
    group, name, *arguments = [*words[words[:1] == ("setanon",) :], "", ""]
    methods = {"anonymize": anonymize.commands, "publish": {COUNTS: publish.commands[COUNTS]}}
    method = methods.get(group, {}).get(name)
    if not isinstance(method, Sectioned):
        hint = f"write -- anonymize, and one of {', '.join(anonymize.commands)}; or -- publish {COUNTS}"
        raise BadParameter("a policy says what a command line of anonymize says, or of publish counts", hint)
    try:
        context = method.make_context(name, arguments[:-2])
    except click.UsageError as error:
        raise BadParameter(error.format_message(), f"see setanon anonymize {name} --help") from error
    typed = Invocation(method.options, context.params).typed
    return name, {option: typed[option] for option in typed if context.meta[TYPED].get(option) is not None}


@command(policy, "schema", Runs, example="setanon policy schema > setanon.schema.json")
def policy_schema(run: Invocation) -> int:
    """Print the JSON schema of a policy, for editors that complete and check TOML files."""
    from setanon_sql.policy import schema

    run.out(schema(), json.dumps(schema(), indent=2), exact=True)
    return HOLDS
