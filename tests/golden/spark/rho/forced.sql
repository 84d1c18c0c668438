SELECT
  w.record_id,
  w.hidden AS item,
  0 AS cause
FROM `whole_rules` AS w
WHERE
  w.support * 11 < 12
