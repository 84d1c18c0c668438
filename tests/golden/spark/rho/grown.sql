SELECT
  c.parent_id,
  c.item,
  c.support
FROM (
  SELECT
    o.parent_id,
    o.item,
    CAST(COUNT(*) AS INT) AS support
  FROM `grown_occurrences` AS o
  GROUP BY
    o.parent_id,
    o.item
) AS c
JOIN `sets` AS s
  ON s.set_id = c.parent_id
WHERE
  c.support < s.support
