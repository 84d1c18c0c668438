-- name: coded
SELECT
  s.subrecord_id AS record_id,
  n.node_id AS item
FROM "subrecords" AS s
JOIN "nodes" AS n
  ON n.chunk_id = s.chunk_id AND n.item = s.item
WHERE
  EXISTS(
    SELECT
      1
    FROM "owners" AS o
    WHERE
      o.subrecord_id = s.subrecord_id
  )
