SELECT
  COUNT(*) AS n
FROM (
  SELECT DISTINCT
    item
  FROM "published" AS published
) AS used
JOIN "labels" AS labels
  ON used.item = labels.item
WHERE
  STRPOS(labels.label, 11) > 0
  OR STRPOS(labels.label, CHR(10)) > 0
  OR STRPOS(labels.label, CHR(13)) > 0
