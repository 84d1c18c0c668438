-- name: extensions
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY g.prefix_id NULLS LAST, g.item NULLS LAST) AS INT) AS set_id,
  g.prefix_id,
  g.item
FROM (
  SELECT
    o.set_id AS prefix_id,
    p.item,
    SUM(o.weight) AS support
  FROM `occurrences` AS o
  JOIN `split` AS p
    ON p.record_id = o.record_id AND p.is_sensitive = 0 AND p.item > o.item
  GROUP BY
    o.set_id,
    p.item
) AS g
JOIN `supports` AS s
  ON s.set_id = g.prefix_id
WHERE
  g.support < s.support
