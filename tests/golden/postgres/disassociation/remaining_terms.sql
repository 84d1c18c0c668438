SELECT
  t.cluster_id,
  t.item,
  t.support
FROM "terms" AS t
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "all_moves" AS v
    WHERE
      v.leaf_id = t.cluster_id AND v.item = t.item
  )
