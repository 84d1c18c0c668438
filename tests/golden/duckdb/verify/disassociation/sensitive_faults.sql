SELECT
  COUNT(*) AS faults
FROM (
  SELECT DISTINCT
    s.item
  FROM "subrecords" AS s
) AS i
SEMI JOIN "sensitive" AS h
  ON h.label = i.item
