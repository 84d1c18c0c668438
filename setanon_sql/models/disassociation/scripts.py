"""The check of a release in pieces as SQL that is written down: an audit as a script, a gate as one SELECT."""

from dataclasses import replace

from setanon_sql.engine.written.script import ScriptEngine
from setanon_sql.engine.written.select import SelectEngine
from setanon_sql.models.disassociation.recount_faults import count_folder
from setanon_sql.query.templates import Bind, Table
from setanon_sql.registry.pieces import BAD_CHUNKS, PiecesParameters
from setanon_sql.scripts.selecting import gate_engine
from setanon_sql.scripts.writing import finish, script_engine, table_beside
from setanon_sql.verify.pieces import FolderTables

#: The most known items that a gate counts: each more multiplies what one statement has to keep.
MOST_KNOWN = 3

#: The checks of a disassociated release that are not one of its structure, by the queries that answer them.
_CHECKS = {
    "bad_count": BAD_CHUNKS,
    "too_few_subrecords": "subrecord_count",
    "conflicts": "joint_property",
    "cover_counts": "cover",
}

#: The checks of a disassociated release; what else is counted of it is no fault.
FAULTS = {BAD_CHUNKS, "subrecord_count", "joint_property", "structure", "cover"}


def audit_disassociation_script(
    model: PiecesParameters, dialect: str, tables: FolderTables, scratch_schema: str = ""
) -> str:
    """Return the script that counts what breaks ``model`` in a release, by check, and its record chunks.

    Joint clusters may lie in joint clusters up to 127 deep: a deeper release would be told as a fault of its structure.
    Else as a script of a table of records.
    """
    engine = script_engine(dialect, model.m, scratch_schema)
    count_folder(engine, tables, model)
    findings = [engine.table("script/findings/fault", **binds) for binds in fault_findings(engine)]
    return finish(engine, "script/findings/faults", findings, *engine.answers.values())


def disassociation_gate(model: PiecesParameters, dialect: str, tables: FolderTables) -> SelectEngine:
    """Return the SELECT that finds faults in the three tables of a disassociated release.

    Rows: ``check_name, faults``, one for each check that finds something; covered items are a fault where the model is
    safe. Joint clusters may lie in joint clusters up to 31 deep: a deeper release would be told as a fault of its
    structure. Raises BadParameter for a dialect that is not known, and for m over 3.
    """
    engine = gate_engine(dialect, model.m, MOST_KNOWN)
    tables_read = {
        name: engine.table(f"verify/pieces_read/table_{name}", released=getattr(tables, name))
        for name in ("clusters", "subrecords", "terms")
    }
    count_folder(engine, FolderTables(**tables_read), model)
    faults = FAULTS if model.safe else FAULTS - {"cover"}
    findings = [binds for binds in fault_findings(engine) if binds["check_name"] in faults]
    engine.show("gate/disassociation/faults_found", findings=engine.gather("script/findings/fault", findings))
    return engine


def fault_findings(engine: ScriptEngine) -> list[dict[str, Bind]]:
    """Return what the query script/findings/fault needs for each answer of :func:`count_folder`: binds."""
    return [{"check_name": check, "answer": answer} for check, answer in _checks(engine)]


def _checks(engine: ScriptEngine) -> list[tuple[str, Table]]:
    """Return the name of each check with the table that holds its answer, in a column ``faults``."""
    checks: list[tuple[str, Table]] = []
    for query, answer in engine.answers.items():
        name = query.rsplit("/", 1)[-1]
        fault_column = {"bad_count": "n", "cover_counts": "cover"}.get(name, "faults")
        checks.append((_CHECKS.get(name, "structure"), replace(answer, columns={"faults": fault_column})))
        if name == "cover_counts":
            more = ("record_chunks", "vulnerable_record_chunks")
            checks += [(column, replace(answer, columns={"faults": column})) for column in more]
    return checks


def release_tables(prefix: str) -> FolderTables:
    """Return the three tables of a disassociated release: ``prefix_clusters`` and so on."""
    return FolderTables(*(table_beside(prefix, name) for name in ("clusters", "subrecords", "terms")))
