-- name: chances
WITH chunk_items AS (
  SELECT DISTINCT
    s.cluster_id AS home_id,
    s.chunk_id,
    s.item
  FROM "subrecords" AS s
  JOIN (
    SELECT DISTINCT
      i.item
    FROM "itemsets" AS i
  ) AS w
    ON w.item = s.item
  UNION ALL
  SELECT
    t.cluster_id AS home_id,
    -1 AS chunk_id,
    t.item
  FROM "terms" AS t
  JOIN (
    SELECT DISTINCT
      i.item
    FROM "itemsets" AS i
  ) AS w
    ON w.item = t.item
), nearest AS (
  SELECT
    a.cluster_id,
    p.item,
    p.chunk_id,
    h.size,
    ROW_NUMBER() OVER (PARTITION BY a.cluster_id, p.item ORDER BY h.size, p.chunk_id) AS turn
  FROM chunk_items AS p
  JOIN "above" AS a
    ON a.upper_id = p.home_id
  JOIN "clusters" AS c
    ON c.cluster_id = a.cluster_id AND c.kind = 'simple'
  JOIN "clusters" AS h
    ON h.cluster_id = p.home_id
), parts AS (
  SELECT
    i.itemset_id,
    n.cluster_id,
    n.chunk_id,
    n.size,
    COUNT(*) AS items,
    MAX(i.item) AS item
  FROM "itemsets" AS i
  JOIN nearest AS n
    ON n.item = i.item AND n.turn = 1
  GROUP BY
    i.itemset_id,
    n.cluster_id,
    n.chunk_id,
    n.size
), whole AS (
  SELECT
    p.itemset_id,
    p.cluster_id
  FROM parts AS p
  JOIN (
    SELECT
      i.itemset_id,
      COUNT(*) AS items
    FROM "itemsets" AS i
    GROUP BY
      i.itemset_id
  ) AS z
    ON z.itemset_id = p.itemset_id
  GROUP BY
    p.itemset_id,
    p.cluster_id,
    z.items
  HAVING
    SUM(p.items) = z.items
), needed AS (
  SELECT DISTINCT
    p.itemset_id,
    p.chunk_id,
    p.items
  FROM parts AS p
  WHERE
    p.chunk_id >= 0
), split AS (
  SELECT DISTINCT
    p.itemset_id,
    p.chunk_id,
    n.item
  FROM parts AS p
  JOIN nearest AS n
    ON n.cluster_id = p.cluster_id AND n.chunk_id = p.chunk_id AND n.turn = 1
  JOIN "itemsets" AS i
    ON i.itemset_id = p.itemset_id AND i.item = n.item
  WHERE
    p.chunk_id >= 0
), held AS (
  SELECT
    r.itemset_id,
    r.chunk_id,
    r.items,
    COUNT(*) AS subrecords
  FROM (
    SELECT
      x.itemset_id,
      x.chunk_id,
      s.subrecord_id,
      COUNT(*) AS items
    FROM split AS x
    JOIN "subrecords" AS s
      ON s.chunk_id = x.chunk_id AND s.item = x.item
    GROUP BY
      x.itemset_id,
      x.chunk_id,
      s.subrecord_id
  ) AS r
  JOIN needed AS d
    ON d.itemset_id = r.itemset_id AND d.chunk_id = r.chunk_id AND d.items = r.items
  GROUP BY
    r.itemset_id,
    r.chunk_id,
    r.items
)
SELECT
  p.itemset_id,
  p.cluster_id,
  MAX(l.size) * EXP(
    SUM(
      LN(
        CASE
          WHEN p.chunk_id >= 0
          THEN CAST(h.subrecords AS DOUBLE PRECISION) / NULLIF(p.size, 0)
          ELSE POWER(CAST(1 AS DOUBLE PRECISION) / NULLIF(p.size, 0), p.items)
        END
      )
    )
  ) AS expected
FROM parts AS p
JOIN whole AS w
  ON w.itemset_id = p.itemset_id AND w.cluster_id = p.cluster_id
JOIN "clusters" AS l
  ON l.cluster_id = p.cluster_id
LEFT JOIN held AS h
  ON h.itemset_id = p.itemset_id AND h.chunk_id = p.chunk_id AND h.items = p.items
GROUP BY
  p.itemset_id,
  p.cluster_id
HAVING
  COUNT(*) FILTER(WHERE
    p.chunk_id >= 0 AND h.subrecords IS NULL) = 0

-- name: unknown_supports
WITH secret AS (
  SELECT
    i.itemset_id,
    i.item
  FROM "itemsets" AS i
  WHERE
    EXISTS(
      SELECT
        1
      FROM "sensitive" AS s
      WHERE
        s.label = i.item
    )
), held AS (
  SELECT
    x.itemset_id,
    t.cluster_id,
    COUNT(*) AS items
  FROM secret AS x
  JOIN "terms" AS t
    ON t.item = x.item
  GROUP BY
    x.itemset_id,
    t.cluster_id
)
SELECT
  z.itemset_id,
  CAST(COALESCE(SUM(DIV(c.size, 11)), 0) AS BIGINT) AS at_most
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
LEFT JOIN "clusters" AS c
  ON c.cluster_id = h.cluster_id
GROUP BY
  z.itemset_id

-- name: estimates
SELECT
  i.itemset_id,
  CAST(COALESCE(MAX(c.certain), 0) AS BIGINT) AS certain,
  GREATEST(
    COALESCE(MAX(e.expected), 0),
    CAST(COALESCE(MAX(c.certain), 0) AS DOUBLE PRECISION)
  ) AS expected
FROM (
  SELECT DISTINCT
    x.itemset_id
  FROM "itemsets" AS x
) AS i
LEFT JOIN "certain" AS c
  ON c.itemset_id = i.itemset_id
LEFT JOIN (
  SELECT
    h.itemset_id,
    SUM(h.expected) AS expected
  FROM "chances" AS h
  GROUP BY
    h.itemset_id
) AS e
  ON e.itemset_id = i.itemset_id
GROUP BY
  i.itemset_id
