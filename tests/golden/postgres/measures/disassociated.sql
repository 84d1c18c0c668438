-- name: relative_error
SELECT
  s.draw,
  s.band,
  AVG(
    CAST(ABS(s.original - s.released) AS DOUBLE PRECISION) / NULLIF(CAST((
      s.original + s.released
    ) AS DOUBLE PRECISION) / 2, 0)
  ) AS error
FROM (
  SELECT
    d.draw,
    p.band,
    SUM(CASE WHEN p.draw = 0 THEN CAST(p.support AS DOUBLE PRECISION) ELSE 0 END) AS original,
    CAST(SUM(CASE WHEN p.draw = 0 THEN 0 ELSE CAST(p.support AS DOUBLE PRECISION) END) AS DOUBLE PRECISION) / NULLIF(d.samples, 0) AS released
  FROM "pair_supports" AS p
  JOIN (VALUES
    (1, 11),
    (2, 1)) AS d(draw, samples)
    ON p.draw = 0 OR p.draw = d.draw
  GROUP BY
    d.draw,
    d.samples,
    p.band,
    p.item,
    p.other
) AS s
GROUP BY
  s.draw,
  s.band
