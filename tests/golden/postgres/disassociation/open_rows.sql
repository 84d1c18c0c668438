SELECT
  t.record_id,
  CAST(0 AS BIGINT) AS group_id,
  t.item
FROM "transactions" AS t
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "sensitive" AS s
    WHERE
      s.item = t.item
  )
