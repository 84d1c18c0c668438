SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY c.support DESC, c.trial_id, c.node) AS INT) AS code,
  c.trial_id,
  c.node
FROM (
  SELECT
    o.trial_id,
    o.node,
    COUNT(DISTINCT o.record_id) AS support
  FROM "trial_occurrences" AS o
  GROUP BY
    o.trial_id,
    o.node
) AS c
