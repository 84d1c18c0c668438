SELECT
  k.draw,
  CAST(MIN(k.draw) OVER (PARTITION BY k.content) AS INT) AS set_id,
  k.size
FROM (
  SELECT
    d.draw,
    d.size,
    STRING_AGG(CAST(d.item AS TEXT), ','
    ORDER BY
      d.item) AS content
  FROM "drawn" AS d
  GROUP BY
    d.draw,
    d.size
) AS k
