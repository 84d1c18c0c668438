SELECT DISTINCT
  n.record_id,
  i.item
FROM "named" AS n
JOIN "items" AS i
  ON i.label = n.item
WHERE
  EXISTS(
    SELECT
      1
    FROM "source_rows" AS r
    WHERE
      r.record_id = n.record_id
  )
