-- name: shown_cuts
SELECT
  COUNT(DISTINCT shown.value) AS n
FROM (
  SELECT DISTINCT
    held
  FROM `lines` AS lines
) AS own
JOIN `shown` AS shown
  ON SUBSTRING(own.held, 1, LENGTH(shown.value)) = shown.value
WHERE
  BIT_LENGTH(shown.value) <= 2048
  AND BIT_LENGTH(
    SUBSTRING(
      own.held,
      1,
      LENGTH(shown.value) + CASE
        WHEN 12 = 0
        THEN 1
        ELSE COALESCE(
          NULLIF(LOCATE('!', TRANSLATE(SUBSTRING(own.held, LENGTH(shown.value) + 1), 11, 13)), 0),
          LENGTH(own.held)
        )
      END
    )
  ) > 2048

-- name: manifest
SELECT
  CAST(manifest AS STRING) AS manifest
FROM `manifests` AS manifests
LIMIT 2

-- name: table_rows
SELECT
  record_id,
  CAST(item AS STRING) AS item
FROM `release` AS release

-- name: table_rows_grouped
SELECT
  record_id,
  CAST(item AS STRING) AS item,
  CAST(group_id AS STRING) AS group_id
FROM `release` AS release

-- name: with_group
SELECT
  CONCAT(COALESCE(CAST(group_id AS STRING), ''), ':', COALESCE(CAST(record_id AS STRING), '')) AS record_id,
  item
FROM `lines` AS lines

-- name: table_digest
WITH hashed AS (
  SELECT
    MD5(
      CONCAT(COALESCE(CAST(record_id AS STRING), ''), COALESCE(CHR(  31), ''), COALESCE(item, ''))
    ) AS row_hash
  FROM `lines` AS lines
), parts AS (
  SELECT
    SUBSTRING(row_hash, 1, 3) AS part,
    SHA2(
      CAST(LISTAGG(row_hash, '') WITHIN GROUP (ORDER BY
        row_hash NULLS LAST) AS BINARY),
      256
    ) AS part_hash
  FROM hashed
  GROUP BY
    SUBSTRING(row_hash, 1, 3)
)
SELECT
  SHA2(
    CAST(COALESCE(LISTAGG(part_hash, '') WITHIN GROUP (ORDER BY
      part NULLS LAST), '') AS BINARY),
    256
  ) AS digest
FROM parts
