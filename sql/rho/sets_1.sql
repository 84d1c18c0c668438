-- What one item can an adversary know, and how many records hold it? Numbered from $first + 1. No set is smaller but the
-- empty one, which tells nobody anything: to be held by fewer records than that is not asked of it.
-- in:  transactions (record_id, item), live_rows (record_id, item)
-- out: set_id, parent_id (0: the empty set), item, support, least (records that hold the rarest one-smaller subset)
SELECT
  cast(k.item + $first AS integer) AS set_id,
  0 AS parent_id,
  k.item,
  cast(k.support AS integer) AS support,
  cast(k.support + 1 AS integer) AS least
FROM (SELECT t.item, count(*) AS support FROM transactions AS t GROUP BY t.item) AS k
SEMI JOIN live_rows AS l ON l.item = k.item
