-- Which persons held the sets of these rules originally? Sought among those who held the rarest label of the set.
-- in:  exceeding (set_id), members (set_id, item), original (record_id, item)
-- out: set_id, record_id
WITH rarest AS (
    SELECT members.set_id, min(members.item) AS item, count(*) AS length
    FROM members
    SEMI JOIN exceeding ON members.set_id = exceeding.set_id
    GROUP BY members.set_id),
persons AS (
    SELECT rarest.set_id, rarest.length, original.record_id
    FROM rarest JOIN original ON rarest.item = original.item)
SELECT persons.set_id, persons.record_id
FROM persons
JOIN members ON persons.set_id = members.set_id
JOIN original ON persons.record_id = original.record_id AND members.item = original.item
GROUP BY persons.set_id, persons.record_id, persons.length
HAVING count(*) = persons.length
