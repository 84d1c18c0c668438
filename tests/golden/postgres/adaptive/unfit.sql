SELECT DISTINCT
  h.trial_id
FROM "trial_occurrences" AS h
JOIN "limits" AS x
  ON x.item = h.node
JOIN (
  SELECT
    o.trial_id,
    COUNT(DISTINCT o.record_id) AS records
  FROM "trial_occurrences" AS o
  WHERE
    NOT EXISTS(
      SELECT
        1
      FROM "lost" AS k
      WHERE
        k.trial_id = o.trial_id AND k.record_id = o.record_id AND k.node = o.node
    )
  GROUP BY
    o.trial_id
) AS n
  ON n.trial_id = h.trial_id
WHERE
  n.records * x.part < x.whole
  AND NOT EXISTS(
    SELECT
      1
    FROM "lost" AS l
    WHERE
      l.trial_id = h.trial_id AND l.record_id = h.record_id AND l.node = h.node
  )
