SELECT
  o.record_id,
  MAX(b.confidence) AS confidence
FROM (
  SELECT
    r.set_id,
    MAX(CAST(r.both AS DOUBLE) / NULLIF(r.support, 0)) AS confidence
  FROM `rules` AS r
  GROUP BY
    r.set_id
) AS b
JOIN `occurrences` AS o
  ON o.set_id = b.set_id
GROUP BY
  o.record_id
