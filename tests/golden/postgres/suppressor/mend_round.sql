-- name: proposed_suppressions
SELECT
  k.rank,
  k.record_id,
  k.item
FROM (
  SELECT
    v.rank,
    v.record_id,
    v.item,
    v.needed,
    ROW_NUMBER() OVER (
      PARTITION BY v.rank
      ORDER BY s.served DESC NULLS LAST, CASE
        WHEN v.needed < v.held
        THEN MD5(CONCAT(11, ':', CAST(v.record_id AS TEXT)))
      END, v.record_id
    ) AS record_rank
  FROM "rule_records" AS v
  JOIN (
    SELECT
      x.record_id,
      x.item,
      COUNT(*) AS served
    FROM "rule_records" AS x
    GROUP BY
      x.record_id,
      x.item
  ) AS s
    ON s.record_id = v.record_id AND s.item = v.item
  WHERE
    v.needed > 0
) AS k
WHERE
  k.record_rank <= k.needed

-- name: next_decisions
WITH waiting AS (
  SELECT
    c.rank,
    f.rank AS earlier
  FROM "conflicts" AS c
  JOIN (
    SELECT
      p.record_id,
      p.item,
      MIN(p.rank) AS rank
    FROM "proposed_suppressions" AS p
    WHERE
      EXISTS(
        SELECT
          1
        FROM "decisions" AS t
        WHERE
          t.rank = p.rank AND t.status = 1
      )
    GROUP BY
      p.record_id,
      p.item
  ) AS f
    ON f.record_id = c.record_id AND f.item = c.item AND f.rank < c.rank
)
SELECT
  t.rank,
  CASE WHEN t.status <> 1 THEN t.status ELSE COALESCE(w.status, 2) END AS status
FROM "decisions" AS t
LEFT JOIN (
  SELECT
    c.rank,
    MIN(CASE WHEN o.rank IS NULL THEN 0 ELSE 1 END) AS status
  FROM waiting AS c
  LEFT JOIN (
    SELECT DISTINCT
      x.rank
    FROM waiting AS x
  ) AS o
    ON o.rank = c.earlier
  GROUP BY
    c.rank
) AS w
  ON w.rank = t.rank

-- name: suppressions
SELECT
  p.record_id,
  p.item,
  CAST(p.rank AS BIGINT) + 11 AS cause
FROM "proposed_suppressions" AS p
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "decisions" AS t
    WHERE
      t.rank = p.rank AND t.status < 2
  )
