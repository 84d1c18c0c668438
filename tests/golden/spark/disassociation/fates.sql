WITH chosen AS (
  SELECT
    c.group_id,
    c.weight,
    CAST(SUM(c.records) AS BIGINT) AS records,
    CASE WHEN c.weight > 0 AND SUM(c.records) >= 12 THEN 1 ELSE 0 END AS enough
  FROM `choices` AS c
  GROUP BY
    c.group_id,
    c.weight
), told AS (
  SELECT
    h.group_id,
    h.weight,
    h.records,
    h.enough,
    MAX(h.enough) OVER (PARTITION BY h.group_id) AS split,
    SUM(CASE WHEN h.enough = 0 THEN h.records END) OVER (PARTITION BY h.group_id) AS rest,
    MIN(CASE WHEN h.enough = 1 THEN h.weight END) OVER (PARTITION BY h.group_id) AS smallest
  FROM chosen AS h
), parts AS (
  SELECT
    t.group_id,
    t.weight,
    t.records,
    t.split,
    CASE
      WHEN t.enough = 1
      THEN t.weight
      WHEN t.split = 1 AND t.rest < 12
      THEN t.smallest
      ELSE 0
    END AS part
  FROM told AS t
)
SELECT
  p.group_id,
  p.weight,
  CASE WHEN p.part > 0 THEN 2147483647 - p.part % 2147483648 ELSE 0 END AS item,
  CAST(DENSE_RANK() OVER (ORDER BY p.group_id NULLS LAST, p.part DESC) + 11 - 1 AS BIGINT) AS part_id,
  CAST((
    p.split * 2 - 1
  ) * SUM(p.records) OVER (PARTITION BY p.group_id, p.part) AS BIGINT) AS size
FROM parts AS p
