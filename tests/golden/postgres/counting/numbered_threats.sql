SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY t.left_id, t.item) AS INT) AS threat_id,
  t.left_id,
  t.item,
  t.support
FROM "threats" AS t
