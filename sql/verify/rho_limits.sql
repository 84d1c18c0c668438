-- The thresholds of the sensitive labels that are released.
-- in:  limits (label, part, whole), labels (item, label)
-- out: item, part, whole
SELECT labels.item, limits.part, limits.whole FROM limits JOIN labels ON limits.label = labels.label
