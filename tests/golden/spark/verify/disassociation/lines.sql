SELECT
  s.subrecord_id AS record_id,
  n.node_id AS item
FROM `subrecords` AS s
JOIN `nodes` AS n
  ON n.chunk_id = s.chunk_id AND n.item = s.item
