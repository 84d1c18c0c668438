SELECT
  s.record_id * 11 + s.sample_id - 1 AS record_id,
  i.item
FROM "samples" AS s
JOIN "items" AS i
  ON i.label = s.item
