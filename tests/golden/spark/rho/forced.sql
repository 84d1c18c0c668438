SELECT
  w.record_id,
  w.hidden AS item,
  0 AS cause
FROM `whole_rules` AS w
JOIN `limits` AS l
  ON l.item = w.hidden
WHERE
  w.support * l.part < l.whole
