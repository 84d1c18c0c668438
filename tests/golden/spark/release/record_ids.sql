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

-- name: kept
SELECT
  records.record_id,
  ROW_NUMBER() OVER (
    ORDER BY CASE WHEN ids.n_other = 0 THEN LENGTH(record_ids.source_id) ELSE 0 END NULLS LAST, records.record_id NULLS LAST
  ) AS position,
  record_ids.source_id AS published_id
FROM `records` AS records
JOIN `record_ids` AS record_ids
  ON records.record_id = record_ids.record_id
CROSS JOIN (
  SELECT
    COUNT(*) FILTER(WHERE
      LENGTH(TRIM('0123456789' FROM source_id)) > 0) AS n_other
  FROM `record_ids` AS record_ids
) AS ids

-- name: other_lines
SELECT
  COUNT(*) AS n
FROM `places` AS places
WHERE
  CAST(published_id AS STRING) <> CAST(position AS STRING)

-- name: line_numbers
SELECT DISTINCT
  record_id,
  CAST(record_id AS STRING) AS source_id
FROM `transactions` AS transactions

-- name: persons
SELECT
  CAST(places.published_id AS STRING) AS record_id,
  persons.person
FROM `places` AS places
JOIN `persons` AS persons
  ON persons.record_id = places.record_id
