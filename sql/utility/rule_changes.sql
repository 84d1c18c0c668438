-- How many rules stand in both, in the original alone, in the release alone? A rule leads from a set without an item to
-- the item: at least $least records hold it, with a confidence of at least $part / $whole.
-- in:  members (set_id, item, sub_id), larger (set_id, original, released), sets (set_id, original, released): sets of
--      one item less
-- out: kept, lost, spurious
SELECT
  count(*) FILTER (WHERE r.in_original AND r.in_release) AS kept,
  count(*) FILTER (WHERE r.in_original AND NOT r.in_release) AS lost,
  count(*) FILTER (WHERE r.in_release AND NOT r.in_original) AS spurious
FROM (
  SELECT
    l.original >= $least AND l.original * $whole >= s.original * $part AS in_original,
    l.released >= $least AND l.released * $whole >= s.released * $part AS in_release
  FROM members AS m
  JOIN larger AS l ON l.set_id = m.set_id
  JOIN sets AS s ON s.set_id = m.sub_id
) AS r
