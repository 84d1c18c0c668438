SELECT
  COUNT(*) AS faults
FROM (
  SELECT DISTINCT
    s.item
  FROM "subrecords" AS s
) AS i
WHERE
  EXISTS(
    SELECT
      1
    FROM "sensitive" AS h
    WHERE
      h.label = i.item
  )
