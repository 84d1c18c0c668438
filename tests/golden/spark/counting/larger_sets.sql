-- name: slots
SELECT
  p.gen_id,
  p.record_id,
  CAST(p.gen_id * CAST(1048576 AS BIGINT) + p.pos DIV 62 AS BIGINT) AS word_id,
  SHIFTLEFT(CAST(1 AS BIGINT), CAST(p.pos % 62 AS INT)) AS bit
FROM (
  SELECT
    o.gen_id,
    o.record_id,
    ROW_NUMBER() OVER (PARTITION BY o.gen_id ORDER BY l.rank NULLS LAST) - 1 AS pos
  FROM `occurrences` AS o
  JOIN (
    SELECT
      c.record_id,
      ROW_NUMBER() OVER (ORDER BY COUNT(*) DESC, c.record_id NULLS LAST) AS rank
    FROM `occurrences` AS c
    GROUP BY
      c.record_id
  ) AS l
    ON l.record_id = o.record_id
) AS p

-- name: found_pairs
SELECT
  CAST(SHIFTRIGHT(p.word_id, 20) AS BIGINT) * 2147483648 + p.right_id AS pair_id,
  p.word_id,
  p.mask
FROM (
  SELECT
    o.gen_id AS right_id,
    s.word_id,
    BIT_OR(s.bit) AS mask
  FROM `slots` AS s
  JOIN `occurrences` AS o
    ON o.record_id = s.record_id AND o.gen_id > s.gen_id
  GROUP BY
    o.gen_id,
    s.word_id
) AS p

-- name: bits
SELECT
  e.pair_id,
  (
    e.w & 4294967295
  ) % 255 + (
    SHIFTRIGHT(e.w, 32)
  ) % 255 AS support
FROM (
  SELECT
    d.pair_id,
    (
      d.v + (
        SHIFTRIGHT(d.v, 4)
      )
    ) & 1085102592571150095 AS w
  FROM (
    SELECT
      h.pair_id,
      (
        h.u & 3689348814741910323
      ) + (
        (
          SHIFTRIGHT(h.u, 2)
        ) & 3689348814741910323
      ) AS v
    FROM (
      SELECT
        f.pair_id,
        f.mask - (
          (
            SHIFTRIGHT(f.mask, 1)
          ) & 6148914691236517205
        ) AS u
      FROM `found` AS f
    ) AS h
  ) AS d
) AS e

-- name: counted
SELECT
  c.pair_id,
  a.gen_id AS left_id,
  b.gen_id AS right_id,
  b.item,
  c.support
FROM `supports` AS c
JOIN `generators` AS a
  ON a.gen_id = SHIFTRIGHT(c.pair_id, 31) AND a.support > c.support
JOIN `generators` AS b
  ON b.gen_id = (
    c.pair_id & 2147483647
  ) AND b.support > c.support

-- name: generators
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY c.pair_id NULLS LAST) AS INT) AS gen_id,
  c.left_id AS parent_id,
  c.right_id,
  c.pair_id,
  c.item,
  c.support
FROM `checked` AS c
WHERE
  c.support >= 11

-- name: masks
SELECT
  g.parent_id,
  g.gen_id,
  f.word_id,
  f.mask
FROM `found` AS f
JOIN `generators` AS g
  ON g.pair_id = f.pair_id

-- name: masks_of_unions
SELECT
  g.parent_id,
  g.gen_id,
  a.word_id,
  a.mask & b.mask AS mask
FROM `generators` AS g
JOIN `masks` AS a
  ON a.gen_id = g.parent_id
JOIN `masks` AS b
  ON b.gen_id = g.right_id AND b.word_id = a.word_id
WHERE
  (
    a.mask & b.mask
  ) <> 0
