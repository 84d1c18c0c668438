SELECT DISTINCT
  o.record_id
FROM "occurrences" AS o
SEMI JOIN "above" AS a
  ON a.set_id = o.set_id
