SELECT
  COUNT(*) FILTER(WHERE
    previous_record = record_id AND previous_item = item) AS repeats,
  COUNT(*) FILTER(WHERE
    previous_record > record_id
    OR (
      previous_record = record_id AND previous_item > item
    )) AS disorder
FROM (
  SELECT
    record_id,
    item,
    LAG(record_id) OVER () AS previous_record,
    LAG(item) OVER () AS previous_item
  FROM "coded" AS coded
) AS neighbours
