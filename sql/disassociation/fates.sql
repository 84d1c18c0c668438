-- What becomes of the records of a group that chose the same item? Enough of them are a part of their own. The others
-- are what is left of the group: a part if they are enough or if nothing split off, otherwise they join the part of the
-- item that is worth least.
-- in:  choices (group_id, records, weight)
-- out: group_id, weight, part_id (numbered from $first), size (of the part; negative where nothing can split it)
WITH chosen AS (
  SELECT c.group_id, c.weight, sum(c.records) AS records
  FROM choices AS c
  GROUP BY c.group_id, c.weight
), told AS (
  SELECT
    h.group_id,
    min(CASE WHEN h.weight > 0 AND h.records >= $least THEN h.weight END) AS lowest,
    sum(CASE WHEN h.weight > 0 AND h.records >= $least THEN 0 ELSE h.records END) AS rest
  FROM chosen AS h
  GROUP BY h.group_id
), parted AS (
  SELECT
    c.group_id,
    c.weight,
    c.records,
    t.lowest,
    CASE
      WHEN c.weight > 0 AND c.records >= $least THEN c.weight
      WHEN t.rest < $least THEN coalesce(t.lowest, 0)
      ELSE 0
    END AS part
  FROM chosen AS c
  JOIN told AS t ON t.group_id = c.group_id
)
SELECT p.group_id, p.weight, n.part_id, n.size
FROM parted AS p
JOIN (
  SELECT
    s.group_id,
    s.part,
    cast(row_number() OVER (ORDER BY s.group_id, s.part DESC) + $first - 1 AS integer) AS part_id,
    cast(CASE WHEN max(s.lowest) IS NULL THEN -sum(s.records) ELSE sum(s.records) END AS integer) AS size
  FROM parted AS s
  GROUP BY s.group_id, s.part
) AS n ON n.group_id = p.group_id AND n.part = p.part
