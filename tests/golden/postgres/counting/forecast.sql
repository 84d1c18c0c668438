-- name: unions
SELECT
  SUM(CAST(w.generators * (
    w.generators - 1.0
  ) AS DOUBLE PRECISION) / 2) AS words
FROM (
  SELECT
    CAST(COUNT(*) AS DOUBLE PRECISION) AS generators
  FROM "masks" AS m
  GROUP BY
    m.parent_id,
    m.word_id
) AS w
