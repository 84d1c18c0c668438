WITH telling AS (
  SELECT DISTINCT
    record_id
  FROM "hidden_rows" AS hidden_rows
), met AS (
  SELECT DISTINCT
    o.set_id AS prefix_id,
    t.item
  FROM "occurrences" AS o
  JOIN telling
    ON o.record_id = telling.record_id
  JOIN "kept" AS kept
    ON o.set_id = kept.set_id
  JOIN "transactions" AS t
    ON o.record_id = t.record_id AND t.item > o.item
)
SELECT
  met.prefix_id,
  met.item
FROM met
JOIN "parts" AS parts
  ON met.prefix_id = parts.set_id
JOIN "kept" AS other
  ON parts.part_id = other.prefix_id AND met.item = other.item
GROUP BY
  met.prefix_id,
  met.item
HAVING
  COUNT(*) = 11
