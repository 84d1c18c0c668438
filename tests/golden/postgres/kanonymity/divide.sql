-- name: contents
SELECT
  record_id,
  part,
  STRING_AGG(CAST(child AS TEXT), ','
  ORDER BY
    child NULLS FIRST) AS content,
  SUM(gain) AS gain
FROM (
  SELECT
    l.record_id,
    l.part,
    l.child,
    SUM(l.gain) AS gain
  FROM "live" AS l
  JOIN "openings" AS o
    ON o.part = l.part AND o.node = l.node AND o.divides = 1
  GROUP BY
    l.record_id,
    l.part,
    l.child
) AS held
GROUP BY
  record_id,
  part

-- name: divided
WITH ranked AS (
  SELECT
    c.record_id,
    c.part,
    c.gain,
    s.subset,
    f.opens,
    f.given_up,
    ROW_NUMBER() OVER (PARTITION BY s.subset ORDER BY c.gain DESC NULLS LAST, c.record_id) AS rank
  FROM "contents" AS c
  JOIN "subsets" AS s
    ON s.part = c.part AND s.content = c.content
  JOIN "fates" AS f
    ON f.subset = s.subset
), spare AS (
  SELECT
    *,
    ROW_NUMBER() OVER (
      PARTITION BY part
      ORDER BY CASE WHEN opens = 1 AND rank > 11 THEN 0 ELSE 1 END, gain, record_id
    ) AS turn
  FROM ranked
)
SELECT
  record_id,
  part,
  CASE WHEN opens = 1 AND (
    rank <= 11 OR turn > given_up
  ) THEN subset ELSE 0 END AS subset
FROM spare
