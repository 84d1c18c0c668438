-- How many records hold each grown set? Where as many hold a one-smaller subset it is tied to that: no generator, the one
-- item more tells an adversary nothing new. Tied sets are left out unless $tied.
-- in:  occurrences (set_id), candidates (set_id, parent_id, item, least)
-- out: set_id, parent_id, item, support, least (records that hold the rarest one-smaller subset)
SELECT k.set_id, k.parent_id, k.item, c.support, k.least
FROM candidates AS k
JOIN (
  SELECT o.set_id, cast(count(*) AS integer) AS support
  FROM occurrences AS o
  GROUP BY o.set_id
) AS c ON c.set_id = k.set_id
WHERE c.support < k.least OR $tied
