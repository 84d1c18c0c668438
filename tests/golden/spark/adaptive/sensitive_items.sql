SELECT
  i.item,
  i.label,
  i.support
FROM `items` AS i
SEMI JOIN `hidden` AS h
  ON h.item = i.item
ORDER BY
  i.item NULLS LAST
