SELECT
  w.record_id,
  w.hidden AS item,
  0 AS cause
FROM "whole_rules" AS w
SEMI JOIN "wishes" AS p
  ON p.record_id = w.record_id AND p.item = w.hidden
WHERE
  w.support * 11 < 12
