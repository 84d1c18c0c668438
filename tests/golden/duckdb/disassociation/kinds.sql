SELECT
  s.items,
  s.total,
  s.squares,
  MIN(s.record_id) AS kind_id,
  CAST(COUNT(*) AS INT) AS records
FROM "signatures" AS s
GROUP BY
  s.items,
  s.total,
  s.squares
