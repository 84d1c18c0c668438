-- name: named_rows
SELECT
  r.source_id AS record_id,
  i.label AS item
FROM "transactions" AS t
JOIN "items" AS i
  ON i.item = t.item
JOIN "record_ids" AS r
  ON r.record_id = t.record_id
WHERE
  EXISTS(
    SELECT
      1
    FROM "sensitive" AS s
    WHERE
      s.label = i.label
  )

-- name: ledger_holders
SELECT
  l.record_id,
  c.cluster_id,
  l.item
FROM "ledger" AS l
JOIN "clusters" AS c
  ON c.kind = 'simple' AND CONCAT('cluster ', CAST(c.cluster_id AS TEXT)) = l.cause
WHERE
  l.action = 'term chunk'
  AND EXISTS(
    SELECT
      1
    FROM "sensitive" AS s
    WHERE
      s.label = l.item
  )

-- name: ledger_faults
SELECT
  COUNT(*) AS faults
FROM (
  SELECT
    u.record_id,
    u.item
  FROM (
    SELECT
      n.record_id,
      n.item,
      1 AS in_source,
      0 AS in_ledger
    FROM "named_rows" AS n
    UNION ALL
    SELECT
      h.record_id,
      h.item,
      0 AS in_source,
      1 AS in_ledger
    FROM "holders" AS h
    UNION ALL
    SELECT
      l.record_id,
      l.item,
      0 AS in_source,
      1 AS in_ledger
    FROM "ledger" AS l
    WHERE
      l.action = 'taken out'
      AND EXISTS(
        SELECT
          1
        FROM "sensitive" AS s
        WHERE
          s.label = l.item
      )
  ) AS u
  GROUP BY
    u.record_id,
    u.item
  HAVING
    SUM(u.in_source) <> 1 OR SUM(u.in_ledger) <> 1
) AS f

-- name: unmatched_terms
SELECT
  COUNT(*) AS faults
FROM (
  SELECT
    u.cluster_id,
    u.item
  FROM (
    SELECT DISTINCT
      t.cluster_id,
      t.item,
      1 AS side
    FROM "terms" AS t
    WHERE
      EXISTS(
        SELECT
          1
        FROM "sensitive" AS s
        WHERE
          s.label = t.item
      )
    UNION ALL
    SELECT DISTINCT
      h.cluster_id,
      h.item,
      2 AS side
    FROM "holders" AS h
  ) AS u
  GROUP BY
    u.cluster_id,
    u.item
  HAVING
    SUM(u.side) <> 3
) AS f

-- name: sensitive_terms
SELECT
  COUNT(*) AS n,
  COUNT(*) FILTER(WHERE
    c.size < 12 * 11) AS too_small
FROM "terms" AS t
LEFT JOIN "clusters" AS c
  ON c.cluster_id = t.cluster_id
WHERE
  EXISTS(
    SELECT
      1
    FROM "sensitive" AS s
    WHERE
      s.label = t.item
  )

-- name: open_terms
SELECT
  t.cluster_id,
  t.item
FROM "terms" AS t
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "sensitive" AS s
    WHERE
      s.label = t.item
  )
