SELECT
  l.item,
  l.part,
  l.whole
FROM `limits` AS l
