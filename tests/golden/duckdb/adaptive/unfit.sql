SELECT DISTINCT
  h.trial_id
FROM "trial_occurrences" AS h
ANTI JOIN "lost" AS l
  ON l.trial_id = h.trial_id AND l.record_id = h.record_id AND l.node = h.node
JOIN "limits" AS x
  ON x.item = h.node
JOIN (
  SELECT
    o.trial_id,
    COUNT(DISTINCT o.record_id) AS records
  FROM "trial_occurrences" AS o
  ANTI JOIN "lost" AS k
    ON k.trial_id = o.trial_id AND k.record_id = o.record_id AND k.node = o.node
  GROUP BY
    o.trial_id
) AS n
  ON n.trial_id = h.trial_id
WHERE
  n.records * x.part < x.whole
