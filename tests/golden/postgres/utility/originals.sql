SELECT
  recoded.node,
  COUNT(*) AS occurrences,
  COUNT(DISTINCT t.record_id) AS holders,
  COUNT(DISTINCT t.item) AS n_items
FROM "transactions" AS t
JOIN "recoded" AS recoded
  ON t.item = recoded.item
GROUP BY
  recoded.node
