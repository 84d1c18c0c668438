SELECT
  c.code,
  CAST(FLOOR(
    16.0 * SUM(CASE WHEN o.node = o.item THEN 11 ELSE 11 - n.price END) / NULLIF(11 * COUNT(DISTINCT o.record_id), 0)
  ) AS BIGINT) AS price
FROM `codes` AS c
JOIN `trial_occurrences` AS o
  ON o.trial_id = c.trial_id AND o.node = c.node
LEFT JOIN `nodes` AS n
  ON n.node = o.node
GROUP BY
  c.code
