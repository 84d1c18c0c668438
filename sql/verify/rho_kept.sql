-- Which sets can lead to a larger one that tells something new: several records hold them, some with a sensitive label
-- besides?
-- in:  sets (set_id, prefix_id, item, support), confidences (set_id)
-- out: set_id, prefix_id, item, support
SELECT sets.set_id, sets.prefix_id, sets.item, sets.support
FROM sets JOIN (SELECT DISTINCT set_id FROM confidences) AS telling ON sets.set_id = telling.set_id
WHERE sets.support > 1
