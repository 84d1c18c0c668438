SELECT
  COUNT(*) AS frequent,
  COUNT(*) FILTER(WHERE
    s.item IS NULL) AS lost
FROM `items` AS i
LEFT JOIN (
  SELECT DISTINCT
    r.item
  FROM `subrecords` AS r
) AS s
  ON s.item = i.label
WHERE
  i.support > 11
