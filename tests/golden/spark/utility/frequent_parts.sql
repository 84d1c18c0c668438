SELECT
  r.draw,
  r.record_id,
  LISTAGG(CAST(r.item AS STRING), ',') WITHIN GROUP (ORDER BY
    r.item NULLS LAST) AS items
FROM `rows` AS r
SEMI JOIN `frequent` AS f
  ON f.item = r.item
GROUP BY
  r.draw,
  r.record_id
