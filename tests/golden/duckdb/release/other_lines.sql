SELECT
  COUNT(*) AS n
FROM "places" AS places
WHERE
  CAST(published_id AS TEXT) <> CAST(position AS TEXT)
