SELECT
  COUNT(*) FILTER(WHERE
    NOT o.item IS NULL AND NOT r.item IS NULL) AS kept,
  COUNT(*) FILTER(WHERE
    r.item IS NULL) AS lost,
  COUNT(*) FILTER(WHERE
    o.item IS NULL) AS spurious
FROM `original_rules` AS o
FULL JOIN `released_rules` AS r
  ON r.known = o.known AND r.item = o.item
