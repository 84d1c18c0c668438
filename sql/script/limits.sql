-- The limit of each hidden item: a rule about it may have a confidence of part / whole.
-- in:  hidden (item)
-- out: item, part, whole
SELECT h.item, $part AS part, $whole AS whole
FROM hidden AS h
