"""Slack of a k^m-anonymous release: what may be asked for, the key of the draw, and what the owner is told of it."""

from fractions import Fraction

from setanon_sql.dataset import Dataset
from setanon_sql.errors import BadParameter
from setanon_sql.keys import key
from setanon_sql.models.km.methods import KmResult
from setanon_sql.models.km.methods.slack import Slack
from setanon_sql.models.km.options import AnonymizeKm
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.numbers import fraction_of


def slack_of(parameters: AnonymizeKm) -> Fraction:
    """Return the share that labels may cost more than the best; raises BadParameter where nothing is drawn."""
    share = fraction_of("<slack>", parameters.slack)
    if not 0 <= share <= 1:
        raise BadParameter("<slack> must lie between 0 and 1", "5%: labels that lose up to a twentieth more")
    others = (parameters.known, parameters.protect, parameters.mapping, parameters.previous)
    if share and (parameters.algorithm != "improved" or any(other is not None for other in others)):
        raise BadParameter(
            "<slack> draws among labels that <algorithm=improved> finds, without <known>, <protect>, <mapping> and "
            "<previous>",
            "leave these out, or <slack>",
        )
    return share


def tell_drawn(dataset: Dataset, result: KmResult, cost: str) -> None:
    """Tell what drawing by lot cost."""
    if (drawn := result.drawn) is None:
        return
    if not drawn.others:
        dataset.engine.trace.warn("no other labels were found within <slack>: nothing was drawn by lot")
        return
    loss = f"{cost.upper()} {100 * drawn.cost:.2f} % instead of {100 * drawn.best_cost:.2f} %"
    dataset.engine.trace.note(f"labels were drawn by lot, {drawn.others:,} other choices were met: {loss}")


def keyed_slack(share: Fraction, dataset: Dataset, model: KmAnonymity, seed: str, **how: object) -> Slack | None:
    """Return the slack with its key, None where there is none; another source, promise or ``how`` has another key."""
    if not share:
        return None
    parameters = {"model": model.name, **model.parameters, "slack": share, "how": how}
    return Slack(share, key(seed, dataset.digest, parameters, "labels within the slack"))
