"""SQL that is written down, of no model."""

from setanon_sql.options.public import public
from setanon_sql.options.scripts import CodeScript
from setanon_sql.pipeline.opening import tree_of_script
from setanon_sql.scripts.codes import codes_script
from setanon_sql.scripts.script import Script
from setanon_sql.scripts.writing import script_table


@public(CodeScript)
def sql_code(request: CodeScript) -> Script:
    """Return a script that makes a view of a table in which numbers stand for its items and records. Runs nothing.

    OPTIONS

    The numbers are in an order that only a key knows, which is drawn for each script. Others read the view ``out``
    (record_id, item) and the table ``out`` and ``_taxonomy`` (child, parent); the tables ``codes`` (label, code) and
    ``codes`` and ``_records`` (record_id, code) are for the owner alone, and so is the script. A mapping that is made
    of the view is carried out with :func:`sql_release_km` and its ``codes``. Records and items that come later have no
    code, and are not in the view.

    Coded rows are data of persons all the same: who knows much of what one has finds it by which items go together.

    Cost: none here; in the warehouse that of a few joins, each time that the view is read.
    Raises BadParameter for a dialect that is not known; BadInput where the taxonomy is none.
    Source: no paper.
    """
    taxonomy = tree_of_script(request.taxonomy, request)
    table = script_table(request.table, request)
    text = codes_script(request.dialect, table, request.codes, request.out, taxonomy, schema=request.schema)
    return Script(request.dialect, text)
