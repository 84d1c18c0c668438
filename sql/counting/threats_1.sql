-- Which single items are minimal threats: in at least one record but in fewer than k?
-- in:  supports (item, support)
-- out: left_id (0: the empty set), item, support
SELECT 0 AS left_id, s.item, s.support
FROM supports AS s
WHERE s.support < $k
