-- What do all groups cost, what is their NCP, and how many are there?
-- in:  now (group_id, cost, ncp)
-- out: cost, ncp, groups
SELECT coalesce(sum(n.cost), 0) AS cost, coalesce(sum(n.ncp), 0) AS ncp, count(*) AS groups
FROM now AS n
