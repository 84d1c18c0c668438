SELECT
  p.record_id,
  p.item,
  CAST(p.place AS BIGINT) + 11 AS cause
FROM `picks` AS p
ANTI JOIN `turns` AS t
  ON t.place = p.place AND t.verdict < 2
