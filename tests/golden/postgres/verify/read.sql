-- name: shown_beginnings
SELECT
  COUNT(DISTINCT shown.value) AS n
FROM (
  SELECT DISTINCT
    held
  FROM "lines" AS lines
) AS own
JOIN "shown" AS shown
  ON SUBSTRING(own.held FROM 1 FOR LENGTH(shown.value)) = shown.value

-- name: shown_cuts
SELECT
  COUNT(DISTINCT shown.value) AS n
FROM (
  SELECT DISTINCT
    held
  FROM "lines" AS lines
) AS own
JOIN "shown" AS shown
  ON SUBSTRING(own.held FROM 1 FOR LENGTH(shown.value)) = shown.value
WHERE
  BIT_LENGTH(shown.value) <= 2048
  AND BIT_LENGTH(
    SUBSTRING(own.held FROM 1 FOR LENGTH(shown.value) + CASE
      WHEN 12 = 0
      THEN 1
      ELSE COALESCE(
        NULLIF(
          POSITION('!' IN TRANSLATE(SUBSTRING(own.held FROM LENGTH(shown.value) + 1), 11, 13)),
          0
        ),
        LENGTH(own.held)
      )
    END)
  ) > 2048

-- name: known_lines
SELECT
  r.record_id,
  r.item
FROM "lines" AS r
WHERE
  EXISTS(
    SELECT
      1
    FROM "known" AS k
    WHERE
      k.label = r.item
  )

-- name: table_digest
WITH hashed AS (
  SELECT
    MD5(CONCAT(CAST(record_id AS TEXT), CHR(  31), item)) AS row_hash
  FROM "lines" AS lines
), parts AS (
  SELECT
    SUBSTRING(row_hash FROM 1 FOR 3) AS part,
    ENCODE(SHA256(CAST(STRING_AGG(row_hash, ''
    ORDER BY
      row_hash) AS BYTEA)), 'hex') AS part_hash
  FROM hashed
  GROUP BY
    SUBSTRING(row_hash FROM 1 FOR 3)
)
SELECT
  ENCODE(
    SHA256(CAST(COALESCE(STRING_AGG(part_hash, ''
    ORDER BY
      part), '') AS BYTEA)),
    'hex'
  ) AS digest
FROM parts
