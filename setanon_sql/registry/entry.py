"""What a model says of itself, in ``MODEL`` of its room; it is read at the start, and imports no engine.

A room holds, besides, and loaded when they are needed:

- ``audit``: ``audit(case)``, what in a source breaks its promise
- ``method``, ``api``: what its commands do, as functions
- ``pipeline``: ``pipeline_of(request)``, what each step is on the way to a release, published or only tried
- ``trial``, where there is more to tell of a setting than who is at risk before: ``risks(trial, rows, measures)``; and
  where ``blames_items``, ``blamed_items(inputs, setting, most)``: those that may make it costly, the likeliest first
- ``report``: ``REPORT``, what a report says of it
- ``words``: ``in_words(audit)``, what an audit found, for a terminal
- ``recount``: ``count(engine, lines, model, inputs, persons)``, the check of a release, which shares nothing with what
  made it (an import contract); of a release in pieces ``count_pieces``, and ``count_promised`` with what its owner gave
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from setanon_sql.registry.parameters import ModelParameters

#: What is generalized along a taxonomy.
Generalized = Literal["nothing", "items", "open items"]

#: Why something does not go together, and what to do.
Reason = tuple[str, str]


def is_said(value: object) -> bool:
    """Return whether an option says something: it is neither left out, nor empty, nor off, nor 0."""
    return not (value is None or (isinstance(value, str | int | float) and not value))


@dataclass(frozen=True)
class Command:
    """A command of a model: the class of its options, what its help says, an example.

    ``run``: what it does with an invocation, where that is not what it is for most models: call the function of its
    name, and print what that returns.
    """

    options: Any
    help: str
    example: str
    run: Callable[[Any], int] | None = None


@dataclass(frozen=True, kw_only=True)
class Model:
    """A model: what it promises, its commands, and what it goes together with.

    ``script``, ``gate``: its audit as SQL that is written down: as a script, and as one SELECT without a row where
    the promise is kept. ``release``: what makes a release by a mapping, as a script. ``audited_as``: the model that
    a source is audited against before it is published, where ``audit`` is of releases. ``generalizes``: what is
    generalized along a taxonomy: all items, or those that are not sensitive. ``generalizes_with``: the same of ways
    to reach it that generalize something else. ``loss_in_shares``: what a release costs is measured in shares of
    rows. ``protects_from``: the attack; models against different ones are not compared. ``axes``: the parameters
    that a comparison varies. ``blames_items``: its audit names items that make a setting costly. ``audited_with``:
    options of the audit where a policy is run. ``policies``: the models of policies that it stands for, each with
    the options that it means. ``without``: what it does not go together with, each with the reason, and what to do.
    """

    promise: type[ModelParameters]
    anonymize: Command
    audit: Command
    script: Command | None = None
    gate: Command | None = None
    release: Command | None = None
    audited_as: str = ""
    generalizes: Generalized = "nothing"
    generalizes_with: Mapping[str, Generalized] = field(default_factory=dict)
    loss_in_shares: bool = True
    audited_with: Mapping[str, Any] = field(default_factory=dict)
    protects_from: Literal["singling out", "inference", "both"]
    axes: tuple[str, ...]
    blames_items: bool = True
    policies: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    without: Mapping[str, Reason] = field(default_factory=dict)
    without_if: Mapping[str, Mapping[str, Reason]] = field(default_factory=dict)

    def generalizes_by(self, *ways: str) -> Generalized:
        """Return what is generalized by the ways in which it is reached: an algorithm, a recoding."""
        return next((self.generalizes_with[way] for way in ways if way in self.generalizes_with), self.generalizes)

    @property
    def may_generalize(self) -> bool:
        """Return whether something is generalized along a taxonomy, at least in some way to reach it."""
        return self.generalizes != "nothing" or bool(self.generalizes_with)

    def reasons_against(self, request: object) -> Iterator[tuple[str, Reason]]:
        """Yield what does not go together with the options of a request, each with the reason."""
        yield from self.without.items()
        for condition, reasons in self.without_if.items():
            option, _, value = condition.partition("=")
            said = getattr(request, option, None)
            if said == value if value else is_said(said):
                yield from reasons.items()

    @property
    def name(self) -> str:
        """Return its name, as manifests and commands spell it."""
        return self.promise.name
