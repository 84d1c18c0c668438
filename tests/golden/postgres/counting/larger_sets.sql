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

-- name: counted
SELECT
  c.pair_id,
  a.gen_id AS left_id,
  b.gen_id AS right_id,
  b.item,
  c.support
FROM (
  SELECT
    f.pair_id,
    f.pair_id & 2147483647 AS right_id,
    CAST(SUM(BIT_COUNT(CAST(f.mask AS BIT(64)))) AS INT) AS support
  FROM "found" AS f
  GROUP BY
    f.pair_id,
    f.pair_id & 2147483647
) AS c
JOIN "generators" AS a
  ON a.gen_id = c.pair_id >> 31 AND a.support > c.support
JOIN "generators" AS b
  ON b.gen_id = c.right_id AND b.support > c.support

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
      x.pair_id = c.pair_id
  )

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

-- name: at_risk
SELECT DISTINCT
  s.record_id
FROM "slots" AS s
JOIN (
  SELECT
    f.word_id,
    BIT_OR(f.mask) AS mask
  FROM (
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
  ) AS f
  WHERE
    EXISTS(
      SELECT
        1
      FROM "threats" AS t
      WHERE
        t.pair_id = f.pair_id
    )
  GROUP BY
    f.word_id
) AS w
  ON w.word_id = s.word_id AND (
    w.mask & s.bit
  ) <> 0
