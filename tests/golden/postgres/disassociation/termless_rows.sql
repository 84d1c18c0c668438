SELECT
  r.record_id,
  r.cluster_id,
  r.item
FROM "cluster_rows" AS r
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM (
      SELECT DISTINCT
        t.cluster_id
      FROM "terms" AS t
    ) AS d
    WHERE
      d.cluster_id = r.cluster_id
  )
