SELECT
  n.itemset_id,
  l.label AS item
FROM (
  SELECT
    u.itemset_id,
    CAST(UNNEST(STR_SPLIT(u.itemset, ' ')) AS BIGINT) AS item
  FROM (
    SELECT
      ROW_NUMBER() OVER (ORDER BY t.support DESC, t.size, t.itemset) AS itemset_id,
      t.itemset
    FROM "top" AS t
  ) AS u
) AS n
JOIN "labels" AS l
  ON l.item = n.item
