/* What is the fingerprint of a release that is a table? It does not depend on the order of rows. */
/* in:  lines (record_id, item) */
/* out: digest */
/* only: duckdb, because others spell SHA-256 of text in their own ways */
WITH hashed AS (
  SELECT
    MD5(CONCAT(CAST(record_id AS TEXT), CHR(31), item)) AS row_hash
  FROM "lines" AS lines
), parts AS (
  SELECT
    SUBSTRING(row_hash, 1, 3) AS part,
    SHA256(LISTAGG(row_hash, ''
    ORDER BY
      row_hash)) AS part_hash
  FROM hashed
  GROUP BY
    SUBSTRING(row_hash, 1, 3)
)
SELECT
  SHA256(COALESCE(LISTAGG(part_hash, ''
  ORDER BY
    part), '')) AS digest
FROM parts
