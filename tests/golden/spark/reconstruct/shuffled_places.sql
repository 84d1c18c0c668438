SELECT
  t.cluster_id,
  t.turn,
  ROW_NUMBER() OVER (
    PARTITION BY t.cluster_id, t.turn
    ORDER BY MD5(
      CONCAT(
        COALESCE(11, ''),
        ':place:',
        COALESCE(CAST(t.turn AS STRING), ''),
        ':',
        COALESCE(CAST(p.place AS STRING), '')
      )
    ) NULLS LAST, p.place NULLS LAST
  ) - 1 AS slot,
  p.place
FROM (
  SELECT DISTINCT
    x.cluster_id,
    x.turn
  FROM `placed` AS x
) AS t
JOIN `places` AS p
  ON p.cluster_id = t.cluster_id
