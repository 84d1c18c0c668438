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
