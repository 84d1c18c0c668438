WITH weighed AS (
  SELECT
    s.group_id,
    s.item,
    s.worth,
    s.worth * 2147483648 + 2147483647 - s.item AS weight
  FROM (
    SELECT
      o.group_id,
      o.item,
      CAST(SUM(o.records) AS INT) AS support,
      CAST(SUM(CAST(o.records AS BIGINT) * o.pairs) AS BIGINT) AS worth
    FROM `open_rows` AS o
    GROUP BY
      o.group_id,
      o.item
    HAVING
      SUM(o.records) >= 11
  ) AS s
  JOIN (
    SELECT DISTINCT
      f.part_id,
      f.size
    FROM `fates` AS f
  ) AS g
    ON g.part_id = s.group_id AND s.support <= g.size - 11
)
SELECT
  l.group_id,
  l.item,
  l.worth,
  CASE WHEN l.weight >= l.most - l.most DIV 100 * (
    100 - 12
  ) THEN 1 ELSE 0 END AS turn
FROM (
  SELECT
    w.group_id,
    w.item,
    w.worth,
    w.weight,
    MAX(w.weight) OVER (PARTITION BY w.group_id) AS most
  FROM weighed AS w
) AS l
