SELECT
  q.place,
  s.item
FROM "subrecords" AS s
JOIN "placed" AS b
  ON b.subrecord_id = s.subrecord_id
JOIN "shuffled_places" AS q
  ON q.cluster_id = b.cluster_id AND q.turn = b.turn AND q.slot = b.slot
