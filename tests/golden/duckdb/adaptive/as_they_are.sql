SELECT
  0 AS kind,
  o.group_id,
  1 AS part,
  o.record_id,
  o.item,
  o.node
FROM "occurrences" AS o
