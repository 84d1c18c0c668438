WITH waiting AS (
  SELECT
    c.place,
    f.place AS earlier
  FROM "contested" AS c
  JOIN (
    SELECT
      p.record_id,
      p.item,
      MIN(p.place) AS place
    FROM "picks" AS p
    SEMI JOIN "turns" AS t
      ON t.place = p.place AND t.verdict = 1
    GROUP BY
      p.record_id,
      p.item
  ) AS f
    ON f.record_id = c.record_id AND f.item = c.item AND f.place < c.place
)
SELECT
  t.place,
  CASE WHEN t.verdict <> 1 THEN t.verdict ELSE COALESCE(w.verdict, 2) END AS verdict
FROM "turns" AS t
LEFT JOIN (
  SELECT
    c.place,
    MIN(CASE WHEN o.place IS NULL THEN 0 ELSE 1 END) AS verdict
  FROM waiting AS c
  LEFT JOIN (
    SELECT DISTINCT
      x.place
    FROM waiting AS x
  ) AS o
    ON o.place = c.earlier
  GROUP BY
    c.place
) AS w
  ON w.place = t.place
