SELECT
  l.cluster_id,
  l.item,
  CASE WHEN b.item IS NULL THEN 'term' ELSE 'own' END AS fate
FROM "leaving" AS l
LEFT JOIN "barred" AS b
  ON b.cluster_id = l.cluster_id AND b.item = l.item
