SELECT DISTINCT
  CAST(o.record_id * 8 + t.kind AS INT) AS record_id,
  c.code AS item
FROM "trial_occurrences" AS o
JOIN "trials" AS t
  ON t.trial_id = o.trial_id
JOIN "codes" AS c
  ON c.trial_id = o.trial_id AND c.node = o.node
