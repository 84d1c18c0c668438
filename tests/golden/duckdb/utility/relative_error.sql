SELECT
  AVG(
    ABS(COALESCE(o.support, 0) - COALESCE(r.support, 0) / CAST(11 AS DOUBLE)) / NULLIF((
      COALESCE(o.support, 0) + COALESCE(r.support, 0) / CAST(11 AS DOUBLE)
    ) / 2, 0)
  ) AS error
FROM "originals" AS o
FULL JOIN "released" AS r
  ON r.item = o.item AND r.other = o.other
