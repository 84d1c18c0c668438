SELECT
  set_id,
  hidden
FROM "confidences" AS confidences
WHERE
  CAST(joint AS BIGINT) * 12 > CAST(support AS BIGINT) * 11
