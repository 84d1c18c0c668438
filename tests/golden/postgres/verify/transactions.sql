SELECT
  alike.record_id,
  coded.item,
  alike.weight
FROM "coded" AS coded
JOIN "alike" AS alike
  ON coded.record_id = alike.source_id
