SELECT
  c.item,
  ROW_NUMBER() OVER (ORDER BY c.chunks DESC, c.item NULLS LAST) AS place
FROM (
  SELECT
    m.item,
    COUNT(DISTINCT m.top_id) AS chunks
  FROM `movable_terms` AS m
  GROUP BY
    m.item
) AS c
WHERE
  c.chunks > 1
