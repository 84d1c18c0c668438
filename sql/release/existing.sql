-- What already stands under the names of a release in an attached database?
-- in:  tables (information_schema.tables), the names $catalog, $schema, $release, $manifest
-- out: name, kind
SELECT table_name AS name, table_type AS kind
FROM tables
WHERE table_catalog = $catalog AND lower(table_schema) = lower($schema)
    AND lower(table_name) IN (lower($release), lower($manifest))
