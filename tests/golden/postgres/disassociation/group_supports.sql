SELECT
  r.group_id,
  r.item,
  COUNT(*) * 2147483648 + 2147483647 - r.item AS weight
FROM "open_rows" AS r
JOIN (
  SELECT
    m.group_id,
    COUNT(*) AS size
  FROM "members" AS m
  GROUP BY
    m.group_id
) AS g
  ON g.group_id = r.group_id
GROUP BY
  r.group_id,
  r.item,
  g.size
HAVING
  COUNT(*) >= 11 AND COUNT(*) <= g.size - 11
