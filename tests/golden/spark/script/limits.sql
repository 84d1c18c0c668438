SELECT
  h.item,
  11 AS part,
  12 AS whole
FROM `hidden` AS h
