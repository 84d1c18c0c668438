SELECT
  p.kind_id,
  p.group_id,
  t.item,
  p.records
FROM "transactions" AS t
JOIN "placed" AS p
  ON p.kind_id = t.record_id
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "sensitive" AS s
    WHERE
      s.item = t.item
  )
