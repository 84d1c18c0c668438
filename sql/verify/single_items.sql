-- Where do the sets of one item occur? An item that only records with $k equals or more hold needs no extension.
-- in:  transactions (record_id, item, weight)
-- out: record_id, set_id, item (the last of the set), weight, support (of the set)
WITH kept AS (
    SELECT item, sum(weight) AS support FROM transactions GROUP BY item HAVING min(weight) < $k)
SELECT t.record_id, t.item AS set_id, t.item, t.weight, CAST(kept.support AS INTEGER) AS support
FROM transactions AS t JOIN kept ON t.item = kept.item
