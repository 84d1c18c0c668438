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
      CAST(LEAST(SUM(CAST(o.records AS BIGINT) * o.pairs), 2147483647) AS BIGINT) AS worth
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
  w.group_id,
  w.item,
  w.worth,
  CASE WHEN w.weight >= m.most - m.most DIV 100 * (
    100 - 12
  ) THEN 1 ELSE 0 END AS turn
FROM weighed AS w
JOIN (
  SELECT
    l.group_id,
    MAX(l.weight) AS most
  FROM weighed AS l
  GROUP BY
    l.group_id
) AS m
  ON m.group_id = w.group_id
