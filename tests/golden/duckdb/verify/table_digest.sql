WITH hashed AS (
  SELECT
    MD5(CONCAT(CAST(record_id AS TEXT), CHR(31), item)) AS row_hash
  FROM "lines" AS lines
), parts AS (
  SELECT
    SUBSTRING(row_hash, 1, 3) AS part,
    SHA256(CAST(LISTAGG(row_hash, ''
    ORDER BY
      row_hash) AS BLOB)) AS part_hash
  FROM hashed
  GROUP BY
    SUBSTRING(row_hash, 1, 3)
)
SELECT
  SHA256(CAST(COALESCE(LISTAGG(part_hash, ''
  ORDER BY
    part), '') AS BLOB)) AS digest
FROM parts
