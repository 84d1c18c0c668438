SELECT
  k.items,
  COUNT(*) AS n
FROM (
  SELECT
    t.record_id,
    COUNT(*) AS items
  FROM `original` AS t
  GROUP BY
    t.record_id
) AS k
GROUP BY
  k.items
ORDER BY
  k.items NULLS LAST
