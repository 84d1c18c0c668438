SELECT DISTINCT
  h.label
FROM `hidden` AS h
JOIN `terms` AS t
  ON t.item = h.label
ORDER BY
  h.label NULLS LAST
