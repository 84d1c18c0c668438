-- name: alike
SELECT
  MIN(c.subrecord_id) AS source_id,
  c.chunk_id AS chunk_id,
  COUNT(*) AS weight
FROM "contents" AS c
WHERE
  c.last < 52
GROUP BY
  c.chunk_id,
  c.items,
  c.powers
UNION ALL
SELECT
  MIN(t.subrecord_id) AS source_id,
  t.chunk_id AS chunk_id,
  COUNT(*) AS weight
FROM (
  SELECT
    s.subrecord_id AS subrecord_id,
    s.chunk_id AS chunk_id,
    arraySort(groupArray(n.position)) AS positions
  FROM "contents" AS w
  JOIN "subrecords" AS s
    ON s.subrecord_id = w.subrecord_id
  JOIN "nodes" AS n
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
