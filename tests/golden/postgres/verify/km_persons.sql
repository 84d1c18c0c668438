-- name: members
SELECT
  c.record_id,
  MIN(c.record_id) OVER (PARTITION BY c.content) AS content_id
FROM (
  SELECT
    t.record_id,
    STRING_AGG(CAST(t.item AS TEXT), ','
    ORDER BY
      t.item NULLS FIRST) AS content
  FROM "coded" AS t
  GROUP BY
    t.record_id
) AS c

-- name: extensions
SELECT
  o.set_id,
  t.item,
  CAST(COUNT(*) AS INT) AS support,
  MAX(o.support) AS prefix_support,
  MIN(o.weight) AS lightest,
  MAX(o.weight) AS heaviest,
  BIT_COUNT(CAST(BIT_OR(t.lots) AS BIT(64))) AS lots
FROM "occurrences" AS o
JOIN "transactions" AS t
  ON t.record_id = o.record_id AND t.item > o.item
GROUP BY
  o.set_id,
  t.item
