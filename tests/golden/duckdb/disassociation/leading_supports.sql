SELECT
  l.group_id,
  l.item,
  l.weight
FROM (
  SELECT
    w.group_id,
    w.item,
    w.weight,
    MAX(w.weight) OVER (PARTITION BY w.group_id) AS most
  FROM (
    SELECT
      o.group_id,
      o.item,
      COUNT(*) * 2147483648 + 2147483647 - o.item AS weight
    FROM "open_rows" AS o
    GROUP BY
      o.group_id,
      o.item
    HAVING
      COUNT(*) >= 11
  ) AS w
  JOIN (
    SELECT DISTINCT
      m.group_id,
      m.size
    FROM "members" AS m
  ) AS g
    ON g.group_id = w.group_id AND w.weight // 2147483648 <= g.size - 11
) AS l
WHERE
  l.weight >= l.most - l.most // 100 * (
    100 - 12
  )
