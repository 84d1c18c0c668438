-- What becomes of the records of a group that chose the same item? Enough of them are a part of their own. The others
-- are what is left of the group: a part if they are enough or if nothing split off, otherwise they join the smallest part.
-- in:  choices (group_id, records, weight)
-- out: group_id, weight, item (that a part split off by; 0: what is left), part_id (numbered from $first), size (of the
--      part; negative where nothing can split it)
WITH chosen AS (
  SELECT
    c.group_id,
    c.weight,
    cast(sum(c.records) AS bigint) AS records,
    CASE WHEN c.weight > 0 AND sum(c.records) >= $least THEN 1 ELSE 0 END AS enough
  FROM choices AS c
  GROUP BY c.group_id, c.weight
), told AS (
  SELECT
    h.group_id,
    h.weight,
    h.records,
    h.enough,
    max(h.enough) OVER (PARTITION BY h.group_id) AS split,
    sum(CASE WHEN h.enough = 0 THEN h.records END) OVER (PARTITION BY h.group_id) AS rest,
    min(CASE WHEN h.enough = 1 THEN h.weight END) OVER (PARTITION BY h.group_id) AS smallest
  FROM chosen AS h
), parts AS (
  SELECT
    t.group_id,
    t.weight,
    t.records,
    t.split,
    CASE WHEN t.enough = 1 THEN t.weight WHEN t.split = 1 AND t.rest < $least THEN t.smallest ELSE 0 END AS part
  FROM told AS t
)
SELECT
  p.group_id,
  p.weight,
  CASE WHEN p.part > 0 THEN 2147483647 - p.part % 2147483648 ELSE 0 END AS item,
  cast(dense_rank() OVER (ORDER BY p.group_id, p.part DESC) + $first - 1 AS bigint) AS part_id,
  cast((p.split * 2 - 1) * sum(p.records) OVER (PARTITION BY p.group_id, p.part) AS bigint) AS size
FROM parts AS p
