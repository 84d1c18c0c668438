"""The gate of a guarantee: one SELECT that gives no row where the guarantee holds, and else counts only."""

from setanon_sql.engine.written.select import SelectEngine
from setanon_sql.registry.pieces import PiecesParameters
from setanon_sql.scripts.audits import fault_findings
from setanon_sql.scripts.selecting import gate_engine
from setanon_sql.verify.disassociation import FolderTables, count_folder

#: The most known items that a gate counts: each more multiplies what one statement has to keep.
MOST_KNOWN = 3

#: The checks of a disassociated release; what else is counted of it is no fault.
FAULTS = {"chunk_km", "subrecord_count", "joint_property", "structure", "cover"}


def disassociation_gate(model: PiecesParameters, dialect: str, tables: FolderTables) -> SelectEngine:
    """Return the SELECT that finds faults in the three tables of a disassociated release.

    Rows: ``check_name, faults``, one for each check that finds something; covered items are a fault where the model is
    safe. Joint clusters may lie in joint clusters up to 31 deep: a deeper release would be told as a fault of its
    structure. Raises BadParameter for a dialect that is not known, and for m over 3.
    """
    engine = gate_engine(dialect, model.m, MOST_KNOWN)
    tables_read = {
        name: engine.table(f"verify/disassociation_read/table_{name}", released=getattr(tables, name))
        for name in ("clusters", "subrecords", "terms")
    }
    count_folder(engine, FolderTables(**tables_read), model)
    checks = FAULTS if model.safe else FAULTS - {"cover"}
    findings = [binds for binds in fault_findings(engine) if binds["check_name"] in checks]
    engine.show("gate/disassociation/faults_found", findings=engine.gather("script/findings/fault", findings))
    return engine
