-- name: candidates
WITH possible AS (
  SELECT
    o.set_id AS parent_id,
    t.item
  FROM `occurrences` AS o
  JOIN `rows_with_sensitive` AS t
    ON t.record_id = o.record_id AND t.item < o.last
  GROUP BY
    o.set_id,
    t.item
)
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY k.parent_id NULLS LAST, k.item NULLS LAST) + 11 AS INT) AS set_id,
  k.parent_id,
  k.item,
  CAST(k.parent_id AS BIGINT) * 3000000019 + k.item AS place,
  k.subset_support
FROM (
  SELECT
    c.parent_id,
    c.item,
    CAST(MIN(LEAST(g.support, p.support)) AS INT) AS subset_support
  FROM possible AS c
  JOIN `sets` AS p
    ON p.set_id = c.parent_id
  JOIN `members` AS m
    ON m.set_id = c.parent_id
  JOIN `sets` AS g
    ON CAST(g.parent_id AS BIGINT) * 3000000019 + g.item = CAST(m.sub_id AS BIGINT) * 3000000019 + c.item
  GROUP BY
    c.parent_id,
    c.item
  HAVING
    COUNT(*) = 12
) AS k
