SELECT
  r.set_id,
  r.hidden,
  r.both,
  r.support
FROM `rules` AS r
SEMI JOIN (
  SELECT DISTINCT
    a.set_id,
    a.hidden
  FROM `rules` AS a
  JOIN `occurrences` AS o
    ON o.set_id = a.set_id
  JOIN `wishes` AS w
    ON w.record_id = o.record_id AND w.item = a.hidden
) AS k
  ON k.set_id = r.set_id AND k.hidden = r.hidden
