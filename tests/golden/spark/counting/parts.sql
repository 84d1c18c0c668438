-- name: pieces
SELECT
  s.part,
  s.piece,
  MAX(s.gen_id) AS last_id
FROM (
  SELECT
    w.gen_id,
    CAST(FLOOR(SUM(LEAST(w.held, w.possible)) OVER (ORDER BY w.gen_id NULLS LAST) / 12) AS BIGINT) AS part,
    CAST(FLOOR(SUM(w.held) OVER (ORDER BY w.gen_id NULLS LAST) / 14) AS BIGINT) AS piece
  FROM (
    SELECT
      g.gen_id,
      CASE WHEN 13 = 2 THEN g.pairs ELSE g.triples END AS held,
      CASE
        WHEN 13 = 2
        THEN 11 - g.gen_id
        ELSE (
          11 - g.gen_id
        ) * (
          11 - g.gen_id - 1.0
        ) / 2
      END AS possible
    FROM `weights` AS g
  ) AS w
) AS s
GROUP BY
  s.part,
  s.piece
ORDER BY
  last_id NULLS LAST

-- name: generators
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY f.parent_id NULLS LAST, f.item NULLS LAST) AS INT) AS gen_id,
  f.parent_id,
  f.item,
  f.support
FROM `frequent` AS f
