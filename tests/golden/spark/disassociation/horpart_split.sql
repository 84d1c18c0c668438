-- name: splitting_items
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
    FROM `group_splits` AS f
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

-- name: group_splits
WITH chosen AS (
  SELECT
    c.group_id,
    c.weight,
    SUM(c.records) AS records
  FROM `choices` AS c
  GROUP BY
    c.group_id,
    c.weight
), group_totals AS (
  SELECT
    h.group_id,
    MIN(CASE WHEN h.weight > 0 AND h.records >= 12 THEN h.weight END) AS lowest,
    SUM(CASE WHEN h.weight > 0 AND h.records >= 12 THEN 0 ELSE h.records END) AS rest
  FROM chosen AS h
  GROUP BY
    h.group_id
), parted AS (
  SELECT
    c.group_id,
    c.weight,
    c.records,
    t.lowest,
    CASE
      WHEN c.weight > 0 AND c.records >= 12
      THEN c.weight
      WHEN t.rest < 12
      THEN COALESCE(t.lowest, 0)
      ELSE 0
    END AS part
  FROM chosen AS c
  JOIN group_totals AS t
    ON t.group_id = c.group_id
)
SELECT
  p.group_id,
  p.weight,
  n.part_id,
  n.size
FROM parted AS p
JOIN (
  SELECT
    s.group_id,
    s.part,
    CAST(ROW_NUMBER() OVER (ORDER BY s.group_id NULLS LAST, s.part DESC) + 11 - 1 AS INT) AS part_id,
    CAST(CASE WHEN MAX(s.lowest) IS NULL THEN -SUM(s.records) ELSE SUM(s.records) END AS INT) AS size
  FROM parted AS s
  GROUP BY
    s.group_id,
    s.part
) AS n
  ON n.group_id = p.group_id AND n.part = p.part
