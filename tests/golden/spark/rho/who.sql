-- name: surest_rules
SELECT
  d.source_id AS record_id,
  r.size,
  r.confidence AS worst
FROM (
  SELECT
    f.record_id,
    f.size,
    f.confidence,
    ROW_NUMBER() OVER (PARTITION BY f.record_id ORDER BY f.confidence DESC, f.size NULLS LAST) AS rank
  FROM `found` AS f
) AS r
JOIN `record_ids` AS d
  ON d.record_id = r.record_id
WHERE
  r.rank = 1
