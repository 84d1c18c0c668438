-- What stood in the source under each published node?
-- in:  transactions (record_id, item), recoded (item, node)
-- out: node, occurrences (rows), holders (records), n_items
SELECT
    recoded.node, count(*) AS occurrences, count(DISTINCT t.record_id) AS holders,
    count(DISTINCT t.item) AS n_items
FROM transactions AS t JOIN recoded ON t.item = recoded.item
GROUP BY recoded.node
