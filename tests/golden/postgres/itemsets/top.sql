SELECT
  b.set_id,
  b.parent_id,
  b.draw,
  b.item,
  b.itemset,
  b.size,
  b.support
FROM (
  SELECT
    a.set_id,
    a.parent_id,
    a.draw,
    a.item,
    a.itemset,
    a.size,
    a.support,
    ROW_NUMBER() OVER (PARTITION BY a.draw ORDER BY a.support DESC NULLS LAST, a.size, a.itemset) AS place
  FROM (
    SELECT
      f.set_id,
      f.parent_id,
      f.draw,
      f.item,
      f.itemset,
      f.size,
      f.support
    FROM "found" AS f
    UNION ALL
    SELECT
      g.set_id,
      g.parent_id,
      g.draw,
      g.item,
      g.itemset,
      g.size,
      g.support
    FROM "larger" AS g
  ) AS a
) AS b
WHERE
  b.place <= 11
