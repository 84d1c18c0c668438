SELECT
  d.size,
  COUNT(*) AS n
FROM "draws" AS d
SEMI JOIN (
  SELECT
    r.set_id
  FROM "rules" AS r
  JOIN "limits" AS l
    ON l.item = r.hidden
  WHERE
    CAST(r."both" AS BIGINT) * l.whole > CAST(r.support AS BIGINT) * l.part
) AS b
  ON b.set_id = d.set_id
GROUP BY
  d.size
