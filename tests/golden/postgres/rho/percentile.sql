SELECT
  COALESCE(MAX(p.confidence), 0) AS highest,
  COALESCE(MAX(p.confidence) FILTER(WHERE
    p.place > 11), 0) AS percentile
FROM (
  SELECT
    c.confidence,
    ROW_NUMBER() OVER (ORDER BY c.confidence DESC NULLS LAST) AS place
  FROM (
    SELECT
      h.record_id,
      MAX(h.confidence) AS confidence
    FROM "confidences" AS h
    GROUP BY
      h.record_id
  ) AS c
) AS p
