-- name: generators
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY s.support NULLS LAST, s.item NULLS LAST) AS INT) AS gen_id,
  0 AS parent_id,
  CAST(ROW_NUMBER() OVER (ORDER BY s.support NULLS LAST, s.item NULLS LAST) AS INT) AS item,
  s.item AS source_item,
  s.support
FROM `supports` AS s
WHERE
  s.support >= 11
  AND (
    s.support & 2147483647
  ) < (
    SELECT
      COUNT(DISTINCT t.record_id)
    FROM `transactions` AS t
  )

-- name: rooted_generators
SELECT
  CAST(n.gen_id AS INT) AS gen_id,
  0 AS parent_id,
  CAST(n.gen_id AS INT) AS item,
  n.source_item,
  n.support
FROM (
  SELECT
    ROW_NUMBER() OVER (
      ORDER BY CASE WHEN r.item IS NULL THEN 1 ELSE 0 END NULLS LAST, s.support NULLS LAST, s.item NULLS LAST
    ) AS gen_id,
    s.item AS source_item,
    s.support
  FROM `supports` AS s
  LEFT JOIN `roots` AS r
    ON r.item = s.item
  WHERE
    s.support >= 11
    AND (
      s.support & 2147483647
    ) < (
      SELECT
        COUNT(DISTINCT t.record_id)
      FROM `transactions` AS t
    )
) AS n

-- name: counted
SELECT
  c.pair_id,
  g.gen_id AS left_id,
  h.gen_id AS right_id,
  h.item,
  c.support
FROM (
  SELECT
    p.pair_id,
    CAST(COUNT(*) AS BIGINT) * 2147483648 + CAST(SUM(p.n_records) AS BIGINT) AS support
  FROM (
    SELECT
      CAST(a.gen_id AS BIGINT) * 2147483648 + b.gen_id AS pair_id,
      a.person,
      COUNT(*) AS n_records
    FROM `first` AS a
    JOIN `held` AS b
      ON b.record_id = a.record_id AND b.parent_id = a.parent_id AND b.gen_id > a.gen_id
    GROUP BY
      CAST(a.gen_id AS BIGINT) * 2147483648 + b.gen_id,
      a.person
  ) AS p
  GROUP BY
    p.pair_id
) AS c
JOIN `generators` AS g
  ON g.gen_id = SHIFTRIGHT(c.pair_id, 31) AND g.support > c.support
JOIN `generators` AS h
  ON h.gen_id = (
    c.pair_id & 2147483647
  ) AND h.support > c.support

-- name: threat_items
SELECT
  i.threat_id,
  i.position,
  i.item,
  CAST(SHIFTRIGHT(i.support, 31) AS INT) AS support
FROM `threat_items` AS i
