-- How many records hold the same items as too few others? Their items as one text each, then the records of each text.
-- He and Naughton, Definition 3.

-- name: equal_records
-- Different sets of items, the records of the rarest, sets in fewer than $k records, these records, and single ones.
-- in:  transactions (record_id, item)
-- out: groups, smallest, violations, at_risk, singled_out
WITH contents AS (
    SELECT record_id, string_agg(CAST(item AS VARCHAR), ',' ORDER BY item NULLS FIRST) AS content
    FROM transactions
    GROUP BY record_id),
sizes AS (SELECT content, count(*) AS records FROM contents GROUP BY content)
SELECT
    count(*) AS groups,
    coalesce(min(records), 0) AS smallest,
    count(*) FILTER (WHERE records < $k) AS violations,
    coalesce(sum(records) FILTER (WHERE records < $k), 0) AS at_risk,
    count(*) FILTER (WHERE records = 1) AS singled_out
FROM sizes
