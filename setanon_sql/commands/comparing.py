"""Which setting: a grid of them, side by side."""

from setanon_sql.commands.console import HOLDS, Invocation, command
from setanon_sql.commands.groups import cli
from setanon_sql.options.trials import Compare, Suggest


@command(cli, "compare", Compare, example="setanon compare baskets.csv --k 5,10 --m 1,2 --taxonomy departments.csv")
def compare(run: Invocation) -> int:
    """Try many settings on one reading of a source: what each costs, and what risk it leaves.

    Nothing is published. It says which setting to take for counts of items, pairs of items and categories. Figures of
    dp compare noise with the source: they are for the owner alone, and not differentially private.
    """
    from setanon_sql.commands import comparisons

    comparison = run.call("compare")
    run.out(comparison.to_json(), comparisons.comparison(comparison))
    return HOLDS


@command(cli, "suggest", Suggest, example="setanon suggest baskets.csv --max-loss 20% --taxonomy departments.csv")
def suggest(run: Invocation) -> int:
    """Find the strongest settings that cost no more than --max-loss, and say why stronger ones cost more.

    Nothing is published. A setting that is at least as strong as one that costs too much is not tried.
    """
    from setanon_sql.commands import comparisons

    suggestion = run.call("suggest")
    values = run.settings.show_values
    run.out(suggestion.to_json(show_values=values), comparisons.suggestion(suggestion, show_values=values))
    return HOLDS
