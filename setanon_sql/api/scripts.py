"""The SQL itself, for a warehouse that setanon does not connect to."""

from dataclasses import asdict, dataclass

from setanon_sql.errors import BadParameter
from setanon_sql.models import Disassociation, KmAnonymity, RhoUncertainty
from setanon_sql.options.public import public
from setanon_sql.options.scripts import DisassociationGate, DisassociationScript, KmGate, KmScript, RhoGate, RhoScript
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
def sql_audit_km(given: KmScript) -> Script:
    """Return one script that counts minimal threats, and records that hold some, up to m known items.

    OPTIONS

    Cost: none; the script's own is that of an audit.
    Raises BadParameter for a dialect that is not known.
    Source: Liu and Wang, Definition 2.
    """
    model = KmAnonymity(given.k, given.m)
    return Script(given.dialect, audit_km_script(model, given.dialect, script_table(given.table, given), given.schema))


@public(RhoScript)
def sql_audit_rho(given: RhoScript) -> Script:
    """Return one script that counts rules above rho and persons at risk, from up to m known items.

    OPTIONS

    Cost: none; the script's own is that of an audit.
    Raises BadParameter for a dialect that is not known.
    Source: Nakagawa, Arai, Nakagawa (2018), Definition 3.
    """
    model, schema = RhoUncertainty.of(given.rho, given.m), given.schema
    table, sensitive = script_table(given.table, given), script_table(given.sensitive, given)
    sql = audit_rho_script(model, given.dialect, table, sensitive, schema, personal=given.personal)
    return Script(given.dialect, sql)


@public(DisassociationScript)
def sql_audit_disassociation(given: DisassociationScript) -> Script:
    """Return one script that counts what breaks the model in the three tables of a disassociated release.

    OPTIONS

    Cost: none; the script's own is that of an audit.
    Raises BadParameter for a dialect that is not known.
    Source: Terrovitis et al., section 5.
    """
    tables = release_tables(given.release)
    model = _disassociation(given)
    return Script(given.dialect, audit_disassociation_script(model, given.dialect, tables, given.schema))


@public(KmGate)
def sql_gate_km(given: KmGate) -> Script:
    """Return one SELECT that gives no row where k^m-anonymity holds. Up to 3 known items.

    OPTIONS

    Else a row for each number of known items: known_items, minimal_threats, records_at_risk. Names in double quotes are
    taken exactly as they are; other names as the warehouse takes them.

    Cost: none; the SELECT joins the rows of a record once for each known item.
    Raises BadParameter for a dialect that is not known, and for m over 3.
    Source: Liu and Wang, Definition 2.
    """
    model = KmAnonymity(given.k, given.m)
    return Script(given.dialect, km_gate(model, given.dialect, script_table(given.table, given)).text)


@public(RhoGate)
def sql_gate_rho(given: RhoGate) -> Script:
    """Return one SELECT that gives no row where rho-uncertainty holds, for everybody alike. Up to 2 known items.

    OPTIONS

    Else a row for each number of known items: known_items, minimal_threats (rules above rho), records_at_risk.

    Cost: none; the SELECT joins the rows of a record once for each known item, and the sensitive ones.
    Raises BadParameter for a dialect that is not known, for m over 2, and where nothing or both is sensitive.
    Source: Nakagawa, Arai, Nakagawa (2018), Definition 3.
    """
    if bool(given.sensitive) == bool(given.sensitive_item):
        raise BadParameter("what is sensitive?", "give --sensitive TABLE, or each item with --sensitive-item")
    sensitive = script_table(given.sensitive, given) if given.sensitive else tuple(given.sensitive_item)
    model, table = RhoUncertainty.of(given.rho, given.m), script_table(given.table, given)
    return Script(given.dialect, rho_gate(model, given.dialect, table, sensitive).text)


@public(DisassociationGate)
def sql_gate_disassociation(given: DisassociationGate) -> Script:
    """Return one SELECT that gives no row where the tables of a disassociated release keep the model. m up to 3.

    OPTIONS

    Else a row for each check that found faults: check_name, faults. The checks are those of
    :func:`setanon_sql.api.audit_disassociation`.

    Cost: none; the SELECT counts the sets of up to m items in each chunk.
    Raises BadParameter for a dialect that is not known, and for m over 3.
    Source: Terrovitis et al., section 5; covered items: Awad et al., Definition 3.
    """
    model = _disassociation(given, safe=given.safe)
    return Script(given.dialect, disassociation_gate(model, given.dialect, release_tables(given.release)).text)


def _disassociation(given: DisassociationScript | DisassociationGate, *, safe: bool = False) -> Disassociation:
    """Return the model that is checked; the size of clusters is no part of it."""
    k = KmAnonymity(given.k, given.m).k
    return Disassociation(k, given.m, k + 1, safe=safe)
