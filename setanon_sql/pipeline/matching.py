"""The attack by known items, on a release where it stands, with the source that it was made from."""

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.inference.matching import MatchAttack, MatchRequest, attack_match
from setanon_sql.layout import Destination
from setanon_sql.options.releases import AttackMatch
from setanon_sql.pipeline.links import read_link
from setanon_sql.pipeline.opening import one_state, opened, placed_tree, tree_of
from setanon_sql.pipeline.refusing import read_to_attack
from setanon_sql.query.templates import Table
from setanon_sql.sources import SourceOptions
from setanon_sql.verify.promise import AnyPromise, LongPromise


def match(
    engine: DuckDBEngine | Warehouse, where: Destination, request: AttackMatch, wrong: float, options: SourceOptions
) -> MatchAttack:
    """Attack a release; see :func:`setanon_sql.api.releases.attack_match`."""
    with one_state(engine, request.source, request.taxonomy, request.link):
        tables, promise = read_to_attack(engine, where)
        _refuse(promise, where)
        tree = None if request.taxonomy is None else tree_of(engine, request.taxonomy, options)
        dataset = opened(engine, request.source, options, tree)
        tree = tree and placed_tree(dataset, tree, options)
        truth = _truth(dataset, promise, request)
    question = MatchRequest(request.known, wrong, request.generalized, request.sample, request.seed, tree)
    attack = attack_match(dataset, tables[""], truth, question)
    if not any(row.persons for row in attack.by_known) or attack.not_released >= attack.by_known[0].persons:
        raise BadInput(
            "no record that was drawn is in the release", "is this the source that the release was made from?"
        )
    return attack


def _refuse(promise: AnyPromise, where: Destination) -> None:
    """Raise BadParameter for a release whose records cannot be told apart."""
    if not isinstance(promise, LongPromise):
        raise BadParameter(
            "a disassociated release has no whole records", "another attack, of covered items, links pieces of records"
        )
    if where.lines:
        raise BadParameter("a release of basket lines has no record ids", "anonymize to .parquet, .csv or .tsv")


def _truth(dataset: Dataset, promise: AnyPromise, request: AttackMatch) -> Table:
    """Return which record of the source each released one is: ``record_id``, ``released_id`` (text)."""
    engine = dataset.engine
    assert isinstance(engine, DuckDBEngine | Warehouse)
    if request.link is not None:
        persons, _ = read_link(
            engine, request.link, request.db, mend="each record is in one row, with one of the release"
        )
        return engine.table("inference/match/linked", persons=persons, record_ids=dataset.names())
    if promise.claims.new_ids:
        raise BadParameter(
            "the record ids of the release are new ones: nobody can say whether a record was named rightly",
            "give the <link>, or make the release anew with <record_ids=keep>: the attack is the same",
        )
    return engine.table("inference/match/kept", record_ids=dataset.names())
