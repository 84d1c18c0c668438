SELECT
  t.record_id,
  t.item
FROM `transactions` AS t
JOIN (
  SELECT
    s.item
  FROM `transactions` AS s
  GROUP BY
    s.item
  ORDER BY
    COUNT(*) DESC,
    s.item NULLS LAST
  LIMIT 11
) AS l
  ON l.item = t.item
