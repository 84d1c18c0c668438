-- The persons, numbered from 1, those with most items first: so the first ones are those of whom many items can be known.
-- in:  original (record_id, item)
-- out: place, record_id
SELECT row_number() OVER (ORDER BY k.items DESC, k.record_id) AS place, k.record_id
FROM (SELECT t.record_id, count(*) AS items FROM original AS t GROUP BY t.record_id) AS k
