-- The rules that made something go, as a ledger reads them.
-- in:  causes (cause, node, is_hidden)
-- out: cause, item (the label's number), is_hidden
SELECT c.cause, c.node AS item, c.is_hidden
FROM causes AS c
