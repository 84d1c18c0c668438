-- Which confidences are above the threshold of their label? Compared in whole numbers; too many digits are an error.
-- in:  confidences (set_id, hidden, joint, support), limits (item, part, whole)
-- out: set_id, hidden
SELECT confidences.set_id, confidences.hidden
FROM confidences
JOIN limits ON confidences.hidden = limits.item
WHERE confidences.joint * limits.whole > confidences.support * limits.part
