-- name: named_in_both
SELECT
  r.record_id
FROM `record_ids` AS r
SEMI JOIN `control_ids` AS c
  ON CAST(c.source_id AS STRING) = CAST(r.source_id AS STRING)

-- name: one_each
SELECT
  record_id
FROM (
  SELECT
    p.record_id,
    ROW_NUMBER() OVER (
      PARTITION BY p.person
      ORDER BY MD5(CONCAT(COALESCE(11, ''), '-', COALESCE(CAST(p.record_id AS STRING), ''))) NULLS LAST, p.record_id NULLS LAST
    ) AS rank
  FROM `able` AS a
  JOIN `persons` AS p
    ON p.record_id = a.record_id
) AS ranked
WHERE
  rank = 1

-- name: made_up
SELECT
  CONCAT(
    COALESCE(CAST(s.sample_id AS STRING), ''),
    ':',
    COALESCE(CAST(s.record_id AS STRING), '')
  ) AS record_id,
  s.item
FROM `samples` AS s

-- name: usual
SELECT
  v.secret,
  ROW_NUMBER() OVER (ORDER BY SUM(v.votes * l.records) DESC, MD5(v.secret) NULLS LAST) AS rank
FROM `votes` AS v
JOIN `lots` AS l
  ON l.lot = v.lot
GROUP BY
  v.secret

-- name: guesses
WITH scores AS (
  SELECT
    h.target,
    h.lot,
    SUM(h.weight) AS score
  FROM `hits` AS h
  SEMI JOIN `able` AS a
    ON a.target = h.target
  WHERE
    h.rank <= 11
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
      ORDER BY SUM(v.votes * l.records) DESC, MIN(u.rank) NULLS LAST
    ) AS rank
  FROM ranked AS r
  JOIN `lots` AS l
    ON l.lot = r.lot
  JOIN `votes` AS v
    ON v.lot = r.lot
  JOIN `usual` AS u
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
FROM `able` AS a
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
  FROM `usual` AS usual
  WHERE
    rank = 1
) AS u
