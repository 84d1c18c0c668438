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
