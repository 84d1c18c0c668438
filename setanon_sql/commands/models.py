"""The commands of models: audit and anonymize, as each says in the list."""

from collections.abc import Callable

from setanon_sql.commands.console import Invocation, command
from setanon_sql.commands.groups import anonymize, audit
from setanon_sql.registry import function, models
from setanon_sql.registry.entry import Command, Model


def _audit_of(model: Model) -> Callable[[Invocation], int]:
    def audit_model(run: Invocation) -> int:
        return run.audited(run.call(f"audit_{model.name}"), function(model.name, "words", "in_words"))

    return _with_help(audit_model, model.audit)


def _anonymize_of(model: Model) -> Callable[[Invocation], int]:
    def anonymize_model(run: Invocation) -> int:
        return run.published(run.call(f"anonymize_{model.name}"))

    return _with_help(anonymize_model, model.anonymize)


def _with_help(run: Callable[[Invocation], int], described: Command) -> Callable[[Invocation], int]:
    """Return what a command runs, with its help as docstring."""

    def runs(invocation: Invocation) -> int:
        return (described.run or run)(invocation)

    runs.__doc__ = described.help
    return runs


for _model in models():
    command(audit, _model.name, _model.audit.options, example=_model.audit.example)(_audit_of(_model))
    command(anonymize, _model.name, _model.anonymize.options, example=_model.anonymize.example)(_anonymize_of(_model))
