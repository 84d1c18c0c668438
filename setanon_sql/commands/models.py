"""The commands of models: audit and anonymize, as each says in the list."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import click

from setanon_sql.commands.console import Invocation, command
from setanon_sql.commands.groups import anonymize, audit
from setanon_sql.registry import function, models
from setanon_sql.registry.entry import Command, Model
from setanon_sql.registry.features import refusals
from setanon_sql.spelling import in_shell


def _audit(model: str, run: Invocation) -> int:
    return run.audited(run.call(f"audit_{model}"), function(model, "words", "in_words"))


def _anonymize(model: str, run: Invocation) -> int:
    return run.published(run.call(f"anonymize_{model}"))


def add(group: click.Group, model: str, described: Command | None, usual: Callable[[Invocation], int]) -> None:
    """Make a command as a model describes it, if it does, that does the ``usual`` where the model says nothing else."""
    if described is None:
        return

    def runs(invocation: Invocation) -> int:
        return (described.run or usual)(invocation)

    runs.__doc__ = described.help
    command(group, model, described.options, example=described.example)(runs)


def _with_refusals(entry: Model) -> Command:
    """Return the command that anonymizes, whose help says which of its options are refused, and why."""
    refused = [in_shell(f"{reason}.") for reason in refusals(entry)]
    sentences = (f"{reason[0].upper()}{reason[1:]}" for reason in refused)
    return replace(entry.anonymize, help="\n\n".join([entry.anonymize.help, *sentences]))


for _model in models():
    add(audit, _model.name, _model.audit, partial(_audit, _model.name))
    add(anonymize, _model.name, _with_refusals(_model), partial(_anonymize, _model.name))
