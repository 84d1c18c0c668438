-- name: chances
WITH held AS (
  SELECT
    r.itemset_id,
    r.chunk_id,
    r.items,
    COUNT(*) AS subrecords
  FROM (
    SELECT
      i.itemset_id,
      s.chunk_id,
      s.subrecord_id,
      COUNT(*) AS items
    FROM "itemsets" AS i
    JOIN "subrecords" AS s
      ON s.item = i.item
    GROUP BY
      i.itemset_id,
      s.chunk_id,
      s.subrecord_id
  ) AS r
  GROUP BY
    r.itemset_id,
    r.chunk_id,
    r.items
)
SELECT
  p.itemset_id,
  p.cluster_id,
  MAX(p.size) * EXP(
    SUM(
      LN(
        CASE
          WHEN p.chunk_id >= 0
          THEN CAST(h.subrecords AS DOUBLE PRECISION) / NULLIF(p.places, 0)
          ELSE POWER(CAST(1 AS DOUBLE PRECISION) / NULLIF(p.size, 0), p.items)
        END
      )
    )
  ) AS expected
FROM "parts" AS p
LEFT JOIN held AS h
  ON h.itemset_id = p.itemset_id AND h.chunk_id = p.chunk_id AND h.items = p.items
GROUP BY
  p.itemset_id,
  p.cluster_id
HAVING
  COUNT(*) FILTER(WHERE
    p.chunk_id >= 0 AND h.subrecords IS NULL) = 0

-- name: repeated_terms
WITH singles AS (
  SELECT
    i.itemset_id,
    MAX(i.item) AS item
  FROM "itemsets" AS i
  GROUP BY
    i.itemset_id
  HAVING
    COUNT(*) = 1
), without AS (
  SELECT
    p.cluster_id,
    CASE
      WHEN MAX(CASE WHEN p.subrecords >= p.places THEN 1 ELSE 0 END) = 1
      THEN 0
      ELSE EXP(
        SUM(
          LN(
            CAST(NULLIF(CAST(p.places - p.subrecords AS DOUBLE PRECISION), 0) AS DOUBLE PRECISION) / NULLIF(p.places, 0)
          )
        )
      )
    END AS chance
  FROM "places" AS p
  GROUP BY
    p.cluster_id
), counted AS (
  SELECT
    n.cluster_id,
    COUNT(*) AS terms
  FROM "terms" AS n
  GROUP BY
    n.cluster_id
)
SELECT
  s.itemset_id,
  t.cluster_id,
  CAST(c.size * COALESCE(w.chance, 1) * POWER(1 - CAST(1 AS DOUBLE PRECISION) / NULLIF(c.size, 0), n.terms) AS DOUBLE PRECISION) / NULLIF(n.terms, 0) AS expected
FROM singles AS s
JOIN "terms" AS t
  ON t.item = s.item
JOIN "clusters" AS c
  ON c.cluster_id = t.cluster_id
JOIN counted AS n
  ON n.cluster_id = t.cluster_id
LEFT JOIN without AS w
  ON w.cluster_id = t.cluster_id

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

-- name: own_meaning
SELECT DISTINCT
  l.item AS label,
  l.item,
  CAST(1 AS DOUBLE PRECISION) AS share
FROM "lines" AS l

-- name: whole_records
WITH sizes AS (
  SELECT
    i.itemset_id,
    COUNT(*) AS items
  FROM "itemsets" AS i
  GROUP BY
    i.itemset_id
), reached AS (
  SELECT
    r.query_id,
    COUNT(DISTINCT r.item) AS items
  FROM "reach" AS r
  GROUP BY
    r.query_id
), held AS (
  SELECT
    r.query_id,
    l.record_id,
    COUNT(DISTINCT r.item) AS items,
    COUNT(DISTINCT CASE WHEN r.label = r.item THEN r.item END) AS certain_items
  FROM "reach" AS r
  JOIN "release" AS l
    ON l.item = r.label
  GROUP BY
    r.query_id,
    l.record_id
), counted AS (
  SELECT
    z.itemset_id,
    COUNT(CASE WHEN h.certain_items = z.items THEN 1 END) AS certain,
    COUNT(CASE WHEN h.items = z.items THEN 1 END) AS at_most
  FROM sizes AS z
  LEFT JOIN held AS h
    ON h.query_id = z.itemset_id
  GROUP BY
    z.itemset_id
)
SELECT
  c.itemset_id,
  c.certain,
  CASE
    WHEN f.items = z.items
    THEN COALESCE(e.expected, CAST(0 AS DOUBLE PRECISION))
  END AS expected,
  CASE WHEN f.items = z.items THEN c.at_most END AS at_most
FROM counted AS c
JOIN sizes AS z
  ON z.itemset_id = c.itemset_id
LEFT JOIN reached AS f
  ON f.query_id = c.itemset_id
LEFT JOIN "expected" AS e
  ON e.query_id = c.itemset_id
