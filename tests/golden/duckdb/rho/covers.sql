SELECT
  CAST(i.place AS INT) AS place,
  o.record_id,
  CAST(i.item AS INT) AS item,
  CAST(i.held AS INT) AS held,
  CAST(i.needed AS INT) AS needed
FROM "chosen" AS c
JOIN "occurrences" AS o
  ON o.set_id = c.set_id
JOIN "sensitive_rows" AS h
  ON h.record_id = o.record_id AND h.item = c.hidden
JOIN "chosen" AS i
  ON i.place = c.place
WHERE
  c.item = c.hidden
