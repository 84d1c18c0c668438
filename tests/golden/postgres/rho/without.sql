SELECT
  t.record_id,
  t.item
FROM "present" AS t
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "suppressed" AS s
    WHERE
      s.record_id = t.record_id AND s.item = t.item
  )
