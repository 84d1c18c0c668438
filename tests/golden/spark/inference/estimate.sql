-- name: numbers
SELECT DISTINCT
  i.itemset_id,
  CAST(i.itemset_id AS STRING) AS query
FROM `itemsets` AS i

-- name: certain_labels
SELECT
  ROW_NUMBER() OVER (ORDER BY u.item NULLS LAST) AS item,
  u.item AS label
FROM (
  SELECT
    s.item
  FROM `subrecords` AS s
  UNION
  SELECT
    t.item
  FROM `terms` AS t
) AS u

-- name: tight_parts
SELECT
  ROW_NUMBER() OVER (ORDER BY p.cluster_id NULLS LAST, p.itemset_id NULLS LAST) AS case_id,
  p.itemset_id,
  p.cluster_id
FROM `parts` AS p
JOIN `tight` AS t
  ON t.cluster_id = p.cluster_id
WHERE
  p.shared = 0
GROUP BY
  p.itemset_id,
  p.cluster_id
HAVING
  COUNT(*) > 1

-- name: unknown_supports
WITH secret AS (
  SELECT
    i.itemset_id,
    i.item
  FROM `itemsets` AS i
  SEMI JOIN `sensitive` AS s
    ON s.label = i.item
), held AS (
  SELECT
    x.itemset_id,
    t.cluster_id,
    COUNT(*) AS items
  FROM secret AS x
  JOIN `terms` AS t
    ON t.item = x.item
  GROUP BY
    x.itemset_id,
    t.cluster_id
)
SELECT
  z.itemset_id,
  CAST(COALESCE(SUM(c.size DIV 11), 0) AS BIGINT) AS at_most
FROM (
  SELECT
    y.itemset_id,
    COUNT(*) AS items
  FROM secret AS y
  GROUP BY
    y.itemset_id
) AS z
LEFT JOIN held AS h
  ON h.itemset_id = z.itemset_id AND h.items = z.items
LEFT JOIN `clusters` AS c
  ON c.cluster_id = h.cluster_id
GROUP BY
  z.itemset_id

-- name: meant_items
SELECT
  ROW_NUMBER() OVER (ORDER BY m.item NULLS LAST) AS item,
  m.item AS label
FROM (
  SELECT DISTINCT
    n.item
  FROM `meaning` AS n
) AS m

-- name: own_items
SELECT
  DENSE_RANK() OVER (ORDER BY l.record_id NULLS LAST) AS record_id,
  i.item
FROM `lines` AS l
JOIN `items` AS i
  ON i.label = l.item
