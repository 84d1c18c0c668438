-- k-anonymity of whole records: how many different records are there, and how many are published too seldom?
-- He and Naughton, Definition 3.
-- phase: recounting equal records

-- name: groups
-- Different records, how often the rarest is published, and how many are published fewer than $k times.
-- in:  transactions (record_id, item, weight: of its record)
-- out: n_groups, smallest, n_below
SELECT count(*) AS n_groups, coalesce(min(weight), 0) AS smallest, count(*) FILTER (WHERE weight < $k) AS n_below
FROM (SELECT record_id, max(weight) AS weight FROM transactions GROUP BY record_id) AS alike
