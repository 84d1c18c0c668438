-- What TDControl publishes: the label of each item, once a record.
-- Cao, Karras, Raissi and Tan, rho-uncertainty (PVLDB 2010), Algorithm TDControl.
-- phase: labelling the records

-- name: rows
-- The labels of each record; items that are suppressed have none.
-- in:  transactions (record_id, item), stands (item, node)
-- out: record_id, item (a node)
SELECT t.record_id, s.node AS item
FROM transactions AS t
JOIN stands AS s ON s.item = t.item
GROUP BY t.record_id, s.node
