-- name: better_half
SELECT
  k.group_id,
  k.node
FROM (
  SELECT
    g.group_id,
    g.node,
    ROW_NUMBER() OVER (PARTITION BY g.group_id ORDER BY g.gain DESC, g.node NULLS LAST) AS rank,
    COUNT(*) OVER (PARTITION BY g.group_id) AS labels
  FROM `gains` AS g
) AS k
WHERE
  k.labels > 1 AND k.rank * 2 <= k.labels + 1
