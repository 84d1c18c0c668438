SELECT DISTINCT
  record_id
FROM "published" AS published
