-- name: alike
SELECT
  a.label AS one,
  b.label AS other,
  k.likeness
FROM (
  SELECT
    p.one,
    p.other,
    p.likeness,
    ROW_NUMBER() OVER (PARTITION BY p.one ORDER BY p.likeness DESC NULLS LAST, p.other) AS rank
  FROM (
    SELECT
      c.one,
      c.other,
      CAST(CAST(c.n AS DOUBLE PRECISION) * c.n AS DOUBLE PRECISION) / NULLIF(x.support * y.support, 0) AS likeness
    FROM (
      SELECT
        s.item AS one,
        t.item AS other,
        COUNT(*) AS n
      FROM "transactions" AS s
      JOIN "transactions" AS t
        ON t.record_id = s.record_id AND t.item <> s.item
      GROUP BY
        s.item,
        t.item
    ) AS c
    JOIN "items" AS x
      ON x.item = c.one
    JOIN "items" AS y
      ON y.item = c.other
  ) AS p
) AS k
JOIN "items" AS a
  ON a.item = k.one
JOIN "items" AS b
  ON b.item = k.other
WHERE
  k.rank <= 11
ORDER BY
  k.likeness DESC NULLS LAST,
  a.label,
  b.label
