-- name: splitting_items
WITH parts AS (
  SELECT
    b.group_id,
    p.person,
    SUM(p.records) AS records
  FROM `placed` AS b
  JOIN `distinct_persons` AS p
    ON p.distinct_id = b.distinct_id
  GROUP BY
    b.group_id,
    p.person
), held AS (
  SELECT
    o.group_id,
    o.item,
    p.person,
    SUM(p.records) AS records,
    SUM(p.records * o.pairs) AS worth
  FROM `open_rows` AS o
  JOIN `distinct_persons` AS p
    ON p.distinct_id = o.distinct_id
  GROUP BY
    o.group_id,
    o.item,
    p.person
)
SELECT
  w.group_id,
  w.item,
  w.worth,
  CASE WHEN w.weight >= w.most - w.most DIV 100 * (
    100 - 12
  ) THEN 1 ELSE 0 END AS turn
FROM (
  SELECT
    v.group_id,
    v.item,
    v.worth,
    v.weight,
    MAX(v.weight) OVER (PARTITION BY v.group_id) AS most
  FROM (
    SELECT
      s.group_id,
      s.item,
      s.worth,
      CAST(s.worth AS BIGINT) * 2147483648 + 2147483647 - s.item AS weight
    FROM (
      SELECT
        h.group_id,
        h.item,
        SUM(CASE WHEN h.records = g.records THEN 1 ELSE 0 END) AS whole,
        CAST(LEAST(SUM(h.worth), 2147483647) AS BIGINT) AS worth
      FROM held AS h
      JOIN parts AS g
        ON g.group_id = h.group_id AND g.person = h.person
      GROUP BY
        h.group_id,
        h.item
      HAVING
        COUNT(*) >= 11
    ) AS s
    JOIN (
      SELECT
        a.group_id,
        COUNT(*) AS persons
      FROM parts AS a
      GROUP BY
        a.group_id
    ) AS n
      ON n.group_id = s.group_id AND s.whole <= n.persons - 11
  ) AS v
) AS w

-- name: group_splits
WITH chosen AS (
  SELECT
    c.group_id,
    c.weight,
    p.person,
    SUM(p.records) AS records
  FROM `choices` AS c
  JOIN `distinct_persons` AS p
    ON p.distinct_id = c.distinct_id
  GROUP BY
    c.group_id,
    c.weight,
    p.person
), counted AS (
  SELECT
    c.group_id,
    c.weight,
    SUM(c.records) AS records,
    CASE WHEN c.weight > 0 AND COUNT(*) >= 12 THEN 1 ELSE 0 END AS enough
  FROM chosen AS c
  GROUP BY
    c.group_id,
    c.weight
), rests AS (
  SELECT
    c.group_id,
    COUNT(DISTINCT c.person) AS persons
  FROM chosen AS c
  JOIN counted AS n
    ON n.group_id = c.group_id AND n.weight = c.weight AND n.enough = 0
  GROUP BY
    c.group_id
)
SELECT
  p.group_id,
  p.weight,
  CAST(DENSE_RANK() OVER (ORDER BY p.group_id NULLS LAST, p.part DESC) + 11 - 1 AS INT) AS part_id,
  CAST(CASE WHEN p.lowest IS NULL THEN -1 ELSE 1 END * SUM(p.records) OVER (PARTITION BY p.group_id, p.part) AS INT) AS size
FROM (
  SELECT
    t.group_id,
    t.weight,
    t.records,
    t.lowest,
    CASE
      WHEN t.enough = 1
      THEN t.weight
      WHEN t.rest < 12
      THEN COALESCE(t.lowest, 0)
      ELSE 0
    END AS part
  FROM (
    SELECT
      e.group_id,
      e.weight,
      e.records,
      e.enough,
      MIN(CASE WHEN e.enough = 1 THEN e.weight END) OVER (PARTITION BY e.group_id) AS lowest,
      r.persons AS rest
    FROM counted AS e
    LEFT JOIN rests AS r
      ON r.group_id = e.group_id
  ) AS t
) AS p

-- name: pieces
WITH held AS (
  SELECT
    s.group_id,
    p.person,
    SUM(p.records) AS records
  FROM `settled` AS s
  JOIN `distinct_persons` AS p
    ON p.distinct_id = s.distinct_id
  WHERE
    -s.size >= 11
  GROUP BY
    s.group_id,
    p.person
), ranked AS (
  SELECT
    h.group_id,
    ROW_NUMBER() OVER (PARTITION BY h.group_id ORDER BY h.records DESC, h.person NULLS LAST) - 1 AS larger,
    CAST(SUM(h.records) OVER (
      PARTITION BY h.group_id
      ORDER BY h.records DESC, h.person NULLS LAST
      ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
    ) AS BIGINT) AS records
  FROM held AS h
), most AS (
  SELECT
    r.group_id,
    MIN(r.records DIV NULLIF(12 - r.larger, 0)) AS pieces
  FROM ranked AS r
  WHERE
    r.larger < 12
  GROUP BY
    r.group_id
)
SELECT
  n.group_id,
  n.size,
  n.pieces,
  CAST(SUM(n.pieces) OVER (ORDER BY n.group_id NULLS LAST) - n.pieces AS INT) AS first_piece
FROM (
  SELECT
    d.group_id,
    d.size,
    CAST(GREATEST(1, LEAST(COALESCE(m.pieces, 1), (
      d.size + 11 - 2
    ) DIV (
      11 - 1
    ))) AS INT) AS pieces
  FROM (
    SELECT DISTINCT
      s.group_id,
      ABS(s.size) AS size
    FROM `settled` AS s
  ) AS d
  LEFT JOIN most AS m
    ON m.group_id = d.group_id
) AS n

-- name: lacking_pieces
WITH sizes AS (
  SELECT
    c.cluster_id,
    COUNT(DISTINCT p.person) AS persons
  FROM `clusters` AS c
  JOIN `persons` AS p
    ON p.record_id = c.record_id
  GROUP BY
    c.cluster_id
), of_groups AS (
  SELECT
    s.cluster_id,
    s.persons,
    MAX(g.first_piece) OVER (ORDER BY s.cluster_id NULLS LAST ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS first_piece
  FROM sizes AS s
  LEFT JOIN `pieces` AS g
    ON g.first_piece = s.cluster_id - 1
), lacking AS (
  SELECT
    o.first_piece
  FROM of_groups AS o
  GROUP BY
    o.first_piece
  HAVING
    MIN(o.persons) < 11
)
SELECT
  o.cluster_id,
  g.first_piece,
  g.pieces
FROM of_groups AS o
JOIN lacking AS l
  ON l.first_piece = o.first_piece
JOIN `pieces` AS g
  ON g.first_piece = o.first_piece

-- name: dealt_clusters
SELECT
  c.record_id,
  c.cluster_id
FROM `clusters` AS c
ANTI JOIN `lacking_pieces` AS l
  ON l.cluster_id = c.cluster_id
UNION ALL
SELECT
  d.record_id,
  CAST(d.first_piece + d.turn % NULLIF(d.pieces, 0) + 1 AS INT) AS cluster_id
FROM (
  SELECT
    n.record_id,
    n.pieces,
    n.first_piece,
    ROW_NUMBER() OVER (
      PARTITION BY n.first_piece
      ORDER BY CASE WHEN n.nth <= n.pieces THEN 0 ELSE 1 END NULLS LAST, n.person NULLS LAST, n.nth NULLS LAST
    ) - 1 AS turn
  FROM (
    SELECT
      c.record_id,
      p.person,
      l.pieces,
      l.first_piece,
      ROW_NUMBER() OVER (
        PARTITION BY l.first_piece, p.person
        ORDER BY c.cluster_id NULLS LAST, c.record_id NULLS LAST
      ) AS nth
    FROM `clusters` AS c
    JOIN `lacking_pieces` AS l
      ON l.cluster_id = c.cluster_id
    JOIN `persons` AS p
      ON p.record_id = c.record_id
  ) AS n
) AS d
