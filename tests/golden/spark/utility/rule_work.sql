SELECT
  COALESCE(SUM(g.n * (
    g.n - 1
  )), 0) AS n
FROM (
  SELECT
    COUNT(*) AS n
  FROM `occurrences` AS o
  GROUP BY
    o.distinct_id,
    o.parent_id
) AS g
