SELECT
  w.record_id,
  w.hidden AS item,
  0 AS cause
FROM "whole_rules" AS w
JOIN "limits" AS l
  ON l.item = w.hidden
WHERE
  w.support * l.part < l.whole
  AND EXISTS(
    SELECT
      1
    FROM "wishes" AS p
    WHERE
      p.record_id = w.record_id AND p.item = w.hidden
  )
