"""The SQL itself, for a warehouse that setanon does not connect to."""

from dataclasses import asdict, dataclass

from setanon_sql.errors import BadParameter
from setanon_sql.guarantees import KmAnonymity, RhoUncertainty
from setanon_sql.options.public import public
from setanon_sql.options.scripts import DisassociationGate, DisassociationScript, KmGate, KmScript, RhoGate, RhoScript
from setanon_sql.registry import promises
from setanon_sql.registry.pieces import PiecesParameters
from setanon_sql.scripts.audits import (
    audit_disassociation_script,
    audit_km_script,
    audit_rho_script,
    release_tables,
    script_table,
)
from setanon_sql.scripts.gates import disassociation_gate, km_gate, rho_gate


@dataclass(frozen=True)
class Script:
    """SQL that is written down instead of run.

    ``dialect``: that of the warehouse. ``sql``: the text.
    """

    dialect: str
    sql: str

    def to_json(self) -> dict[str, str]:
        """Return what ``--json`` prints."""
        return asdict(self)


@public(KmScript)
def sql_audit_km(request: KmScript) -> Script:
    """Return one script that counts minimal threats, and records that hold some, up to m known items.

    OPTIONS

    Cost: none; the script's own is that of an audit.
    Raises BadParameter for a dialect that is not known.
    Source: Liu and Wang, Definition 2.
    """
    known_items = script_table(request.known, request) if request.known else None
    model = KmAnonymity(request.k, request.m, bool(request.person), known_items is not None)
    table = script_table(request.table, request)
    return Script(request.dialect, audit_km_script(model, request.dialect, table, request.schema, knowable=known_items))


@public(RhoScript)
def sql_audit_rho(request: RhoScript) -> Script:
    """Return one script that counts rules above rho and records at risk, from up to m known items.

    OPTIONS

    Cost: none; the script's own is that of an audit.
    Raises BadParameter for a dialect that is not known.
    Source: Nakagawa, Arai, Nakagawa (2018), Definition 3.
    """
    model = RhoUncertainty.from_shares(request.rho, request.m)
    schema = request.schema
    table = script_table(request.table, request)
    sensitive = script_table(request.sensitive, request)
    sql = audit_rho_script(model, request.dialect, table, sensitive, schema, personal=request.personal)
    return Script(request.dialect, sql)


@public(DisassociationScript)
def sql_audit_disassociation(request: DisassociationScript) -> Script:
    """Return one script that counts what breaks the model in the three tables of a disassociated release.

    OPTIONS

    Cost: none; the script's own is that of an audit.
    Raises BadParameter for a dialect that is not known.
    Source: Terrovitis et al., section 5.
    """
    tables = release_tables(request.release)
    model = _disassociation(request)
    return Script(request.dialect, audit_disassociation_script(model, request.dialect, tables, request.schema))


@public(KmGate)
def sql_gate_km(request: KmGate) -> Script:
    """Return one SELECT that gives no row where k^m-anonymity holds. Up to 3 known items.

    OPTIONS

    Else a row for each number of known items: known_items, minimal_threats, records_at_risk, with ``person`` also
    persons_at_risk. A record of several persons counts for one of them. With ``person`` or a list of known items a row
    has a finding: threats, or why the gate cannot count (records without a person, no known item in the data). Names in
    double quotes are taken exactly as they are; other names as the warehouse takes them.

    Cost: none; the SELECT joins the rows of a record once for each known item.
    Raises BadParameter for a dialect that is not known, and for m over 3.
    Source: Liu and Wang, Definition 2.
    """
    if request.known and request.known_item:
        raise BadParameter("what is known?", "give <known> TABLE, or each item with <known_item>")
    known_items = script_table(request.known, request) if request.known else tuple(request.known_item) or None
    model = KmAnonymity(request.k, request.m, bool(request.person), known_items is not None)
    return Script(
        request.dialect, km_gate(model, request.dialect, script_table(request.table, request), known_items).text
    )


@public(RhoGate)
def sql_gate_rho(request: RhoGate) -> Script:
    """Return one SELECT that gives no row where rho-uncertainty holds, for everybody alike. Up to 2 known items.

    OPTIONS

    Else a row for each number of known items: known_items, minimal_threats (rules above rho), records_at_risk, finding
    (threats); or one whose finding is that no sensitive item is in the data.

    Cost: none; the SELECT joins the rows of a record once for each known item, and the sensitive ones.
    Raises BadParameter for a dialect that is not known, for m over 2, and where nothing or both is sensitive.
    Source: Nakagawa, Arai, Nakagawa (2018), Definition 3.
    """
    if bool(request.sensitive) == bool(request.sensitive_item):
        raise BadParameter("what is sensitive?", "give <sensitive> TABLE, or each item with <sensitive_item>")
    sensitive = script_table(request.sensitive, request) if request.sensitive else tuple(request.sensitive_item)
    model = RhoUncertainty.from_shares(request.rho, request.m)
    table = script_table(request.table, request)
    return Script(request.dialect, rho_gate(model, request.dialect, table, sensitive).text)


@public(DisassociationGate)
def sql_gate_disassociation(request: DisassociationGate) -> Script:
    """Return one SELECT that gives no row where the tables of a disassociated release keep the model. m up to 3.

    OPTIONS

    Else a row for each check that found faults: check_name, faults. The checks are those of
    :func:`setanon_sql.api.audit_disassociation`.

    Cost: none; the SELECT counts the sets of up to m items in each chunk.
    Raises BadParameter for a dialect that is not known, and for m over 3.
    Source: Terrovitis et al., section 5; covered items: Awad et al., Definition 3.
    """
    model = _disassociation(request, safe=request.safe)
    return Script(request.dialect, disassociation_gate(model, request.dialect, release_tables(request.release)).text)


def _disassociation(request: DisassociationScript | DisassociationGate, *, safe: bool = False) -> PiecesParameters:
    """Return the model that is checked; the size of clusters is no part of it."""
    k = KmAnonymity(request.k, request.m).k
    (promise,) = (each for each in promises().values() if issubclass(each, PiecesParameters))
    return promise(k, request.m, k + 1, safe=safe)
