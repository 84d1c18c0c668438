"""BigQuery through Google's own client: scratch tables are temporary tables of one session.

The session is ended with the run; after a kill by the next run on this machine, or by BigQuery after a day without a
statement. What a run bills is told at its end, and before its source is read how many bytes that takes.

Names stand in backticks in every statement. BigQuery tells tables apart by the case of their names, columns not.
"""

import contextlib
import datetime
import logging
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from setanon_sql.engine.bigquery.address import parsed_address
from setanon_sql.engine.bigquery.catalog import BigQueryCatalog
from setanon_sql.engine.bigquery.failures import failure
from setanon_sql.engine.bigquery.kinds import kind_of
from setanon_sql.engine.bigquery.sessions import note_session, session_folder
from setanon_sql.engine.connecting import reason
from setanon_sql.engine.temporary import PARTS, TemporaryTables
from setanon_sql.engine.warehouse import Relation, needs
from setanon_sql.errors import BadInput, SetanonError
from setanon_sql.files.temporary import remove_folder
from setanon_sql.query.templates import Bind, Table, all_rows, column
from setanon_sql.text import bytes_said, count_of
from setanon_sql.trace import Trace

if TYPE_CHECKING:
    from google.cloud import bigquery

_TYPES: dict[type, str] = {int: "INT64", str: "STRING"}
#: Seconds in which a request is tried again where the connection breaks.
PATIENCE = 120.0


class FetchedRows:
    """The rows of a statement, and its columns as ``description``."""

    def __init__(self, rows: Any) -> None:
        self._rows = rows
        self.description = rows.schema or ()

    def fetchall(self) -> list[tuple[Any, ...]]:
        """Return all rows."""
        return [row.values() for row in self._rows]


class BigQueryEngine(TemporaryTables):
    """One session of a project; ``address``: see :mod:`setanon_sql.engine.bigquery.address`.

    Raises BadInput where no connection can be made, or there is no such dataset.
    """

    dialect = "bigquery"
    place = "BigQuery"
    types = _TYPES
    rows_at_once = 10_000
    bills_bytes = True

    def __init__(self, address: str, trace: Trace | None = None) -> None:
        super().__init__(trace)
        self._address = parsed_address(address)
        try:
            with quietly():
                from google.api_core import exceptions  # noqa: PLC0415
                from google.auth.exceptions import GoogleAuthError  # noqa: PLC0415
                from google.cloud import bigquery  # noqa: PLC0415
                from requests import RequestException  # noqa: PLC0415
        except ImportError as error:
            raise needs("bigquery", "google-cloud-bigquery") from error
        self._driver = bigquery
        self._errors = (exceptions.GoogleAPIError, GoogleAuthError, RequestException, OSError)
        self._refusals = exceptions.ClientError
        self._not_found = (exceptions.NotFound, exceptions.Forbidden)
        self._retry = bigquery.DEFAULT_RETRY.with_timeout(PATIENCE)
        self._job_retry = bigquery.retry.DEFAULT_JOB_RETRY.with_timeout(PATIENCE)
        self._client: bigquery.Client | None = None
        self.folder: Path | None = None
        self._location = self.session = ""
        self.statements = self.bytes_billed = 0
        self.home = (self._address.project, self._address.dataset)
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        try:
            with quietly():
                self._client = self._connected()
                self._location = self._address.location or str(
                    self._client.get_dataset(".".join(self.home), retry=self._retry).location
                )
                self.folder = session_folder(self._end_session)
                self._run("SELECT 1", dry_run=True)
        except (*self._errors, ValueError) as error:
            why = "there is no such project or dataset" if getattr(error, "code", 0) == 404 else reason(str(error))
            hint = "check the address in <db>: bigquery://project/dataset; gcloud auth application-default login"
            raise BadInput(f"no connection to BigQuery: {why}", hint) from None

    def _begin_session(self) -> None:
        """Begin the session, and note at once which it is."""
        assert self.folder is not None
        job, _ = self._run("SELECT 1", create_session=True)
        self.session = str(job.session_info.session_id)
        note_session(self.folder, self._address.project, self._location, self.session)

    def _connected(self) -> "bigquery.Client":
        from google.api_core.client_options import ClientOptions  # noqa: PLC0415
        from google.auth.credentials import AnonymousCredentials  # noqa: PLC0415

        address = self._address
        options = ClientOptions(api_endpoint=address.api_endpoint or None)
        if address.credentials_path:
            return self._driver.Client.from_service_account_json(
                address.credentials_path, project=address.project, client_options=options
            )
        credentials = AnonymousCredentials() if address.is_open else None
        return self._driver.Client(address.project, credentials, client_options=options)

    @property
    def client(self) -> "bigquery.Client":
        """The open client; raises SetanonError once the engine is closed."""
        if self._client is None:
            raise SetanonError("the engine is closed")
        return self._client

    def _run(self, text: str, **settings: Any) -> "tuple[bigquery.QueryJob, Any]":
        """Run a statement to its end in the session, and add up what it bills.

        Returns its job and its rows. What is only planned (``dry_run``) begins no session.
        """
        if not self.session and not settings.keys() & {"dry_run", "create_session"}:
            self._begin_session()
        if self.session:
            session = self._driver.ConnectionProperty("session_id", self.session)
            settings["connection_properties"] = [session]
        if self._address.maximum_bytes_billed:
            settings["maximum_bytes_billed"] = self._address.maximum_bytes_billed
        config = self._driver.QueryJobConfig(
            labels={"program": "setanon"}, priority=self._address.priority, use_legacy_sql=False, **settings
        )
        # its job_retry would wait ten minutes for a connection, whatever is said; that of result() does as it is told
        job = self.client.query(text, config, location=self._location, retry=self._retry, job_retry=None)
        rows = job.result(retry=self._retry, job_retry=self._job_retry)
        self.statements += not config.dry_run
        self.bytes_billed += job.total_bytes_billed or 0
        return job, rows

    def execute(self, name: str, text: str, values: Sequence[Any] = ()) -> FetchedRows:
        """Run one statement with parameters; raises SetanonError with what BigQuery says in ``details``."""
        with self.trace.statement(name, text), self._explain_errors(name):
            return FetchedRows(self._run(text, query_parameters=list(values))[1])

    @contextmanager
    def _explain_errors(self, name: str) -> Iterator[None]:
        try:
            with quietly():
                yield
        except self._errors as error:
            raise failure(error, name) from error

    def _planned(self, text: str) -> "bigquery.QueryJob":
        """Have a statement planned, not run: that costs nothing, and tells its columns and the bytes that it reads."""
        with self._explain_errors("plan"):
            return self._run(text, dry_run=True)[0]

    def _insert(
        self, name: str, place: str, kinds: Mapping[str, type[int] | type[str]], rows: Sequence[Sequence[Any]]
    ) -> None:
        scalar = self._driver.ScalarQueryParameter
        struct = self._driver.StructQueryParameter
        fields = [(f"c{at}", _TYPES[kind]) for at, kind in enumerate(kinds.values())]
        structs = [
            struct(None, *(scalar(*field, cell) for field, cell in zip(fields, row, strict=True))) for row in rows
        ]
        cells = ", ".join(f"r.{field}" for field, _ in fields)
        text = f"INSERT INTO {place} SELECT {cells} FROM UNNEST(@rows) AS r"  # noqa: S608 (quoted)
        self.execute(name, text, [self._driver.ArrayQueryParameter("rows", "STRUCT", structs)])

    def relation(self, parts: Sequence[str]) -> Relation:
        """Find a table or view by the parts of its name, exactly as they are written."""
        if self.is_scratch(parts):
            table = Table(parts[0])
            fields = self._planned(self.render(all_rows(table))).schema or ()
            return Relation(table, {field.name: kind_of(field.to_api_repr()) for field in fields})
        place = self.place_read(parts)
        fields = self._fields_read(place[0]) if place else None
        if place is None or fields is None:
            raise BadInput(
                "BigQuery has no such table or view, or does not let you read it",
                "write project.dataset.table, as it is spelled there; or grant bigquery.dataViewer on it",
            )
        table, description = place
        collation = description.to_api_repr().get("defaultCollation", "")
        fields = description.schema or fields
        return Relation(table, {field.name: kind_of(field.to_api_repr(), collation) for field in fields})

    def _fields_read(self, table: Table) -> "Sequence[bigquery.SchemaField] | None":
        """Return the columns of a table as a query gives them; None where it may not be read."""
        try:
            return self._planned(self.render(all_rows(table))).schema or ()
        except SetanonError as error:  # a table that wants a filter may get it later
            return None if isinstance(error.__cause__, self._not_found) else ()

    def has_dataset(self, project: str, dataset: str) -> bool:
        """Return whether there is a dataset that may be seen."""
        with self._explain_errors("catalog"):
            try:
                self.client.get_dataset(self._driver.DatasetReference(project, dataset), retry=self._retry)
            except self._not_found:
                return False
        return True

    def place_of_user(self, parts: Sequence[str]) -> "tuple[Table, bigquery.Table] | None":
        """Return a table or view of the user, and its description; None: there is no such one."""
        description = self.described_table(parts)
        return (self.table_of(parts), description) if description is not None else None

    def described_table(self, parts: Sequence[str]) -> "bigquery.Table | None":
        """Return the description of a table or view; None where there is none, or nobody may see it."""
        if len(parts) > PARTS:
            return None
        with self._explain_errors("catalog"):
            try:
                return self.client.get_table(self._reference(self.table_of(parts)), retry=self._retry)
            except self._not_found:
                return None

    def _reference(self, table: Table) -> "bigquery.TableReference":
        return self._driver.DatasetReference(table.catalog, table.schema).table(table.name)

    def views_in(self, project: str, dataset: str) -> dict[str, str]:
        """Return the definitions of the views of a dataset by their names: of those that can be seen."""
        place = self._driver.DatasetReference(project, dataset)
        with self._explain_errors("catalog"):
            try:
                tables = list(self.client.list_tables(place, retry=self._retry))
                views = [
                    self.client.get_table(table.reference, retry=self._retry)
                    for table in tables
                    if "VIEW" in str(table.table_type)
                ]
            except self._not_found:
                return {}
        return {view.table_id: str(view.view_query or view.mview_query or "") for view in views}

    def probe(self, table: Table, lifetime: datetime.timedelta) -> None:
        """Make a table and delete it; it would go by itself after its ``lifetime``."""
        probe = self._driver.Table(self._reference(table), [self._driver.SchemaField("a", "INTEGER")])
        probe.expires = datetime.datetime.now(datetime.UTC) + lifetime
        with self._explain_errors("probe"):
            self.client.create_table(probe, retry=self._retry)
            self.client.delete_table(probe, retry=self._retry, not_found_ok=True)

    def bytes_read(self, tree: exp.Expr) -> int:
        """Return how many bytes a SELECT reads, as BigQuery plans it; that costs nothing."""
        return int(self._planned(self.render(tree.copy())).total_bytes_processed or 0)

    def before_reading(self, tree: exp.Expr) -> None:
        """Say how many bytes a SELECT of the user's tables reads."""
        size = bytes_said(self.bytes_read(tree))
        self.trace.note(f"BigQuery reads {size} of a table, once; what follows is in scratch tables")

    def pairs(self, relation: Relation, record: str, item: str, *more: str, person: str = "") -> Table:
        """Keep the rows of a source, or of a release; what is no scratch table is read now."""
        if not self.is_scratch([relation.table.name]):
            needed = [column(name) for name in (record, item, *more, person) if name]
            self.before_reading(exp.select(*needed).from_(relation.table.expression()))
        return super().pairs(relation, record, item, *more, person=person)

    def text_of(self, relation: Relation, name: str) -> exp.Expr:
        """Return a column as text; a moment is written in UTC, whatever zone the project has."""
        if relation.columns[name] != "moment":
            return super().text_of(relation, name)
        utc = exp.Literal.string("UTC")
        return exp.Anonymous(this="STRING", expressions=[column(name), utc])

    def table_of(self, parts: Sequence[str]) -> Table:
        """Return a table by the parts of its name; where they say no project or dataset, that of the address."""
        project, dataset, name = self.whole_name(parts)
        return Table(name, dataset, project)

    def new_name(self, parts: Sequence[str]) -> str:
        """Return the name that a table is renamed to, which stays in its dataset."""
        return self.quoted(parts[-1])

    def has_table(self, parts: Sequence[str]) -> bool:
        """Return whether something stands under a name."""
        return self.described_table(parts) is not None

    def catalog(self, above: Sequence[str], reads: Sequence[Sequence[str]]) -> BigQueryCatalog:
        """Return what is known of a dataset; ``reads`` names what is read."""
        return BigQueryCatalog(self, above, reads)

    def save(self, query: str | exp.Expr, binds: Mapping[str, Bind], place: str) -> None:
        """Save the rows of a query as a new table."""
        name, tree = self.query(query, **binds)
        self.execute(name, f"CREATE TABLE {place} AS {self.render(tree)}")

    def _end_session(self, project: str, location: str, session: str) -> None:
        """Ask for the end of a session, and so of its temporary tables; one that is not there any more has ended."""
        config = self._driver.QueryJobConfig(use_legacy_sql=False)
        text = f"CALL BQ.ABORT_SESSION({exp.Literal.string(session).sql('bigquery')})"
        with contextlib.suppress(self._refusals), quietly():
            self.client.query(text, config, project=project, location=location, retry=None, job_retry=None)

    def close(self) -> None:
        """End the session, and say what it billed; may be called twice."""
        if self._client is None:
            return
        if self.session:
            with contextlib.suppress(Exception), quietly():
                self._end_session(self._address.project, self._location, self.session)
            statements = count_of(self.statements, "statement")
            self.trace.note(f"BigQuery: {statements}, {bytes_said(self.bytes_billed)} billed")
        if self.folder:
            remove_folder(self.folder)
        with contextlib.suppress(Exception), quietly():
            self._client.close()
        self._client = None


@contextmanager
def quietly() -> Iterator[None]:
    """Let Google's libraries log and warn of nothing meanwhile."""
    logger = logging.getLogger("google")
    was = logger.level, logger.propagate
    logger.propagate = False
    logger.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(was[0])
        logger.propagate = was[1]
