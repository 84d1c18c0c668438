-- What do all groups cost, and how many are there?
-- in:  now (group_id, cost)
-- out: cost, groups
SELECT coalesce(sum(n.cost), 0) AS cost, count(*) AS groups
FROM now AS n
