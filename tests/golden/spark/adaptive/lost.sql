SELECT
  c.trial_id,
  CAST((
    s.record_id - t.kind
  ) / 8 AS INT) AS record_id,
  c.node,
  s.cause
FROM `suppressed` AS s
JOIN `codes` AS c
  ON c.code = s.item
JOIN `trials` AS t
  ON t.trial_id = c.trial_id
