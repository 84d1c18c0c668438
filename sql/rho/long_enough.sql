-- Of whom can $size items be known? Numbered from 1.
-- in:  original (record_id, item)
-- out: place, record_id
SELECT row_number() OVER (ORDER BY k.record_id) AS place, k.record_id
FROM (SELECT t.record_id FROM original AS t GROUP BY t.record_id HAVING count(*) >= $size) AS k
