"""The options that say what is read, where it is, and how."""

import click

from setanon_sql.commands.console import Command, one_of, together

column_options = together(
    click.option("--record-id", default="record_id", metavar="COL", help="Column of the record id.", show_default=True),
    click.option("--item", default="item", metavar="COL", help="Column of the item.", show_default=True),
)


work_option = one_of("--work", ["there", "here"], "Where: in the database, or here in DuckDB; then rows leave it.")


setup_option = click.option(
    "--setup",
    default="",
    metavar="FILE.sql",
    help="Your own SQL for DuckDB (LOAD, CREATE SECRET, ATTACH), run first; a table is then catalog.schema.table.",
)


scratch_option = click.option(
    "--scratch",
    default="",
    metavar="PLACE",
    help="Spark keeps its steps there, so that a lost executor ends nothing: s3a://…, /shared/folder or a schema.",
)


def db_option(what: str) -> Command:
    """Return the option ``--db`` that says where ``what`` (such as ``SOURCE is a table``) is to be found."""
    told = f"{what} there: a DuckDB file, postgresql://…, spark:… or adbc:DRIVER?…"
    return together(
        click.option("--db", default="", metavar="URL", help=told), work_option, setup_option, scratch_option
    )


#: How a source is read, but for ``--db``.
reading_options = together(
    click.option("--format", default="", metavar="NAME", help="long, list, basket, spmf or onehot. Default: sniffed."),
    column_options,
    click.option("--sep", default="", metavar="CHAR", help="Separator of items or columns. Default: sniffed."),
    click.option(
        "--on-null",
        default="error",
        metavar="error|drop",
        help="What to do with rows that lack an id or an item.",
        show_default=True,
    ),
    click.option("--where", default="", metavar="CONDITION", help="Read only rows that meet it: \"country = 'FR'\"."),
    click.option(
        "--query",
        default="",
        metavar="FILE.sql",
        help="Read what this one SELECT gives; it calls SOURCE source, and may read other tables of --db.",
    ),
    click.option("--cap", type=click.IntRange(min=1), metavar="N", help="Keep at most N items a record, by lot."),
)
lot_option = click.option("--seed", "lot", metavar="TEXT", help="Another draw of --cap. Default: always the same.")
source_options = together(db_option("SOURCE is a table"), reading_options)


def needed_without_query(context: click.Context, parameter: click.Parameter, given: str | None) -> str | None:
    """Without this argument a query says what is read."""
    if given is None and not context.params.get("query"):
        raise click.MissingParameter(ctx=context, param=parameter, param_hint=f"'{str(parameter.name).upper()}'")
    return given


#: SOURCE; a query does without it.
source_argument = click.argument("source", required=False, callback=needed_without_query)
