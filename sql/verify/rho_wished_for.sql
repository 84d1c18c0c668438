-- Which of these rules speak of a person who holds the set originally and wants the label hidden?
-- in:  exceeding (set_id, hidden), members (set_id, item), original (record_id, item), wishes (record_id, item)
-- out: set_id, hidden
WITH rarest AS (SELECT set_id, min(item) AS item, count(*) AS length FROM members GROUP BY set_id),
persons AS (
    SELECT exceeding.set_id, exceeding.hidden, rarest.length, original.record_id
    FROM exceeding
    JOIN rarest ON exceeding.set_id = rarest.set_id
    JOIN original ON rarest.item = original.item
    JOIN wishes ON original.record_id = wishes.record_id AND exceeding.hidden = wishes.item),
holders AS (
    SELECT persons.set_id, persons.hidden, persons.record_id
    FROM persons
    JOIN members ON persons.set_id = members.set_id
    JOIN original ON persons.record_id = original.record_id AND members.item = original.item
    GROUP BY persons.set_id, persons.hidden, persons.record_id, persons.length
    HAVING count(*) = persons.length)
SELECT DISTINCT set_id, hidden FROM holders
