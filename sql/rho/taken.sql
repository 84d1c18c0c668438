-- What do the accepted rules suppress, and for which of them is it? Causes are numbered from $first + 1, in turn.
-- in:  picks (place, record_id, item), turns (place, verdict: 2 or more accepted)
-- out: record_id, item, cause
SELECT p.record_id, p.item, p.place + $first AS cause
FROM picks AS p
SEMI JOIN turns AS t ON t.place = p.place AND t.verdict >= 2
