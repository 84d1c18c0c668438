SELECT
  k.record_id,
  k.item
FROM (
  SELECT DISTINCT
    o.record_id,
    r.hidden AS item
  FROM `rules` AS r
  JOIN `occurrences` AS o
    ON o.set_id = r.set_id
) AS k
ANTI JOIN `asked` AS a
  ON a.record_id = k.record_id AND a.item = k.item
