-- name: totals
SELECT
  SUM(CAST(r.items * (
    r.items - 1.0
  ) AS DOUBLE PRECISION) / 2) AS pairs,
  SUM(
    CAST(r.items * (
      r.items - 1.0
    ) * (
      r.items - 2.0
    ) AS DOUBLE PRECISION) / 6
  ) AS triples
FROM (
  SELECT
    o.record_id,
    CAST(COUNT(*) AS DOUBLE PRECISION) AS items
  FROM "occurrences" AS o
  GROUP BY
    o.record_id
) AS r

-- name: weights
SELECT
  l.gen_id,
  11 * SUM(l.later) AS pairs,
  11 * SUM(CAST(l.later * (
    l.later - 1.0
  ) AS DOUBLE PRECISION) / 2) AS triples
FROM (
  SELECT
    o.gen_id,
    CAST(ROW_NUMBER() OVER (PARTITION BY o.record_id ORDER BY o.gen_id DESC NULLS LAST) - 1 AS DOUBLE PRECISION) AS later
  FROM "occurrences" AS o
  WHERE
    o.record_id % 11 = 0
) AS l
GROUP BY
  l.gen_id

-- name: pieces
SELECT
  s.part,
  s.piece,
  MAX(s.gen_id) AS last_id
FROM (
  SELECT
    w.gen_id,
    CAST(FLOOR(
      CAST(SUM(LEAST(w.held, w.possible)) OVER (ORDER BY w.gen_id) AS DOUBLE PRECISION) / 12
    ) AS BIGINT) AS part,
    CAST(FLOOR(CAST(SUM(w.held) OVER (ORDER BY w.gen_id) AS DOUBLE PRECISION) / 14) AS BIGINT) AS piece
  FROM (
    SELECT
      g.gen_id,
      CASE WHEN 13 = 2 THEN g.pairs ELSE g.triples END AS held,
      CASE
        WHEN 13 = 2
        THEN 11 - g.gen_id
        ELSE CAST((
          11 - g.gen_id
        ) * (
          11 - g.gen_id - 1.0
        ) AS DOUBLE PRECISION) / 2
      END AS possible
    FROM "weights" AS g
  ) AS w
) AS s
GROUP BY
  s.part,
  s.piece
ORDER BY
  last_id

-- name: pairs
SELECT
  c.left_id,
  c.right_id,
  c.right_id AS item,
  c.support,
  c.one_record,
  c.other_record
FROM (
  SELECT
    CAST(p.pair_id >> 31 AS INT) AS left_id,
    CAST(p.pair_id & 2147483647 AS INT) AS right_id,
    CAST(COUNT(*) AS INT) AS support,
    MIN(p.record_id) AS one_record,
    MAX(p.record_id) AS other_record
  FROM (
    SELECT
      CAST(a.gen_id AS BIGINT) * 2147483648 + b.gen_id AS pair_id,
      a.record_id
    FROM "occurrences" AS a
    JOIN "occurrences" AS b
      ON b.record_id = a.record_id AND b.gen_id > a.gen_id
    WHERE
      a.gen_id BETWEEN 11 AND 12
    ORDER BY
      pair_id
  ) AS p
  GROUP BY
    p.pair_id
) AS c
JOIN "generators" AS g
  ON g.gen_id = c.left_id AND g.support > c.support
JOIN "generators" AS h
  ON h.gen_id = c.right_id AND h.support > c.support

-- name: triples
SELECT
  c.left_id,
  c.right_id,
  h.item,
  c.support,
  c.one_record,
  c.other_record
FROM (
  SELECT
    CAST(p.pair_id >> 31 AS INT) AS left_id,
    CAST(p.pair_id & 2147483647 AS INT) AS right_id,
    CAST(COUNT(*) AS INT) AS support,
    MIN(p.record_id) AS one_record,
    MAX(p.record_id) AS other_record
  FROM (
    SELECT
      CAST(a.gen_id AS BIGINT) * 2147483648 + b.gen_id AS pair_id,
      a.record_id
    FROM "held" AS a
    JOIN "held" AS b
      ON b.record_id = a.record_id AND b.parent_id = a.parent_id AND b.gen_id > a.gen_id
    WHERE
      a.parent_id BETWEEN 11 AND 12
    ORDER BY
      pair_id
  ) AS p
  GROUP BY
    p.pair_id
) AS c
JOIN "generators" AS g
  ON g.gen_id = c.left_id AND g.support > c.support
JOIN "generators" AS h
  ON h.gen_id = c.right_id AND h.support > c.support
WHERE
  EXISTS(
    SELECT
      1
    FROM "generators" AS o
    WHERE
      o.parent_id = g.item
      AND o.item = h.item
      AND o.support > c.support
      AND o.parent_id > 11
  )

-- name: named_at_risk
SELECT
  n.record_id
FROM (
  SELECT
    t.one_record AS record_id
  FROM "threats" AS t
  UNION
  SELECT
    t.other_record AS record_id
  FROM "threats" AS t
) AS n
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "at_risk" AS r
    WHERE
      r.record_id = n.record_id
  )

-- name: items_not_at_risk
SELECT
  o.record_id,
  0 AS parent_id,
  o.gen_id
FROM "occurrences" AS o
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "at_risk" AS r
    WHERE
      r.record_id = o.record_id
  )

-- name: pairs_not_at_risk
SELECT
  h.record_id,
  h.parent_id,
  h.gen_id
FROM "held" AS h
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "at_risk" AS r
    WHERE
      r.record_id = h.record_id
  )
