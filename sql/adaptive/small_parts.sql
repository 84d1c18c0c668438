-- Which parts would hold a sensitive item in fewer than 1 / limit records? There it could not stay.
-- in:  signatures (group_id, record_id, signature), occurrences (record_id, item), limits (item, part, whole)
-- out: group_id, signature
SELECT DISTINCT h.group_id, h.signature
FROM (
  SELECT DISTINCT s.group_id, s.signature, o.item
  FROM signatures AS s
  JOIN occurrences AS o ON o.record_id = s.record_id
  SEMI JOIN limits AS x ON x.item = o.item
) AS h
JOIN limits AS l ON l.item = h.item
JOIN (
  SELECT c.group_id, c.signature, count(*) AS records FROM signatures AS c GROUP BY c.group_id, c.signature
) AS n ON n.group_id = h.group_id AND n.signature = h.signature
WHERE n.records * l.part < l.whole
