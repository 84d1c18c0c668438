SELECT
  i.item,
  i.label,
  i.support
FROM `items` AS i
ANTI JOIN `hidden` AS h
  ON h.item = i.item
