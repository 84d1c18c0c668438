SELECT
  p.record_id,
  p.group_id AS cluster_id
FROM "placed" AS p
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "open_groups" AS o
    WHERE
      o.group_id = p.group_id
  )
