SELECT
  COUNT(*) AS named,
  COUNT(*) FILTER(WHERE
    r.source_id IS NULL) AS unknown
FROM (
  SELECT DISTINCT
    n.source_id
  FROM "named" AS n
) AS p
LEFT JOIN "record_ids" AS r
  ON r.source_id = p.source_id
