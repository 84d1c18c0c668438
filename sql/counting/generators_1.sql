-- Which single items are frequent generators? Numbered rarest first: then a prefix join meets few extensions.
-- An item that every (non-empty) record holds is none: adding it to a set changes no support.
-- in:  supports (item, support), transactions (record_id, item)
-- out: gen_id, parent_id (0: the empty set), item (here its gen_id), source_item, support
SELECT
  cast(row_number() OVER (ORDER BY s.support, s.item) AS integer) AS gen_id,
  0 AS parent_id,
  cast(row_number() OVER (ORDER BY s.support, s.item) AS integer) AS item,
  s.item AS source_item,
  s.support
FROM supports AS s
WHERE s.support >= $k
  AND s.support < (SELECT count(DISTINCT t.record_id) FROM transactions AS t)
