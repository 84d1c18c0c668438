SELECT DISTINCT
  a.set_id,
  a.hidden
FROM "rules" AS a
JOIN "occurrences" AS o
  ON o.set_id = a.set_id
JOIN "wishes" AS w
  ON w.record_id = o.record_id AND w.item = a.hidden
