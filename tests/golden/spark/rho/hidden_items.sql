SELECT
  h.item
FROM `hidden` AS h
ORDER BY
  h.item NULLS LAST
