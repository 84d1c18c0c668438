-- What is learned of each subrecord at most, from sets of this size or smaller ones?
-- in:  occurrences (record_id, set_id), inferred (set_id, learned, whole, chance),
--      before (record_id, learned, whole, chance)
-- out: record_id, learned, whole, chance
SELECT u.record_id, max(u.learned) AS learned, max(u.whole) AS whole, max(u.chance) AS chance
FROM (
  SELECT b.record_id, b.learned, b.whole, b.chance FROM before AS b
  UNION ALL
  SELECT o.record_id, i.learned, i.whole, i.chance
  FROM occurrences AS o
  JOIN inferred AS i ON i.set_id = o.set_id
) AS u
GROUP BY u.record_id
