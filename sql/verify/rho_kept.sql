-- Which sets can lead to a larger one that tells something new: several records hold them, some with a sensitive label
-- besides?
-- in:  confidences (set_id, support)
-- out: set_id, support
SELECT DISTINCT set_id, support FROM confidences WHERE support > 1
