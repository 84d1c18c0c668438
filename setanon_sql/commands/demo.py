"""The demo."""

from pathlib import Path

from setanon_sql.commands.console import Invocation, command
from setanon_sql.commands.groups import cli
from setanon_sql.options.policies import Demo


@command(cli, "demo", Demo, example="setanon demo")
def run_demo(run: Invocation) -> int:
    """Run the main job on generated supermarket baskets: audit, anonymize, verify, measure."""
    from setanon_sql.commands import demonstration

    request = run.request()
    return demonstration.run(run.settings, request.folder and Path(request.folder), request.records, run.out)
