SELECT DISTINCT
  o.record_id,
  n.place AS group_id
FROM "occurrences" AS o
JOIN (
  SELECT
    g.group_id,
    CAST(ROW_NUMBER() OVER (ORDER BY MD5(CONCAT(11, '/', CAST(g.group_id AS TEXT))), g.group_id) AS INT) AS place
  FROM (
    SELECT DISTINCT
      x.group_id
    FROM "occurrences" AS x
  ) AS g
) AS n
  ON n.group_id = o.group_id
