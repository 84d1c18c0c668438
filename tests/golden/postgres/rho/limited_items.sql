SELECT
  l.item
FROM "limits" AS l
