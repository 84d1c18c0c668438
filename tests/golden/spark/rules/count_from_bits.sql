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
