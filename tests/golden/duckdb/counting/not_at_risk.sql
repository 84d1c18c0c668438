SELECT
  o.record_id,
  o.gen_id
FROM "occurrences" AS o
ANTI JOIN "at_risk" AS r
  ON r.record_id = o.record_id
