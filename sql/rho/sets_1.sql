-- What one item can an adversary know, and how many records hold it? Numbered from $first + 1. No set is smaller but the
-- empty one, which tells nobody anything: to be held by fewer records than that is not asked of it.
-- in:  transactions (record_id, item), live_rows (record_id, item)
-- out: set_id, parent_id (0: the empty set), item, support, least (records that hold the rarest one-smaller subset)
SELECT
  cast(t.item + $first AS integer) AS set_id,
  0 AS parent_id,
  t.item,
  cast(count(*) AS integer) AS support,
  cast(count(*) + 1 AS integer) AS least
FROM transactions AS t
SEMI JOIN live_rows AS l ON l.item = t.item
GROUP BY t.item
