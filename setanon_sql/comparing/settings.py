"""What is tried: a setting is a model, its parameters and how it is reached; a grid is all combinations of some."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any

from setanon_sql import registry
from setanon_sql.choices import check_choice
from setanon_sql.differential import DifferentialPrivacy
from setanon_sql.errors import BadParameter
from setanon_sql.ladders import ColumnStep
from setanon_sql.numbers import Share, fraction_of, number_text, whole_of
from setanon_sql.options.dp import MOST
from setanon_sql.options.trials import ALGORITHMS, CLUSTER_SIZE, TriedAlgorithm
from setanon_sql.options.words import (
    LOCALLY_KNOWN,
    ComparedModel,
    Exceptions,
    LabelCost,
    Recoding,
    RecodingCost,
    stand_beside,
)
from setanon_sql.registry.parameters import ModelParameters, check_k_and_m, columns_parameter, person_parameter
from setanon_sql.registry.parameters import share as checked_share
from setanon_sql.registry.pieces import DIVERSITY
from setanon_sql.text import count_of

MODELS: tuple[str, ...] = (*registry.names(), "dp")
#: Parameters that are no part of every promise: how it is reached, or told.
_WAYS = ("cluster_size", "safe", "diversity", "recoding", "cost", "exceptions")
#: What is minimized where nothing is said, by how items are generalized.
_USUAL_COST: dict[str, RecodingCost] = {"cut": "ncp", "local": "balanced"}


@dataclass(frozen=True, kw_only=True)
class Setting:
    """A setting.

    ``model``: its name, or ``dp``.
    ``k``: of models that count records; else None.
    ``m``: items an attacker may know; None: any number, as always with ``kanonymity`` and ``dp``. ``absent``: so many
    besides that a person lacks, of models that know of these.
    ``rho``: highest confidence, 0..1, of models that bound one so; else None.
    ``h``: likewise, 1 for no bound, of ``coherence``; else None.
    ``epsilon``, ``most``: of ``dp``, which makes up records (DiffPart); else None.
    ``cluster_size``, ``safe``: of releases in pieces. ``diversity``: likewise, where items are sensitive; else None.
    ``recoding``: whether an item has one label everywhere (``cut``), or another in another record (``local``).
    ``algorithm``: how it is reached. ``cost``: what generalization minimizes; ``exceptions``: whether items may stay
    beside labels over them. ``person``: persons are counted. ``columns``: those that are known, and released, beside
    the items, each at a step of its ladder, of models that know of these.
    """

    model: ComparedModel
    k: int | None = None
    m: int | None = None
    absent: int = 0
    rho: Fraction | None = None
    h: Fraction | None = None
    epsilon: Fraction | None = None
    most: int | None = None
    cluster_size: int | None = None
    safe: bool = False
    diversity: int | None = None
    recoding: Recoding = "cut"
    algorithm: TriedAlgorithm = "improved"
    cost: RecodingCost = "ncp"
    exceptions: Exceptions = "auto"
    person: bool = False
    columns: tuple[ColumnStep, ...] = ()

    def __post_init__(self) -> None:
        """Raise BadParameter where the parameters make no sense."""
        check_choice("<models>", self.model, (*registry.names(), "dp"))
        check_choice("<algorithm>", self.algorithm, ALGORITHMS.get(self.model, ("improved",)))
        check_choice("<recoding>", self.recoding, Recoding)
        check_choice("<cost>", self.cost, RecodingCost)
        check_choice("<exceptions>", self.exceptions, Exceptions)
        if self.epsilon is not None:
            DifferentialPrivacy.from_numbers(self.epsilon)
        elif "cluster_size" in axes_of(self.model):  # what does not fit together is told when it is tried
            check_k_and_m(self.k, self.m)
        else:
            self.promised()

    @property
    def promise(self) -> tuple[Any, ...]:
        """Return what is guaranteed, whatever way leads there: settings of one promise can be compared number by
        number.
        """
        numbers = (self.k, self.m, self.absent, self.rho, self.h, self.epsilon)
        return (self.model, *numbers, self.safe, self.diversity, self.person, self.columns)

    @property
    def way(self) -> tuple[Any, ...]:
        """Return how the promise is reached."""
        return (self.model, self.recoding, self.algorithm, self.cost, self.exceptions, self.cluster_size)

    @property
    def name(self) -> str:
        """Return the setting in a few signs: its model, ``k=5 m=2``, its columns, and how it is reached."""
        values = [("k", self.k), ("rho", None if self.rho is None else number_text(self.rho))]
        values += [] if self.epsilon is None else [("epsilon", number_text(self.epsilon))]
        values += [("m", self.m or "any")] if "m" in axes_of(self.model) else []
        values += [("absent", self.absent)] if self.absent else []
        values += [] if self.h is None or self.h == 1 else [("h", number_text(self.h))]
        parts = [f"{name}={value}" for name, value in values if value is not None]
        ways = ["persons"] * self.person + ["safe"] * self.safe + [self.algorithm] * (self.algorithm != "improved")
        ways += ["local"] * (self.recoding == "local")
        if self.cost != _USUAL_COST[self.recoding]:
            ways.append(self.cost)
        if self.exceptions != "auto":
            ways.append("no exceptions" if self.exceptions == "none" else "exceptions always")
        if self.diversity not in {None, DIVERSITY}:
            ways.append(f"diversity {self.diversity}")
        if self.cluster_size not in {None, CLUSTER_SIZE}:
            ways.append(f"clusters under {self.cluster_size}")
        if self.most not in {None, MOST}:
            ways.append(f"at most {count_of(self.most, 'item')}")
        parts += ["by " + ", ".join(column.called for column in self.columns)] if self.columns else []
        return " ".join([self.model, *parts, *([f"({', '.join(ways)})"] if ways else [])])

    def with_exceptions(self, records: int) -> bool:
        """May items stay beside labels over them? The search of the paper knows no such labels."""
        return stand_beside(self.exceptions, self.m, records) and self.algorithm == "improved"

    @property
    def locally(self) -> "Setting | None":
        """Return the same promise by local recoding; None where that cannot be."""
        can_be = "recoding" in axes_of(self.model) and self.recoding == "cut" and self.algorithm == "improved"
        if not can_be or self.absent or not self._recodes_for_known:
            return None
        return replace(self, recoding="local", cost=_USUAL_COST["local"], exceptions="auto")

    @property
    def _recodes_for_known(self) -> bool:
        """Can local recoding count so many known items? Any number where nothing is to be told of those who match."""
        if self.m is None:
            return registry.model(self.model).protects_from == "singling out"
        return self.m <= LOCALLY_KNOWN

    def promised(self) -> ModelParameters:
        """Return the parameters of the model; raises BadParameter where they make no sense."""
        sensitive = self.diversity if "diversity" in axes_of(self.model) else True
        chosen = {"k": self.k, "m": self.m, "rho": self.rho, "h": self.h, "person": self.person, "safe": self.safe}
        chosen["absent"] = self.absent
        more = {"cluster_size": self.cluster_size or CLUSTER_SIZE, "refine": True, "diversity": self.diversity}
        return registry.promises()[self.model].from_options(
            {**chosen, **more, "sensitive": sensitive, "columns": self.column_texts}
        )

    @property
    def guarantee(self) -> str:
        """Return what is promised, in a few words."""
        try:
            return self._odds if self.epsilon is not None else self.promised().in_short
        except BadParameter as error:
            return error.message

    @property
    def _odds(self) -> str:
        """Return what differential privacy promises."""
        return (
            f"whatever anybody knows, made-up records come out with nearly the same chance (times at most "
            f"e^{number_text(self.epsilon or Fraction(0))} either way) with or without any one record; a person with "
            "several records is not covered, and nobody can verify it"
        )

    @property
    def column_texts(self) -> tuple[str, ...]:
        """Return the columns as ``<columns>`` spells them."""
        return tuple(column.text for column in self.columns)

    @property
    def parameters(self) -> dict[str, Any]:
        """Return the parameters as JSON spells them."""
        parameters: dict[str, Any] = {"k": self.k} if self.k is not None else {}
        parameters |= {"rho": number_text(self.rho)} if self.rho is not None else {}
        parameters |= {} if self.epsilon is None else {"epsilon": number_text(self.epsilon), "most": self.most}
        parameters |= {"m": self.m} if "m" in axes_of(self.model) else {}
        parameters |= {"absent": self.absent} if self.absent else {}
        parameters |= columns_parameter([column.called for column in self.columns])
        parameters |= {} if self.h is None else {"h": number_text(self.h)}
        ways = {name: getattr(self, name) for name in _WAYS if name in axes_of(self.model)}
        parameters |= {name: value for name, value in ways.items() if value is not None}
        return parameters | person_parameter(self.person)

    def as_strong_as(self, other: "Setting") -> bool:
        """Return whether the promise is at least as strong as that of another setting of the same model."""
        if self.model != other.model or (other.safe and not self.safe):
            return False
        if (self.diversity or 1) < (other.diversity or 1):
            return False
        knows = self.m is None or (other.m is not None and self.m >= other.m)
        knows = knows and self.absent >= other.absent and self._as_fine_as(other)
        return knows and (self.k or 0) >= (other.k or 0) and self._surely(other)

    def _as_fine_as(self, other: "Setting") -> bool:
        """Return whether no column is coarser: k records that are alike in months are so in quarters, too."""
        numbers = {column.ladder: column.number for column in self.columns}
        return all(column.number >= numbers.get(column.ladder, inf) for column in other.columns)

    def _surely(self, other: "Setting") -> bool:
        """Return whether what may be inferred is bounded at least as low as by another setting of the same model."""
        bounds = ("rho", "h", "epsilon")
        return all((getattr(self, bound) or 0) <= (getattr(other, bound) or 0) for bound in bounds)


def axes_of(model: str) -> tuple[str, ...]:
    """Return the parameters that are varied of a model, or of made-up records."""
    return registry.model(model).axes if model in registry.names() else ("epsilon", "most")


def strength(setting: Setting) -> tuple[Any, ...]:
    """Return by what settings are ordered, the weakest first: none comes before one that it is as strong as."""
    return (
        setting.m or inf,
        setting.absent,
        setting.k or 0,
        -(setting.rho or 0),
        -(setting.h or 0),
        -(setting.epsilon or 0),
        setting.safe,
        -sum(column.number for column in setting.columns),
    )


@dataclass(frozen=True, kw_only=True)
class Grid:
    """All combinations of some values, each where the model has it.

    ``models``: the models. ``k``, ``m``, ``absent``, ``rho``, ``h``, ``epsilon``, ``cluster_sizes``, ``algorithms``,
    ``recodings``: see :class:`Setting`; each model has its own, and those that know none of these are reached as usual.
    ``costs``, ``exceptions``: likewise. ``more_costs``: costs that are tried besides, but not with the searches of the
    papers. ``safe``: releases in pieces are tried without and with safety. ``diversity``: of all in pieces; None
    where nothing is sensitive. ``most``: of all made-up records. ``person``: all count persons. Columns come to them
    when their ladders are read (:mod:`setanon_sql.comparing.by_columns`).

    Another axis is another value of :meth:`_axes`, and a field of :class:`Setting`.
    """

    models: Sequence[ComparedModel] = (registry.DEFAULT,)
    k: Sequence[int] = (5,)
    m: Sequence[int | None] = (2,)
    absent: Sequence[int] = (0,)
    rho: Sequence[Share] = ()
    h: Sequence[Share] = ("1",)
    epsilon: Sequence[Share] = ()
    most: int = MOST
    cluster_sizes: Sequence[int] = (CLUSTER_SIZE,)
    safe: bool = False
    diversity: int | None = None
    algorithms: Sequence[TriedAlgorithm] = ("improved",)
    recodings: Sequence[Recoding] = ("cut",)
    costs: Sequence[LabelCost] = ("ncp",)
    more_costs: Sequence[LabelCost] = ()
    exceptions: Sequence[Exceptions] = ("auto",)
    person: bool = False

    def __post_init__(self) -> None:
        """Raise BadParameter where a model lacks a parameter, or does not exist."""
        if any(self.absent) and not any("absent" in axes_of(model) for model in self.models):
            raise BadParameter("<absent> is for models that know of absent items", "leave it out, or name such a model")
        for size in self.cluster_sizes:
            whole_of("<cluster_size>", size, "30 is a usual choice", least=3)
        if self.diversity is not None:
            whole_of("<diversity>", self.diversity, "leave it out (2)", least=2)
        for algorithm in self.algorithms:
            check_choice("<algorithm>", algorithm, TriedAlgorithm)
        for cost in self.costs:
            check_choice("<cost>", cost, LabelCost)
        for recoding in self.recodings:
            check_choice("<recoding>", recoding, Recoding)
        for exceptions in self.exceptions:
            check_choice("<exceptions>", exceptions, Exceptions)
        for model in self.models:
            check_choice("<models>", model, (*registry.names(), "dp"))
            if model == "dp" and not self.epsilon:
                raise BadParameter("the model dp needs <epsilon>", "1 is a usual choice; smaller protects more")
            if "rho" in axes_of(model) and not self.rho:
                raise BadParameter(f"the model {model} needs <rho>", "0.5 lets an adversary be right half of the time")

    def settings(self) -> list[Setting]:
        """Return the settings, model by model, each once."""
        return list(
            dict.fromkeys(setting for model in dict.fromkeys(self.models) for setting in self._settings_of(model))
        )

    def _settings_of(self, model: ComparedModel) -> Iterator[Setting]:
        axes = self._axes(model)
        for values in product(*axes.values()):
            setting = Setting(model=model, person=self.person, **dict(zip(axes, values, strict=True)))
            if "cut" in self.recodings and (setting.algorithm == "improved" or setting.cost not in self.more_costs):
                yield setting
            if "local" in self.recodings and (locally := setting.locally) is not None:
                yield locally

    def _axes(self, model: ComparedModel) -> dict[str, Sequence[Any]]:
        """Return the values that a model is tried with, by parameter."""
        values: dict[str, Sequence[Any]] = {
            "k": self.k,
            "m": self.m,
            "absent": self.absent,
            "rho": [checked_share("rho", share) for share in self.rho],
            "h": [fraction_of("<h>", share) for share in self.h],
            "epsilon": [DifferentialPrivacy.from_numbers(share).epsilon for share in self.epsilon],
            "most": (whole_of("<most>", self.most, "5 is a usual choice"),),
            "algorithm": self._algorithms(model),
            "recoding": ("cut",),
            "cost": (*self.costs, *self.more_costs),
            "exceptions": self.exceptions,
            "cluster_size": self.cluster_sizes,
            "safe": (False, True) if self.safe else (False,),
            "diversity": (self.diversity,),
            "columns": ((),),
        }
        return {name: values[name] for name in axes_of(model)}

    def _algorithms(self, model: ComparedModel) -> Sequence[TriedAlgorithm]:
        return [each for each in self.algorithms if each in ALGORITHMS.get(model, ())] or ["improved"]
