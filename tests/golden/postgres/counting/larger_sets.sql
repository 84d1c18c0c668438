-- name: slots
SELECT
  p.gen_id,
  p.record_id,
  CAST(p.gen_id * CAST(1048576 AS BIGINT) + DIV(p.pos, 62) AS BIGINT) AS word_id,
  CAST(1 AS BIGINT) << CAST(p.pos % 62 AS INT) AS bit
FROM (
  SELECT
    o.gen_id,
    o.record_id,
    ROW_NUMBER() OVER (PARTITION BY o.gen_id ORDER BY l.rank) - 1 AS pos
  FROM "occurrences" AS o
  JOIN (
    SELECT
      c.record_id,
      ROW_NUMBER() OVER (ORDER BY COUNT(*) DESC NULLS LAST, c.record_id) AS rank
    FROM "occurrences" AS c
    GROUP BY
      c.record_id
  ) AS l
    ON l.record_id = o.record_id
) AS p

-- name: bits
SELECT
  f.pair_id,
  BIT_COUNT(CAST(f.mask AS BIT(64))) AS support
FROM "found" AS f

-- name: supports
SELECT
  b.pair_id,
  CAST(SUM(b.support) AS INT) AS support
FROM (
  SELECT
    w.pair_id,
    w.support
  FROM "bits" AS w
  ORDER BY
    w.pair_id
) AS b
GROUP BY
  b.pair_id

-- name: counted
SELECT
  c.pair_id,
  a.gen_id AS left_id,
  b.gen_id AS right_id,
  b.item,
  c.support
FROM "supports" AS c
JOIN "generators" AS a
  ON a.gen_id = c.pair_id >> 31 AND a.support > c.support
JOIN "generators" AS b
  ON b.gen_id = (
    c.pair_id & 2147483647
  ) AND b.support > c.support

-- name: wide_masks
SELECT
  m.parent_id,
  m.gen_id,
  m.word_id,
  m.mask
FROM "masks" AS m
WHERE
  EXISTS(
    SELECT
      1
    FROM (
      SELECT
        w.gen_id
      FROM "masks" AS w
      WHERE
        w.word_id % 1048576 >= 11
    ) AS l
    WHERE
      l.gen_id = m.gen_id
  )

-- name: heads
SELECT
  g.parent_id,
  g.gen_id,
  m.mask,
  g.item,
  g.support,
  CASE WHEN w.gen_id IS NULL THEN 0 ELSE 1 END AS wide
FROM (
  SELECT
    h.gen_id,
    BIT_OR(
      CAST(CAST(h.mask AS BIT(64)) AS BIT(512)) >> CAST((
        h.word_id & 7
      ) * 64 AS INT)
    ) AS mask
  FROM "masks" AS h
  WHERE
    h.word_id % 1048576 < 8
  GROUP BY
    h.gen_id
) AS m
JOIN "generators" AS g
  ON g.gen_id = m.gen_id
LEFT JOIN (
  SELECT DISTINCT
    l.gen_id
  FROM "wide_masks" AS l
) AS w
  ON w.gen_id = g.gen_id

-- name: narrow
SELECT
  f.pair_id,
  f.left_id,
  f.right_id,
  f.item,
  f.support
FROM (
  SELECT
    CAST(a.gen_id AS BIGINT) * 2147483648 + b.gen_id AS pair_id,
    a.gen_id AS left_id,
    b.gen_id AS right_id,
    b.item,
    LEAST(a.support, b.support) AS smaller,
    CAST(BIT_COUNT(a.mask & b.mask) AS INT) AS support
  FROM "heads" AS a
  JOIN "heads" AS b
    ON b.parent_id = a.parent_id AND b.gen_id > a.gen_id
  WHERE
    a.wide + b.wide < 2
  OFFSET 0
) AS f
WHERE
  f.support BETWEEN 1 AND f.smaller - 1

-- name: broken
SELECT
  c.pair_id
FROM "counted" AS c
JOIN "subsets" AS s
  ON s.gen_id = c.left_id
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "generators" AS g
    WHERE
      CAST(g.parent_id AS BIGINT) * 3000000019 + g.item = CAST(s.sub_id AS BIGINT) * 3000000019 + c.item
      AND g.support > c.support
  )

-- name: checked
SELECT
  c.pair_id,
  c.left_id,
  c.right_id,
  c.item,
  c.support
FROM "counted" AS c
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "broken" AS x
    WHERE
      CAST(x.pair_id >> 31 AS BIGINT) * 3000000019 + (
        x.pair_id & 2147483647
      ) = CAST(c.left_id AS BIGINT) * 3000000019 + c.right_id
  )

-- name: checked_triples
SELECT
  c.pair_id,
  c.left_id,
  c.right_id,
  c.item,
  c.support
FROM "counted" AS c
JOIN "generators" AS l
  ON l.gen_id = c.left_id
JOIN "generators" AS g
  ON CAST(g.parent_id AS BIGINT) * 3000000019 + g.item = CAST(l.item AS BIGINT) * 3000000019 + c.item
  AND g.support > c.support

-- name: remaining_words
SELECT
  s.word_id,
  BIT_OR(s.bit) AS mask
FROM "slots" AS s
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "at_risk" AS r
    WHERE
      r.record_id = s.record_id
  )
GROUP BY
  s.word_id

-- name: pairs_not_at_risk
SELECT
  h.pair_id,
  h.word_id,
  h.mask & o.mask AS mask
FROM "found" AS h
JOIN "remaining_words" AS o
  ON o.word_id = h.word_id
WHERE
  (
    h.mask & o.mask
  ) <> 0
  AND EXISTS(
    SELECT
      1
    FROM "threats" AS t
    WHERE
      t.pair_id = h.pair_id AND t.item = (
        h.pair_id & 2147483647
      )
  )

-- name: masks
SELECT
  g.parent_id,
  g.gen_id,
  f.word_id,
  f.mask
FROM "found" AS f
JOIN "generators" AS g
  ON g.pair_id = f.pair_id AND g.item = (
    f.pair_id & 2147483647
  )

-- name: masks_of_unions
SELECT
  g.parent_id,
  g.gen_id,
  a.word_id,
  a.mask & b.mask AS mask
FROM "generators" AS g
JOIN "masks" AS a
  ON a.gen_id = g.parent_id
JOIN "masks" AS b
  ON b.gen_id = g.right_id AND b.word_id = a.word_id
WHERE
  (
    a.mask & b.mask
  ) <> 0
