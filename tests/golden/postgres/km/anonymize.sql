-- name: supporting
SELECT
  CAST(h.held_id >> 31 AS INT) AS record_id,
  CAST(h.held_id & 2147483647 AS INT) AS item
FROM (
  SELECT DISTINCT
    s.held_id
  FROM (
    SELECT
      CAST(t.record_id AS BIGINT) * 2147483648 + q.number AS held_id
    FROM "transactions" AS t
    JOIN "ancestors" AS a
      ON a.item = t.item
    JOIN "asked" AS q
      ON q.node = a.node
    ORDER BY
      held_id
  ) AS s
) AS h
