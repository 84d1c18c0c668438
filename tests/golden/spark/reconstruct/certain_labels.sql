SELECT
  ROW_NUMBER() OVER (ORDER BY u.item NULLS LAST) AS item,
  u.item AS label
FROM (
  SELECT
    s.item
  FROM `subrecords` AS s
  UNION
  SELECT
    t.item
  FROM `terms` AS t
) AS u
