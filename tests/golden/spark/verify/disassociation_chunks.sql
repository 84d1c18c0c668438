-- name: nodes
SELECT
  p.node_id,
  p.chunk_id,
  p.item,
  p.support,
  p.position,
  CAST(CASE WHEN p.position < 52 THEN POWER(2, p.position) ELSE 0 END AS DOUBLE) AS power
FROM (
  SELECT
    CAST(ROW_NUMBER() OVER (ORDER BY n.chunk_id NULLS LAST, n.support NULLS LAST, n.item NULLS LAST) AS INT) AS node_id,
    CAST(ROW_NUMBER() OVER (PARTITION BY n.chunk_id ORDER BY n.support NULLS LAST, n.item NULLS LAST) - 1 AS INT) AS position,
    n.chunk_id,
    n.item,
    n.support
  FROM (
    SELECT
      c.chunk_id,
      c.item,
      SUM(c.support) AS support
    FROM `chunk_supports` AS c
    GROUP BY
      c.chunk_id,
      c.item
  ) AS n
) AS p

-- name: alike
SELECT
  MIN(c.subrecord_id) AS source_id,
  c.chunk_id,
  COUNT(*) AS weight
FROM `contents` AS c
WHERE
  c.last < 52
GROUP BY
  c.chunk_id,
  c.items,
  c.powers
UNION ALL
SELECT
  MIN(t.subrecord_id) AS source_id,
  t.chunk_id,
  COUNT(*) AS weight
FROM (
  SELECT
    s.subrecord_id,
    s.chunk_id,
    LISTAGG(CAST(n.position AS STRING), ',') WITHIN GROUP (ORDER BY
      n.position) AS positions
  FROM `contents` AS w
  JOIN `subrecords` AS s
    ON s.subrecord_id = w.subrecord_id
  JOIN `nodes` AS n
    ON n.chunk_id = s.chunk_id AND n.item = s.item
  WHERE
    w.last >= 52
  GROUP BY
    s.subrecord_id,
    s.chunk_id
) AS t
GROUP BY
  t.chunk_id,
  t.positions
