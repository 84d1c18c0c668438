SELECT
  ROW_NUMBER() OVER (ORDER BY s.draw NULLS LAST, s.place NULLS LAST) AS set_id,
  CAST(0 AS BIGINT) AS parent_id,
  s.draw,
  s.item,
  s.itemset,
  1 AS size,
  s.support
FROM (
  SELECT
    c.draw,
    c.item,
    c.itemset,
    c.support,
    ROW_NUMBER() OVER (PARTITION BY c.draw ORDER BY c.support DESC, c.itemset NULLS LAST) AS place
  FROM (
    SELECT
      r.draw,
      r.item,
      CAST(r.item AS STRING) AS itemset,
      COUNT(*) AS support
    FROM `rows` AS r
    GROUP BY
      r.draw,
      r.item
  ) AS c
) AS s
WHERE
  s.place <= 11
