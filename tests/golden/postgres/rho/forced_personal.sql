SELECT
  w.record_id,
  w.hidden AS item,
  0 AS cause
FROM "whole_rules" AS w
WHERE
  w.support * 11 < 12
  AND EXISTS(
    SELECT
      1
    FROM "wishes" AS p
    WHERE
      p.record_id = w.record_id AND p.item = w.hidden
  )
