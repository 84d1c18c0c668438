-- name: broken_members
SELECT
  m.set_id,
  m.item
FROM "members" AS m
WHERE
  EXISTS(
    SELECT
      1
    FROM (
      SELECT
        r.set_id
      FROM "rules" AS r
      JOIN "limits" AS l
        ON l.item = r.hidden
      WHERE
        CAST(r.both AS BIGINT) * l.whole > CAST(r.support AS BIGINT) * l.part
    ) AS b
    WHERE
      b.set_id = m.set_id
  )
ORDER BY
  m.set_id,
  m.item

-- name: proposed_suppressions
SELECT
  k.place,
  k.record_id,
  k.item
FROM (
  SELECT
    v.place,
    v.record_id,
    v.item,
    v.needed,
    ROW_NUMBER() OVER (
      PARTITION BY v.place
      ORDER BY s.served DESC NULLS LAST, CASE
        WHEN v.needed < v.held
        THEN MD5(CONCAT(11, ':', CAST(v.record_id AS TEXT)))
      END, v.record_id
    ) AS rank
  FROM "covers" AS v
  JOIN (
    SELECT
      x.record_id,
      x.item,
      COUNT(*) AS served
    FROM "covers" AS x
    GROUP BY
      x.record_id,
      x.item
  ) AS s
    ON s.record_id = v.record_id AND s.item = v.item
  WHERE
    v.needed > 0
) AS k
WHERE
  k.rank <= k.needed

-- name: next_decisions
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
    WHERE
      EXISTS(
        SELECT
          1
        FROM "turns" AS t
        WHERE
          t.place = p.place AND t.verdict = 1
      )
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

-- name: suppressions
SELECT
  p.record_id,
  p.item,
  CAST(p.place AS BIGINT) + 11 AS cause
FROM "picks" AS p
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "turns" AS t
    WHERE
      t.place = p.place AND t.verdict < 2
  )
