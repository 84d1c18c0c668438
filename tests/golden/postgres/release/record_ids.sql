-- name: kept
SELECT
  records.record_id,
  ROW_NUMBER() OVER (
    ORDER BY CASE WHEN ids.n_other = 0 THEN LENGTH(record_ids.source_id) ELSE 0 END, records.record_id
  ) AS position,
  record_ids.source_id AS published_id
FROM "records" AS records
JOIN "record_ids" AS record_ids
  ON records.record_id = record_ids.record_id
CROSS JOIN (
  SELECT
    COUNT(*) FILTER(WHERE
      LENGTH(TRIM('0123456789' FROM source_id)) > 0) AS n_other
  FROM "record_ids" AS record_ids
) AS ids
