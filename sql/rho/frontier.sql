-- How many sets can take in one more item, and how often do they occur?
-- in:  sets (support)
-- out: sets, occurrences
SELECT count(*) AS sets, coalesce(sum(s.support), 0) AS occurrences
FROM sets AS s
