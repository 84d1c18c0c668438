COPY (
  SELECT
    itemset_id,
    ARRAY_TO_STRING(items, ' & ') AS items,
    size,
    certain,
    expected
  FROM "estimates" AS estimates
  ORDER BY
    itemset_id
)
TO 11 WITH (
  FORMAT csv,
  HEADER TRUE,
  DELIMITER 12,
  USE_TMP_FILE FALSE
)
