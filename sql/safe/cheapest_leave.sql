-- Which one item leaves a free chunk, of those that help the one that costs least?
-- in:  losses (cluster_id, chunk, item, loss, helps)
-- out: cluster_id, chunk, item
SELECT o.cluster_id, o.chunk, o.item
FROM (
  SELECT
    l.cluster_id, l.chunk, l.item,
    row_number() OVER (PARTITION BY l.cluster_id, l.chunk ORDER BY l.loss, l.item DESC) AS place
  FROM losses AS l
  WHERE l.helps = 1
) AS o
WHERE o.place = 1
