-- The thresholds of sensitive labels in each group that holds them.
-- in:  lines (item, group_id), limits (label, part, whole)
-- out: label, part, whole
SELECT DISTINCT concat(lines.group_id, ':', lines.item) AS label, limits.part, limits.whole
FROM lines JOIN limits ON lines.item = limits.label
