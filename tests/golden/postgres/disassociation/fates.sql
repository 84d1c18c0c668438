WITH chosen AS (
  SELECT
    c.group_id,
    c.weight,
    SUM(c.records) AS records
  FROM "choices" AS c
  GROUP BY
    c.group_id,
    c.weight
), told AS (
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
  JOIN told AS t
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
    CAST(ROW_NUMBER() OVER (ORDER BY s.group_id, s.part DESC NULLS LAST) + 11 - 1 AS INT) AS part_id,
    CAST(CASE WHEN MAX(s.lowest) IS NULL THEN -SUM(s.records) ELSE SUM(s.records) END AS INT) AS size
  FROM parted AS s
  GROUP BY
    s.group_id,
    s.part
) AS n
  ON n.group_id = p.group_id AND n.part = p.part
