SELECT
  o.trial_id,
  CAST(SUM(
    CASE WHEN NOT l.node IS NULL THEN 11 WHEN o.node = o.item THEN 0 ELSE n.price END
  ) AS BIGINT) AS cost,
  CAST(SUM(
    CASE WHEN NOT l.node IS NULL THEN 12 WHEN o.node = o.item THEN 0 ELSE n.leaves END
  ) AS BIGINT) AS ncp
FROM "trial_occurrences" AS o
LEFT JOIN "nodes" AS n
  ON n.node = o.node
LEFT JOIN "lost" AS l
  ON l.trial_id = o.trial_id AND l.record_id = o.record_id AND l.node = o.node
GROUP BY
  o.trial_id
