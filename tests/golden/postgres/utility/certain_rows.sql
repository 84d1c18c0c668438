SELECT
  s.subrecord_id AS record_id,
  i.item
FROM "subrecords" AS s
JOIN "items" AS i
  ON i.label = s.item
UNION ALL
SELECT
  -ROW_NUMBER() OVER (ORDER BY t.cluster_id, i.item) AS record_id,
  i.item
FROM "terms" AS t
JOIN "items" AS i
  ON i.label = t.item
