"""The demo."""

from pathlib import Path

import click

from setanon_sql.commands.console import Run, command
from setanon_sql.commands.groups import cli


@command(
    cli,
    "demo",
    click.option(
        "--folder", type=click.Path(path_type=Path), help="Keep the demo's files here. Default: a temporary folder."
    ),
    click.option("--records", type=click.IntRange(min=1), default=10_000, help="Baskets to make.", show_default=True),
    example="setanon demo",
)
def run_demo(run: Run, *, folder: Path | None, records: int) -> int:
    """The main job on generated supermarket baskets: audit, anonymize, verify, measure."""
    from setanon_sql.commands import demonstration

    return demonstration.run(run.settings, folder, records, run.out)
