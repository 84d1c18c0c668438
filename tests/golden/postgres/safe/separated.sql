SELECT
  l.cluster_id,
  l.item,
  'own' AS fate
FROM "leaving" AS l
