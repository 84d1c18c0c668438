SELECT
  (
    SELECT
      MAX(i.set_id)
    FROM "found" AS i
  ) + ROW_NUMBER() OVER (ORDER BY e.set_id, e.item) AS set_id,
  e.set_id AS parent_id,
  f.draw,
  e.item,
  CONCAT(f.itemset, ' ', CAST(e.item AS TEXT)) AS itemset,
  f.size + 1 AS size,
  e.support
FROM (
  SELECT
    o.set_id,
    r.item,
    COUNT(*) AS support
  FROM "occurrences" AS o
  JOIN "frequent_rows" AS r
    ON r.draw = o.draw AND r.record_id = o.record_id AND r.item > o.item
  GROUP BY
    o.set_id,
    r.item
) AS e
JOIN "found" AS f
  ON f.set_id = e.set_id
LEFT JOIN (
  SELECT
    l.draw,
    MIN(l.support) AS support
  FROM "found" AS l
  GROUP BY
    l.draw
  HAVING
    COUNT(*) >= 11
) AS least
  ON least.draw = f.draw
ANTI JOIN (
  SELECT
    m.set_id,
    n.other
  FROM "members" AS m
  JOIN "related" AS n
    ON n.item = m.item
) AS barred
  ON barred.set_id = e.set_id AND barred.other = e.item
WHERE
  e.support > COALESCE(least.support, 0)
