SELECT
  MAX(t.top_id) AS last_id
FROM "trees" AS t
