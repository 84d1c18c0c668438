SELECT
  COUNT(*) AS n
FROM "labels" AS labels
WHERE
  STRPOS(label, 11) > 0 OR STRPOS(label, CHR(10)) > 0 OR STRPOS(label, CHR(13)) > 0
