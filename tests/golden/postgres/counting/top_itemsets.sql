-- name: singles
SELECT
  ROW_NUMBER() OVER (ORDER BY s.draw, s.rank) AS set_id,
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
    ROW_NUMBER() OVER (PARTITION BY c.draw ORDER BY c.support DESC NULLS LAST, c.itemset) AS rank
  FROM (
    SELECT
      r.draw,
      r.item,
      CAST(r.item AS TEXT) AS itemset,
      COUNT(*) AS support
    FROM "rows" AS r
    GROUP BY
      r.draw,
      r.item
  ) AS c
) AS s
WHERE
  s.rank <= 11

-- name: larger
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
) AS kth
  ON kth.draw = f.draw
WHERE
  e.support > COALESCE(kth.support, 0)
  AND NOT EXISTS(
    SELECT
      1
    FROM (
      SELECT
        m.set_id,
        n.other
      FROM "members" AS m
      JOIN "related" AS n
        ON n.item = m.item
    ) AS barred
    WHERE
      barred.set_id = e.set_id AND barred.other = e.item
  )

-- name: top
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
    ROW_NUMBER() OVER (PARTITION BY a.draw ORDER BY a.support DESC NULLS LAST, a.size, a.itemset) AS rank
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
  b.rank <= 11
