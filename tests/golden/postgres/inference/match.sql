-- name: labels
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY item) AS INT) AS number,
  item AS label,
  CAST(1 AS DOUBLE PRECISION) / NULLIF(LN(1 + COUNT(*)), 0) AS weight
FROM "release" AS release
GROUP BY
  item

-- name: placed
SELECT
  record_id,
  CAST(MIN(number) OVER (PARTITION BY content) AS INT) AS lot
FROM (
  SELECT
    record_id,
    content,
    CAST(ROW_NUMBER() OVER (ORDER BY content, record_id) AS INT) AS number
  FROM (
    SELECT
      r.record_id,
      STRING_AGG(CAST(l.number AS TEXT), ','
      ORDER BY
        l.number NULLS FIRST) AS content
    FROM "release" AS r
    JOIN "labels" AS l
      ON l.label = r.item
    GROUP BY
      r.record_id
  ) AS contents
) AS numbered

-- name: best
WITH scores AS (
  SELECT
    h.target,
    h.lot,
    SUM(h.weight) AS score
  FROM "hits" AS h
  WHERE
    h.rank <= 12
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
    l.records,
    ROW_NUMBER() OVER (PARTITION BY s.target ORDER BY s.score DESC NULLS LAST, s.lot) AS rank,
    MAX(s.score) OVER (PARTITION BY s.target) AS top
  FROM scores AS s
  JOIN "lots" AS l
    ON l.lot = s.lot
)
SELECT
  target,
  MAX(CASE WHEN rank = 1 THEN lot END) AS lot,
  SUM(CASE WHEN score > top - 0.000000001 THEN records ELSE 0 END) AS ties,
  MAX(top) AS top,
  COALESCE(MAX(CASE WHEN score <= top - 0.000000001 THEN score END), 0) AS next,
  CAST(SUM(score * records) AS DOUBLE PRECISION) / NULLIF(11, 0) AS mean,
  CAST(SUM(score * score * records) AS DOUBLE PRECISION) / NULLIF(11, 0) AS mean_square
FROM ranked
GROUP BY
  target

-- name: outcomes
WITH scored AS (
  SELECT
    h.target,
    SUM(h.weight) AS score
  FROM "hits" AS h
  JOIN "right_lots" AS r
    ON r.target = h.target AND r.lot = h.lot
  WHERE
    h.rank <= 12
  GROUP BY
    h.target
), judged AS (
  SELECT
    a.target,
    b.ties,
    CASE
      WHEN b.ties = 1
      AND b.top - b.next >= 11 * SQRT(GREATEST(b.mean_square - b.mean * b.mean, 0))
      THEN 1
      ELSE 0
    END AS is_named,
    CASE WHEN s.score > b.top - 0.000000001 THEN 1 ELSE 0 END AS is_best
  FROM "able" AS a
  LEFT JOIN "best" AS b
    ON b.target = a.target
  LEFT JOIN scored AS s
    ON s.target = a.target
)
SELECT
  COUNT(*) AS persons,
  COALESCE(SUM(is_named * is_best), 0) AS named_right,
  COALESCE(SUM(is_named * (
    1 - is_best
  )), 0) AS named_wrong,
  COALESCE(
    SUM(
      CASE WHEN is_best = 1 THEN CAST(1 AS DOUBLE PRECISION) / NULLIF(ties, 0) ELSE 0 END
    ),
    0
  ) AS guessed
FROM judged
