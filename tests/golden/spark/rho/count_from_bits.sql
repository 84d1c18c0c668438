-- name: narrow_shares
SELECT
  e.word_id,
  e.mask,
  e.support,
  e.sets,
  e.held,
  e.least,
  e.item,
  CAST((
    e.w & 4294967295
  ) % 255 + (
    SHIFTRIGHT(e.w, 32)
  ) % 255 AS INT) AS support_with_sensitive
FROM (
  SELECT
    d.word_id,
    d.mask,
    d.support,
    d.sets,
    d.held,
    d.least,
    d.item,
    (
      d.v + (
        SHIFTRIGHT(d.v, 4)
      )
    ) & 1085102592571150095 AS w
  FROM (
    SELECT
      c.word_id,
      c.mask,
      c.support,
      c.sets,
      c.held,
      c.least,
      c.item,
      (
        c.u & 3689348814741910323
      ) + (
        (
          SHIFTRIGHT(c.u, 2)
        ) & 3689348814741910323
      ) AS v
    FROM (
      SELECT
        b.word_id,
        b.mask,
        b.support,
        b.sets,
        b.held,
        b.least,
        b.item,
        b.shared - (
          (
            SHIFTRIGHT(b.shared, 1)
          ) & 6148914691236517205
        ) AS u
      FROM (
        SELECT
          k.word_id,
          k.mask,
          k.support,
          k.sets,
          k.held,
          k.least,
          s.item,
          k.mask & s.mask AS shared
        FROM `kinds` AS k
        JOIN `sensitive_words` AS s
          ON s.word_id = k.word_id
        WHERE
          (
            k.mask & s.mask
          ) <> 0
      ) AS b
    ) AS c
  ) AS d
) AS e

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
      c.support < h.support) AS DOUBLE) / NULLIF(MIN(h.support), 0),
    0
  ) AS next
FROM `supports` AS c
JOIN `held` AS h
  ON h.gen_id = SHIFTRIGHT(c.pair_id, 31)
JOIN `limits` AS l
  ON l.item = (
    c.pair_id & 2147483647
  )
GROUP BY
  h.gen_id
