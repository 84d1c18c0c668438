-- Which bits belong to records that are not known to be at risk?
-- in:  slots (record_id, word_id, bit), at_risk (record_id)
-- out: word_id, mask
SELECT s.word_id, bit_or(s.bit) AS mask
FROM slots AS s
ANTI JOIN at_risk AS r ON r.record_id = s.record_id
GROUP BY s.word_id
