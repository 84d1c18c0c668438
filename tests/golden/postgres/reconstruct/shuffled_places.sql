SELECT
  t.cluster_id,
  t.turn,
  ROW_NUMBER() OVER (
    PARTITION BY t.cluster_id, t.turn
    ORDER BY MD5(CONCAT(11, ':place:', CAST(t.turn AS TEXT), ':', CAST(p.place AS TEXT))), p.place
  ) - 1 AS slot,
  p.place
FROM (
  SELECT DISTINCT
    x.cluster_id,
    x.turn
  FROM "placed" AS x
) AS t
JOIN "places" AS p
  ON p.cluster_id = t.cluster_id
