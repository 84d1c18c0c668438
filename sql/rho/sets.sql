-- How many records hold each grown set? Numbered from $first + 1. Where as many hold a one-smaller subset it is tied to
-- that: no generator, the one item more tells an adversary nothing new. Tied sets are left out unless $tied.
-- in:  grown_occurrences (parent_id, item), candidates (parent_id, item, least)
-- out: set_id, parent_id, item, support, least (records that hold the rarest one-smaller subset)
SELECT
  cast(row_number() OVER (ORDER BY c.parent_id, c.item) + $first AS integer) AS set_id,
  c.parent_id,
  c.item,
  c.support,
  k.least
FROM (
  SELECT o.parent_id, o.item, cast(count(*) AS integer) AS support
  FROM grown_occurrences AS o
  GROUP BY o.parent_id, o.item
) AS c
JOIN candidates AS k ON k.parent_id = c.parent_id AND k.item = c.item
WHERE c.support < k.least OR $tied
