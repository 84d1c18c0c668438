WITH ordered AS (
  SELECT
    t.cluster_id,
    t.item,
    ROW_NUMBER() OVER (
      PARTITION BY t.cluster_id
      ORDER BY MD5(CONCAT(11, ':term:', CAST(t.cluster_id AS TEXT), ':', t.item)), t.item
    ) - 1 AS turn
  FROM "terms" AS t
), counted AS (
  SELECT
    o.cluster_id,
    COUNT(*) AS terms
  FROM ordered AS o
  GROUP BY
    o.cluster_id
), places_now AS (
  SELECT
    p.cluster_id,
    p.place,
    c.size,
    CASE WHEN m.place IS NULL THEN 1 ELSE 0 END AS hollow,
    ROW_NUMBER() OVER (
      PARTITION BY p.cluster_id
      ORDER BY CASE WHEN m.place IS NULL THEN 0 ELSE 1 END, MD5(CONCAT(11, ':', CAST(p.place AS TEXT))), p.place
    ) - 1 AS turn
  FROM "places" AS p
  JOIN "clusters" AS c
    ON c.cluster_id = p.cluster_id
  LEFT JOIN (
    SELECT DISTINCT
      x.place
    FROM "made" AS x
  ) AS m
    ON m.place = p.place
)
SELECT
  n.place,
  o.item
FROM places_now AS n
JOIN ordered AS o
  ON o.cluster_id = n.cluster_id AND o.turn % NULLIF(n.size, 0) = n.turn
UNION
SELECT
  n.place,
  o.item
FROM places_now AS n
JOIN counted AS c
  ON c.cluster_id = n.cluster_id
JOIN ordered AS o
  ON o.cluster_id = n.cluster_id AND o.turn = n.turn % NULLIF(c.terms, 0)
WHERE
  n.hollow = 1
