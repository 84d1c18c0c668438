-- How many records hold the same items as too few others? Their items as one text each, then the persons of each text.
-- He and Naughton, Definition 3.
-- phase: counting equal records

-- name: equal_records
-- Different sets of items, the persons of the fewest, sets of fewer than $k persons, the records that hold these, the persons
-- who have one, and those who have one that nobody else has.
-- in:  transactions (record_id, item), persons (record_id, person: perhaps each its own)
-- out: groups, smallest, violations, at_risk, persons_at_risk, singled_out
WITH contents AS (
    SELECT record_id, string_agg(CAST(item AS VARCHAR), ',' ORDER BY item NULLS FIRST) AS content
    FROM transactions
    GROUP BY record_id),
held AS (
    SELECT c.content, p.person, count(*) AS records
    FROM contents AS c
    JOIN persons AS p ON p.record_id = c.record_id
    GROUP BY c.content, p.person),
sizes AS (SELECT content, count(*) AS persons FROM held GROUP BY content)
SELECT
    count(DISTINCT h.content) AS groups,
    coalesce(min(s.persons), 0) AS smallest,
    count(DISTINCT CASE WHEN s.persons < $k THEN h.content END) AS violations,
    coalesce(sum(h.records) FILTER (WHERE s.persons < $k), 0) AS at_risk,
    count(DISTINCT CASE WHEN s.persons < $k THEN h.person END) AS persons_at_risk,
    count(DISTINCT CASE WHEN s.persons = 1 THEN h.person END) AS singled_out
FROM held AS h
JOIN sizes AS s ON s.content = h.content
