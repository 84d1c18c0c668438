SELECT
  r.record_id,
  r.cluster_id,
  r.item
FROM "rows" AS r
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "suppressed" AS s
    WHERE
      s.record_id = r.record_id AND s.cluster_id = r.cluster_id AND s.item = r.item
  )
