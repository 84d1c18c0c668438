SELECT
  o.record_id,
  MAX(CAST(r.both AS DOUBLE PRECISION) / NULLIF(r.support, 0)) AS confidence
FROM "rules" AS r
JOIN "occurrences" AS o
  ON o.set_id = r.set_id
JOIN "wishes" AS w
  ON w.record_id = o.record_id AND w.item = r.hidden
GROUP BY
  o.record_id
