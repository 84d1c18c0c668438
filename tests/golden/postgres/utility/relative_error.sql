SELECT
  AVG(
    CAST(ABS(COALESCE(o.support, 0) - COALESCE(r.support, 0) / CAST(11 AS DOUBLE PRECISION)) AS DOUBLE PRECISION) / NULLIF(
      CAST((
        COALESCE(o.support, 0) + COALESCE(r.support, 0) / CAST(11 AS DOUBLE PRECISION)
      ) AS DOUBLE PRECISION) / 2,
      0
    )
  ) AS error
FROM "originals" AS o
FULL JOIN "released" AS r
  ON r.item = o.item AND r.other = o.other
