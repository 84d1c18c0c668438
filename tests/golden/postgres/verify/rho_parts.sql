SELECT
  numbered.set_id,
  numbered.prefix_id AS part_id
FROM "numbered" AS numbered
UNION ALL
SELECT
  numbered.set_id,
  kept.set_id AS part_id
FROM "numbered" AS numbered
JOIN "parts" AS parts
  ON numbered.prefix_id = parts.set_id
JOIN "kept" AS kept
  ON parts.part_id = kept.prefix_id AND numbered.item = kept.item
