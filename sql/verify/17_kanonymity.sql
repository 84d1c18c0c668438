-- k-anonymity of whole records: how many different records are there, and how many are published too seldom?
-- He and Naughton, Definition 3.
-- phase: recounting equal records

-- name: groups
-- Different records, how often the rarest is published, for how few persons one is, and how many are for fewer than $k.
-- in:  members (record_id: one of many equal ones, content_id), persons (record_id, person: perhaps each its own)
-- out: n_groups, smallest, fewest_persons, n_below
SELECT
    count(*) AS n_groups,
    coalesce(min(n_records), 0) AS smallest,
    coalesce(min(n_persons), 0) AS fewest_persons,
    count(*) FILTER (WHERE n_persons < $k) AS n_below
FROM (
    SELECT m.content_id, count(*) AS n_records, count(DISTINCT p.person) AS n_persons
    FROM members AS m
    JOIN persons AS p ON p.record_id = m.record_id
    GROUP BY m.content_id) AS alike
