-- name: members
SELECT
  a.record_id
FROM "able" AS a
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "held_out" AS h
    WHERE
      h.record_id = a.record_id
  )

-- name: controls
SELECT
  a.record_id
FROM "able" AS a
WHERE
  EXISTS(
    SELECT
      1
    FROM "held_out" AS h
    WHERE
      h.record_id = a.record_id
  )

-- name: named_in_both
SELECT
  r.record_id
FROM "record_ids" AS r
WHERE
  EXISTS(
    SELECT
      1
    FROM "control_ids" AS c
    WHERE
      CAST(c.source_id AS TEXT) = CAST(r.source_id AS TEXT)
  )

-- name: usual
SELECT
  v.secret,
  ROW_NUMBER() OVER (ORDER BY SUM(v.votes * l.records) DESC NULLS LAST, MD5(v.secret)) AS rank
FROM "votes" AS v
JOIN "lots" AS l
  ON l.lot = v.lot
GROUP BY
  v.secret

-- name: guesses
WITH scores AS (
  SELECT
    h.target,
    h.lot,
    SUM(h.weight) AS score
  FROM "hits" AS h
  WHERE
    h.rank <= 11
    AND EXISTS(
      SELECT
        1
      FROM "able" AS a
      WHERE
        a.target = h.target
    )
  GROUP BY
    h.target,
    h.lot
), ranked AS (
  SELECT
    s.target,
    s.lot,
    s.score,
    MAX(s.score) OVER (PARTITION BY s.target) AS top
  FROM scores AS s
), polled AS (
  SELECT
    r.target,
    u.secret,
    ROW_NUMBER() OVER (
      PARTITION BY r.target
      ORDER BY SUM(v.votes * l.records) DESC NULLS LAST, MIN(u.rank)
    ) AS rank
  FROM ranked AS r
  JOIN "lots" AS l
    ON l.lot = r.lot
  JOIN "votes" AS v
    ON v.lot = r.lot
  JOIN "usual" AS u
    ON u.secret = v.secret
  WHERE
    r.score > r.top - 0.000000001
  GROUP BY
    r.target,
    u.secret
)
SELECT
  a.target,
  COALESCE(p.secret, u.secret) AS secret
FROM "able" AS a
LEFT JOIN (
  SELECT
    target,
    secret
  FROM polled
  WHERE
    rank = 1
) AS p
  ON p.target = a.target
CROSS JOIN (
  SELECT
    secret
  FROM "usual" AS usual
  WHERE
    rank = 1
) AS u
