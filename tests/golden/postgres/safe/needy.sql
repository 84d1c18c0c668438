SELECT DISTINCT
  u.cluster_id
FROM "unfilled" AS u
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "terms" AS t
    WHERE
      t.cluster_id = u.cluster_id
  )
