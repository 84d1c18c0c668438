-- What the accepted rules suppress.
-- in:  picks (place, record_id, item), accepted (place)
-- out: record_id, item, cause (the number of the rule)
SELECT p.record_id, p.item, cast(p.place + $first AS integer) AS cause
FROM picks AS p
SEMI JOIN accepted AS a ON a.place = p.place
