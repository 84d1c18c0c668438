"""The SQL itself, for a warehouse that setanon does not connect to."""

from setanon_sql.numbers import whole_of
from setanon_sql.options.public import public
from setanon_sql.options.scripts import DisassociationGate, DisassociationScript
from setanon_sql.registry import promises
from setanon_sql.registry.pieces import PiecesParameters
from setanon_sql.scripts.audits import (
    audit_disassociation_script,
    release_tables,
)
from setanon_sql.scripts.gates import disassociation_gate
from setanon_sql.scripts.script import Script


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
    k = whole_of("<k>", request.k, "k = 5 is a usual choice", 2)
    (promise,) = (each for each in promises().values() if issubclass(each, PiecesParameters))
    return promise(k, request.m, k + 1, safe=safe)
