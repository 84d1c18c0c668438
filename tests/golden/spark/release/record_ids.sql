-- name: shuffled
SELECT
  record_id,
  position,
  CAST(position AS INT) AS published_id
FROM (
  SELECT
    record_id,
    ROW_NUMBER() OVER (
      ORDER BY MD5(CONCAT(COALESCE(11, ''), ':', COALESCE(CAST(record_id AS STRING), ''))) NULLS LAST, record_id NULLS LAST
    ) AS position
  FROM `records` AS records
) AS shuffled

-- name: line_numbers
SELECT DISTINCT
  record_id,
  CAST(record_id AS STRING) AS source_id
FROM `transactions` AS transactions
