-- name: members
SELECT
  c.record_id,
  MIN(c.record_id) OVER (PARTITION BY c.content) AS content_id
FROM (
  SELECT
    t.record_id,
    LISTAGG(CAST(t.item AS STRING), ',') WITHIN GROUP (ORDER BY
      t.item) AS content
  FROM `coded` AS t
  GROUP BY
    t.record_id
) AS c

-- name: transactions
SELECT
  c.record_id,
  c.item,
  h.weight,
  h.lots
FROM `coded` AS c
JOIN (
  SELECT
    o.record_id,
    CAST(COUNT(*) AS INT) AS weight,
    BIT_OR(SHIFTLEFT(CAST(1 AS BIGINT), CAST(o.person % 61 AS INT))) AS lots
  FROM `holders` AS o
  GROUP BY
    o.record_id
) AS h
  ON h.record_id = c.record_id
