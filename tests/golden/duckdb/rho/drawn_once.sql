SELECT
  CAST(f.draw AS INT) AS set_id,
  d.item
FROM "drawn" AS d
JOIN (
  SELECT
    MIN(k.draw) AS draw
  FROM (
    SELECT
      n.draw,
      LISTAGG(CAST(n.item AS TEXT), ','
      ORDER BY
        n.item) AS content
    FROM "drawn" AS n
    GROUP BY
      n.draw
  ) AS k
  GROUP BY
    k.content
) AS f
  ON f.draw = d.draw
