SELECT
  11 AS kind,
  o.group_id,
  1 AS part,
  o.record_id,
  o.item,
  CASE WHEN l.node IS NULL THEN o.node ELSE s.child END AS node
FROM "occurrences" AS o
LEFT JOIN "labels" AS l
  ON l.group_id = o.group_id AND l.node = o.node
LEFT JOIN "steps" AS s
  ON s.item = o.item AND s.node = o.node
WHERE
  EXISTS(
    SELECT
      1
    FROM "labels" AS g
    WHERE
      g.group_id = o.group_id
  )
