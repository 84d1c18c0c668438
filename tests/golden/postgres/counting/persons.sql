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
    p.left_id,
    p.right_id,
    CAST(COUNT(*) AS BIGINT) * 2147483648 + CAST(SUM(p.n_records) AS BIGINT) AS support,
    MIN(p.one_record) AS one_record,
    MAX(p.other_record) AS other_record
  FROM (
    SELECT
      a.gen_id AS left_id,
      b.gen_id AS right_id,
      a.person,
      COUNT(*) AS n_records,
      MIN(a.record_id) AS one_record,
      MAX(a.record_id) AS other_record
    FROM "held" AS a
    JOIN "held" AS b
      ON b.record_id = a.record_id AND b.parent_id = a.parent_id AND b.gen_id > a.gen_id
    WHERE
      a.parent_id BETWEEN 11 AND 12
    GROUP BY
      a.gen_id,
      b.gen_id,
      a.person
  ) AS p
  GROUP BY
    p.left_id,
    p.right_id
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

-- name: counted
SELECT
  c.pair_id,
  g.gen_id AS left_id,
  h.gen_id AS right_id,
  h.item,
  c.support
FROM (
  SELECT
    p.pair_id,
    CAST(COUNT(*) AS BIGINT) * 2147483648 + CAST(SUM(p.n_records) AS BIGINT) AS support
  FROM (
    SELECT
      CAST(a.gen_id AS BIGINT) * 2147483648 + b.gen_id AS pair_id,
      a.person,
      COUNT(*) AS n_records
    FROM "first" AS a
    JOIN "held" AS b
      ON b.record_id = a.record_id AND b.parent_id = a.parent_id AND b.gen_id > a.gen_id
    GROUP BY
      CAST(a.gen_id AS BIGINT) * 2147483648 + b.gen_id,
      a.person
  ) AS p
  GROUP BY
    p.pair_id
) AS c
JOIN "generators" AS g
  ON g.gen_id = c.pair_id >> 31 AND g.support > c.support
JOIN "generators" AS h
  ON h.gen_id = (
    c.pair_id & 2147483647
  ) AND h.support > c.support

-- name: at_risk
SELECT DISTINCT
  a.record_id
FROM "remaining" AS a
JOIN "remaining" AS b
  ON b.record_id = a.record_id AND b.parent_id = a.parent_id AND b.gen_id > a.gen_id
WHERE
  EXISTS(
    SELECT
      1
    FROM "threats" AS t
    WHERE
      t.pair_id = CAST(a.gen_id AS BIGINT) * 2147483648 + b.gen_id
  )

-- name: word_bits
SELECT
  f.pair_id,
  CAST(BIT_COUNT(
    CAST((
      (
        (
          f.mask & w.others
        ) + w.others
      ) | f.mask
    ) & w.lasts AS BIT(64))
  ) AS BIGINT) * 2147483648 + BIT_COUNT(CAST(f.mask AS BIT(64))) AS support
FROM "found" AS f
JOIN "words" AS w
  ON w.word_id = f.word_id
