-- Which records get the terms? Each term one random record of its cluster; and each record that is still empty one random
-- term.
-- in:  terms (cluster_id, item), places (cluster_id, slot, place), made (place), clusters (cluster_id, size)
-- out: place, item
-- Terrovitis et al., section 3 (any subset of the terms, no empty record)
WITH ordered AS (
  SELECT
    t.cluster_id,
    t.item,
    row_number() OVER (
      PARTITION BY t.cluster_id
      ORDER BY md5(concat($seed, ':term:', cast(t.cluster_id AS text), ':', t.item)), t.item
    ) - 1 AS turn
  FROM terms AS t
), counted AS (
  SELECT o.cluster_id, count(*) AS terms
  FROM ordered AS o
  GROUP BY o.cluster_id
), places_now AS (
  SELECT
    p.cluster_id,
    p.place,
    c.size,
    CASE WHEN m.place IS NULL THEN 1 ELSE 0 END AS hollow,
    row_number() OVER (
      PARTITION BY p.cluster_id
      ORDER BY
        CASE WHEN m.place IS NULL THEN 0 ELSE 1 END,
        md5(concat($seed, ':', cast(p.place AS text))),
        p.place
    ) - 1 AS turn
  FROM places AS p
  JOIN clusters AS c ON c.cluster_id = p.cluster_id
  LEFT JOIN (SELECT DISTINCT x.place FROM made AS x) AS m ON m.place = p.place
)
SELECT n.place, o.item
FROM places_now AS n
JOIN ordered AS o ON o.cluster_id = n.cluster_id AND o.turn % nullif(n.size, 0) = n.turn
UNION
SELECT n.place, o.item
FROM places_now AS n
JOIN counted AS c ON c.cluster_id = n.cluster_id
JOIN ordered AS o ON o.cluster_id = n.cluster_id AND o.turn = n.turn % nullif(c.terms, 0)
WHERE n.hollow = 1
