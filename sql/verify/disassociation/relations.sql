-- How many tables or views of that name are there in an attached database?
-- in:  tables (information_schema.tables), the names $catalog, $schema, $name
-- out: n
SELECT count(*) AS n
FROM tables AS t
WHERE t.table_catalog = $catalog AND lower(t.table_schema) = lower($schema) AND lower(t.table_name) = lower($name)
