-- Sensitivity-adaptive rho-uncertainty: the recount of rho in all groups together, and in each group by itself.
-- Has each row a group, and each record one? The thresholds that the manifest lists; then, for each group by itself, the
-- labels of different groups are told apart (apart), and so are the thresholds (limits_apart).
-- phase: recounting rules in groups

-- name: group_faults
-- How many rows have no group, and how many records stand in several groups?
-- in:  lines (record_id, group_id)
-- out: n_without, n_several
SELECT
    count(*) FILTER (WHERE group_id IS NULL) AS n_without,
    count(DISTINCT record_id) FILTER (WHERE first_group <> last_group) AS n_several
FROM (
    SELECT
        record_id, group_id,
        min(group_id) OVER (PARTITION BY record_id) AS first_group,
        max(group_id) OVER (PARTITION BY record_id) AS last_group
    FROM lines) AS spans

-- name: group_count
-- How many groups are there?
-- in:  lines (group_id)
-- out: n
SELECT count(DISTINCT group_id) AS n FROM lines

-- name: given_limits
-- The thresholds that a manifest lists, as numbers.
-- in:  given (label, limit_num: text, limit_den: text)
-- out: label, limit_num, limit_den
SELECT label, CAST(limit_num AS DECIMAL(38, 0)) AS limit_num, CAST(limit_den AS DECIMAL(38, 0)) AS limit_den FROM given

-- name: apart
-- The release with the labels of different groups told apart: then its groups have nothing in common.
-- in:  lines (record_id, item, group_id)
-- out: record_id, item
SELECT l.record_id, concat(l.group_id, ':', l.item) AS item
FROM lines AS l
WHERE l.item IS NOT NULL AND l.group_id IS NOT NULL

-- name: limits_apart
-- The thresholds of sensitive labels in each group that holds them.
-- in:  lines (item, group_id), limits (label, limit_num, limit_den)
-- out: label, limit_num, limit_den
SELECT DISTINCT concat(lines.group_id, ':', lines.item) AS label, limits.limit_num, limits.limit_den
FROM lines JOIN limits ON lines.item = limits.label
