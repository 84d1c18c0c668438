-- Which items of the chunks whose records draw on another chunk are never without a certain other one?
-- in:  subrecords (chunk_id, subrecord_id, item), covers (chunk_id, kind, reach)
-- out: chunk_id, item, other
SELECT p.chunk_id, p.item, p.other
FROM (
  SELECT a.chunk_id, a.item, b.item AS other, count(*) AS support
  FROM subrecords AS a
  JOIN covers AS c ON c.chunk_id = a.chunk_id AND (c.kind = 'joint' OR c.reach > 1)
  JOIN subrecords AS b ON b.chunk_id = a.chunk_id AND b.subrecord_id = a.subrecord_id AND b.item <> a.item
  GROUP BY a.chunk_id, a.item, b.item
) AS p
JOIN (
  SELECT s.chunk_id, s.item, count(*) AS support
  FROM subrecords AS s
  GROUP BY s.chunk_id, s.item
) AS i ON i.chunk_id = p.chunk_id AND i.item = p.item AND i.support = p.support
