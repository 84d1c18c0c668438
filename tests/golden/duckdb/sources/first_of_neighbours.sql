SELECT
  record_id,
  item
FROM (
  SELECT
    record_id,
    item,
    LAG(record_id) OVER () AS previous_record,
    LAG(item) OVER () AS previous_item
  FROM "coded" AS coded
) AS neighbours
WHERE
  previous_record IS NULL OR previous_record <> record_id OR previous_item <> item
