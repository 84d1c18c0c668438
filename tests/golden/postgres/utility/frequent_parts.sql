SELECT
  r.draw,
  r.record_id,
  STRING_AGG(CAST(r.item AS TEXT), ','
  ORDER BY
    r.item) AS items
FROM "rows" AS r
WHERE
  EXISTS(
    SELECT
      1
    FROM "frequent" AS f
    WHERE
      f.item = r.item
  )
GROUP BY
  r.draw,
  r.record_id
