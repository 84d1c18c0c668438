SELECT
  COUNT(*) AS n
FROM `places` AS places
WHERE
  CAST(published_id AS STRING) <> CAST(position AS STRING)
