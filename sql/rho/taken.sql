-- What do the accepted rules suppress, and for which of them is it? Causes are numbered from $first + 1, in turn.
-- in:  picks (place, record_id, item), turns (place, verdict: 2 accepted; whoever is not there is accepted, too)
-- out: record_id, item, cause
SELECT p.record_id, p.item, cast(p.place AS bigint) + $first AS cause
FROM picks AS p
ANTI JOIN turns AS t ON t.place = p.place AND t.verdict < 2
