-- What tells records with other items apart? How many items they hold, and two sums over these. (Few records with other
-- items have the same: they go together, which is no harm.)
-- in:  transactions (record_id, item)
-- out: record_id, items, total, squares
SELECT
  t.record_id,
  count(*) AS items,
  cast(sum(t.item) AS bigint) AS total,
  cast(sum(cast(t.item AS bigint) * t.item % 1000003) AS bigint) AS squares
FROM transactions AS t
GROUP BY t.record_id
