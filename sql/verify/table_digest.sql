-- What is the fingerprint of a release that is a table? It depends neither on the order of rows nor on the engine.
-- in:  lines (record_id, item)
-- out: digest
WITH hashed AS (
    SELECT md5(concat(CAST(record_id AS VARCHAR), chr(31), item)) AS row_hash FROM lines),
parts AS (
    SELECT substring(row_hash, 1, 3) AS part, sha256(CAST(string_agg(row_hash, '' ORDER BY row_hash) AS BLOB)) AS part_hash
    FROM hashed GROUP BY substring(row_hash, 1, 3))
SELECT sha256(CAST(coalesce(string_agg(part_hash, '' ORDER BY part), '') AS BLOB)) AS digest FROM parts
