SELECT
  CONCAT(CAST(group_id AS TEXT), ':', CAST(record_id AS TEXT)) AS record_id,
  item
FROM "lines" AS lines
