-- name: long_records
SELECT
  t.record_id,
  CAST(COUNT(*) AS INT) AS items,
  CAST(SUM(t.item) AS BIGINT) AS item_sum
FROM "transactions" AS t
WHERE
  EXISTS(
    SELECT
      1
    FROM "sensitive_rows" AS h
    WHERE
      h.record_id = t.record_id
  )
GROUP BY
  t.record_id
HAVING
  COUNT(*) >= 11

-- name: perhaps_holders
SELECT
  k.record_id,
  h.record_id AS holder_id
FROM (
  SELECT
    t.record_id,
    t.item,
    ROW_NUMBER() OVER (PARTITION BY t.record_id ORDER BY t.item DESC NULLS LAST) AS rank
  FROM "transactions" AS t
  WHERE
    EXISTS(
      SELECT
        1
      FROM "long_records" AS r
      WHERE
        r.record_id = t.record_id
    )
) AS k
JOIN "transactions" AS h
  ON h.item = k.item
WHERE
  k.rank <= 3
GROUP BY
  k.record_id,
  h.record_id
HAVING
  COUNT(*) >= 2

-- name: forced_suppressions_personal
SELECT
  w.record_id,
  w.sensitive_item AS item,
  0 AS cause
FROM "whole_rules" AS w
JOIN "limits" AS l
  ON l.item = w.sensitive_item
WHERE
  w.support * l.limit_num < l.limit_den
  AND EXISTS(
    SELECT
      1
    FROM "wishes" AS p
    WHERE
      p.record_id = w.record_id AND p.item = w.sensitive_item
  )

-- name: few_forced_suppressions
SELECT
  g.record_id,
  g.item,
  g.cause
FROM "suppressions" AS g
JOIN (
  SELECT
    f.record_id,
    COUNT(*) AS n
  FROM "suppressions" AS f
  GROUP BY
    f.record_id
) AS lost
  ON lost.record_id = g.record_id
JOIN (
  SELECT
    t.record_id,
    COUNT(*) AS n
  FROM "transactions" AS t
  WHERE
    EXISTS(
      SELECT
        1
      FROM "suppressions" AS f
      WHERE
        f.record_id = t.record_id
    )
  GROUP BY
    t.record_id
) AS held
  ON held.record_id = g.record_id
WHERE
  lost.n * 11 <= held.n * 12
