SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY f.item NULLS LAST) AS INT) AS set_id,
  f.item,
  f.support,
  CAST(f.item AS STRING) AS content
FROM (
  SELECT
    t.item,
    CAST(COUNT(*) AS INT) AS support
  FROM `transactions` AS t
  GROUP BY
    t.item
  HAVING
    COUNT(*) >= 11
) AS f
