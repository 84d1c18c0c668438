SELECT
  MAX(l.items) AS n
FROM (
  SELECT
    COUNT(*) AS items
  FROM "transactions" AS t
  GROUP BY
    t.record_id
) AS l
