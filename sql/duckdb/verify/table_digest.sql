-- What is the fingerprint of a release that is a table? It does not depend on the order of rows.
-- in:  lines (record_id, item)
-- out: digest
-- only: duckdb, because others spell SHA-256 of text in their own ways
WITH hashed AS (
    SELECT md5(concat(CAST(record_id AS VARCHAR), chr(31), item)) AS row_hash FROM lines),
parts AS (
    SELECT substring(row_hash, 1, 3) AS part, sha256(string_agg(row_hash, '' ORDER BY row_hash)) AS part_hash
    FROM hashed GROUP BY substring(row_hash, 1, 3))
SELECT sha256(coalesce(string_agg(part_hash, '' ORDER BY part), '')) AS digest FROM parts
