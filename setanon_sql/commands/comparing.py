"""Which setting: a grid of them, side by side."""

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from setanon_sql.commands.console import (
    HOLDS,
    Command,
    Run,
    command,
    seed_option,
    taxonomy_option,
    together,
    workload_option,
)
from setanon_sql.commands.groups import cli
from setanon_sql.commands.reading import source_argument, source_options
from setanon_sql.errors import BadParameter
from setanon_sql.numbers import fraction_of

if TYPE_CHECKING:
    from setanon_sql.comparing.settings import ModelName
    from setanon_sql.models import Algorithm

#: What is tried, and on what.
models_option = click.option(
    "--model",
    "models",
    type=click.Choice(["km", "rho", "adaptive", "disassociation"]),
    multiple=True,
    default=["km"],
    show_default="km",
    help="A model to try; may be repeated.",
)
what_options = together(
    click.option("--sensitive", metavar="S", help="What is to be hidden (rho, adaptive, disassociation)."),
    taxonomy_option,
)
grid_options = together(
    models_option,
    click.option("--k", default="5", show_default=True, metavar="K[,K...]", help="Values of k to try."),
    click.option(
        "--m", default="2", show_default=True, metavar="M[,M...]", help="Values of m to try; any: any number of items."
    ),
    click.option("--rho", default="", metavar="SHARE[,SHARE...]", help="Values of rho to try (rho, adaptive)."),
    what_options,
)


def sample_option(records: int, about: str) -> Command:
    """The option ``--sample``, on so many records unless it says otherwise."""
    return click.option(
        "--sample", type=click.IntRange(min=0), default=records, show_default=bool(records), metavar="N", help=about
    )


def optimum_option(seconds: float) -> Command:
    """The option ``--optimum``, for so long unless it says otherwise."""
    return click.option(
        "--optimum",
        type=click.FloatRange(min=0),
        default=seconds,
        show_default=True,
        metavar="SECONDS",
        help="How long to look for the least cost, for each setting of km.",
    )


@command(
    cli,
    "compare",
    source_argument,
    grid_options,
    click.option(
        "--algorithm",
        "algorithms",
        type=click.Choice(["improved", "paper"]),
        multiple=True,
        default=["improved"],
        show_default="improved",
        help="How km and rho are reached; may be repeated.",
    ),
    click.option(
        "--cluster-size",
        "cluster_sizes",
        default="30",
        show_default=True,
        metavar="N[,N...]",
        help="Sizes of clusters to try (disassociation).",
    ),
    click.option("--safe", is_flag=True, help="Also try safe disassociated releases."),
    click.option(
        "--diversity",
        type=int,
        metavar="L",
        help="With --sensitive: one in L records of a cluster at most holds each item (disassociation).  [default: 2]",
    ),
    sample_option(0, "Try all settings on N records, by lot, and only the best on all records. Default: all on all."),
    workload_option,
    optimum_option(5.0),
    seed_option,
    click.option(
        "--csv", type=click.Path(path_type=Path), metavar="FILE", help="Also write the rows to a .csv file (internal)."
    ),
    click.option(
        "--html", type=click.Path(path_type=Path), metavar="FILE", help="Also write a page with a picture (internal)."
    ),
    source_options,
    example="setanon compare baskets.csv --k 5,10 --m 1,2 --taxonomy departments.csv",
)
def compare(
    run: Run,
    *,
    source: str | None,
    models: tuple["ModelName", ...],
    k: str,
    m: str,
    rho: str,
    sensitive: str | None,
    taxonomy: str | None,
    algorithms: tuple["Algorithm", ...],
    cluster_sizes: str,
    safe: bool,
    diversity: int | None,
    sample: int,
    workload: str | None,
    optimum: float,
    seed: str | None,
    csv: Path | None,
    html: Path | None,
) -> int:
    """Try many settings on one reading of a source: what each costs, and what risk it leaves.

    Nothing is published. A star marks the settings that no other one with the same guarantee beats.
    """
    from setanon_sql import api
    from setanon_sql.commands import comparisons

    found = api.compare(
        source,
        models=models,
        k=numbers("k", k),
        m=known_items(m),
        rho=listed(rho),
        sensitive=sensitive,
        taxonomy=taxonomy,
        algorithms=algorithms,
        cluster_sizes=numbers("cluster-size", cluster_sizes),
        safe=safe,
        diversity=diversity,
        sample=sample,
        workload=workload,
        optimum=optimum,
        seed=seed,
        csv=csv,
        html=html,
        options=run.options,
        settings=run.settings,
    )
    run.out(found.to_json(), comparisons.comparison(found))
    return HOLDS


@command(
    cli,
    "suggest",
    source_argument,
    click.option(
        "--max-loss", required=True, metavar="SHARE", help="What may be lost, such as 5% (NCP; see the documentation)."
    ),
    models_option,
    click.option("--k", default="3,5,10,20", show_default=True, metavar="K[,K...]", help="Values of k that will do."),
    click.option(
        "--m", default="1,2,3", show_default=True, metavar="M[,M...]", help="Values of m that will do; see --k."
    ),
    click.option(
        "--rho",
        default="0.3,0.5,0.7",
        show_default=True,
        metavar="SHARE[,SHARE...]",
        help="Values of rho that will do (rho, adaptive).",
    ),
    what_options,
    sample_option(10_000, "Try settings on N records first, by lot; 0: on all of them."),
    optimum_option(0.0),
    seed_option,
    source_options,
    example="setanon suggest baskets.csv --max-loss 5% --taxonomy departments.csv",
)
def suggest(
    run: Run,
    *,
    source: str | None,
    max_loss: str,
    models: tuple["ModelName", ...],
    k: str,
    m: str,
    rho: str,
    sensitive: str | None,
    taxonomy: str | None,
    sample: int,
    optimum: float,
    seed: str | None,
) -> int:
    """Find the strongest settings that cost no more than --max-loss, and say why stronger ones cost more.

    Nothing is published. A setting that is at least as strong as one that costs too much is not tried.
    """
    from setanon_sql import api
    from setanon_sql.commands import comparisons

    found = api.suggest(
        source,
        max_loss=percentage(max_loss),
        models=models,
        k=numbers("k", k),
        m=numbers("m", m),
        rho=listed(rho),
        sensitive=sensitive,
        taxonomy=taxonomy,
        sample=sample,
        optimum=optimum,
        seed=seed,
        options=run.options,
        settings=run.settings,
    )
    values = run.settings.show_values
    run.out(found.to_json(show_values=values), comparisons.suggestion(found, show_values=values))
    return HOLDS


def percentage(text: str) -> Fraction | str:
    """Return ``5%`` as a share; what is no percentage stays as it is."""
    part = text.strip().removesuffix("%")
    return text if part == text.strip() else fraction_of("--max-loss", part) / 100


def listed(text: str) -> list[str]:
    """Return what stands between commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def numbers(name: str, text: str) -> list[int]:
    """Return the whole numbers between commas; raises BadParameter where there is none, or something else."""
    found = listed(text)
    if not found or not all(part.isascii() and part.isdecimal() and len(part) < 10 for part in found):
        raise BadParameter(f"--{name} is not a list of whole numbers", "write them like 5,10,20")
    return [int(part) for part in found]


def known_items(text: str) -> list[int | None]:
    """Return the values of ``--m``: whole numbers, or None for ``any``."""
    return [None if part == "any" else numbers("m", part)[0] for part in listed(text) or [""]]
