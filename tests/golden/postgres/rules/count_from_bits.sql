-- name: kinds_of_one
SELECT
  f.word_id,
  f.mask,
  1 AS support,
  COUNT(*) AS sets,
  SUM(p.held + CASE WHEN h.gen_id IS NULL THEN 0 ELSE 1 END) AS held,
  MIN(p.held + CASE WHEN h.gen_id IS NULL THEN 0 ELSE 1 END) AS least
FROM "found" AS f
JOIN "threats" AS t
  ON t.pair_id = f.pair_id AND t.left_id = f.pair_id >> 31
JOIN "held" AS p
  ON p.gen_id = t.left_id
LEFT JOIN "sensitive_singles" AS h
  ON h.gen_id = t.item
GROUP BY
  f.word_id,
  f.mask

-- name: narrow_kinds
SELECT
  m.word_id,
  m.mask,
  MIN(h.support) AS support,
  COUNT(*) AS sets,
  SUM(h.held) AS held,
  MIN(h.held) AS least
FROM "masks" AS m
JOIN "held" AS h
  ON h.gen_id = m.gen_id
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "wide_masks" AS w
    WHERE
      w.gen_id = m.gen_id
  )
GROUP BY
  m.word_id,
  m.mask

-- name: narrow_shares
SELECT
  k.word_id,
  k.mask,
  k.support,
  k.sets,
  k.held,
  k.least,
  s.item,
  CAST(BIT_COUNT(CAST(k.mask & s.mask AS BIT(64))) AS INT) AS support_with_sensitive
FROM "kinds" AS k
JOIN "sensitive_words" AS s
  ON s.word_id = k.word_id
WHERE
  (
    k.mask & s.mask
  ) <> 0

-- name: judged_kinds
SELECT
  s.word_id,
  s.mask,
  MIN(s.sets) AS sets,
  MIN(s.held) AS held,
  MIN(s.least) AS least,
  COUNT(*) FILTER(WHERE
    CAST(s.support_with_sensitive AS BIGINT) * l.limit_den > CAST(s.support AS BIGINT) * l.limit_num) AS above,
  COUNT(*) FILTER(WHERE
    s.support_with_sensitive = s.support AND l.limit_num < l.limit_den) AS certain,
  COALESCE(
    CAST(MAX(s.support_with_sensitive) FILTER(WHERE
      s.support_with_sensitive < s.support) AS DOUBLE PRECISION) / NULLIF(MIN(s.support), 0),
    0
  ) AS next
FROM "shares" AS s
JOIN "limits" AS l
  ON l.item = s.item
GROUP BY
  s.word_id,
  s.mask

-- name: judged_wide
SELECT
  h.gen_id,
  1 AS sets,
  MIN(h.held) AS held,
  MIN(h.held) AS least,
  COUNT(*) FILTER(WHERE
    CAST(c.support AS BIGINT) * l.limit_den > CAST(h.support AS BIGINT) * l.limit_num) AS above,
  COUNT(*) FILTER(WHERE
    c.support = h.support AND l.limit_num < l.limit_den) AS certain,
  COALESCE(
    CAST(MAX(c.support) FILTER(WHERE
      c.support < h.support) AS DOUBLE PRECISION) / NULLIF(MIN(h.support), 0),
    0
  ) AS next
FROM "supports" AS c
JOIN "held" AS h
  ON h.gen_id = c.pair_id >> 31
JOIN "limits" AS l
  ON l.item = (
    c.pair_id & 2147483647
  )
GROUP BY
  h.gen_id

-- name: growing_masks
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
        n.gen_id
      FROM "masks" AS n
      JOIN "any_words" AS a
        ON a.word_id = n.word_id AND (
          n.mask & a.mask
        ) <> 0
    ) AS g
    WHERE
      g.gen_id = m.gen_id
  )

-- name: words_ahead
SELECT
  COALESCE(SUM(CAST(w.n * (
    w.n - 1
  ) AS DOUBLE PRECISION) / 2), 0) AS n
FROM (
  SELECT
    CAST(COUNT(*) AS DOUBLE PRECISION) AS n
  FROM "masks" AS m
  GROUP BY
    m.parent_id,
    m.word_id
) AS w
