-- The rules that made something go, in labels.
-- in:  causes (cause, item: code, is_hidden), codes (code, node)
-- out: cause, node, is_hidden
SELECT k.cause, c.node, k.is_hidden
FROM causes AS k
JOIN codes AS c ON c.code = k.item
