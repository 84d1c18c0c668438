SELECT
  o.cluster_id,
  o.chunk,
  o.item
FROM (
  SELECT
    l.cluster_id,
    l.chunk,
    l.item,
    ROW_NUMBER() OVER (PARTITION BY l.cluster_id, l.chunk ORDER BY l.loss, l.item DESC NULLS LAST) AS place
  FROM "losses" AS l
  WHERE
    l.helps = 1
) AS o
WHERE
  o.place = 1
