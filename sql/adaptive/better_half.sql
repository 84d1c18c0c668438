-- The half of each group's labels that gain most by being specialized (the larger half of an odd number, but not all).
-- in:  gains (group_id, node, gain)
-- out: group_id, node
SELECT k.group_id, k.node
FROM (
  SELECT
    g.group_id, g.node,
    row_number() OVER (PARTITION BY g.group_id ORDER BY g.gain DESC, g.node) AS place,
    count(*) OVER (PARTITION BY g.group_id) AS labels
  FROM gains AS g
) AS k
WHERE k.labels > 1 AND k.place * 2 <= k.labels + 1
