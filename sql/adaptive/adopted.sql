-- What are the groups called that take the place of others? Where one is not divided, it keeps its number.
-- in:  trials (trial_id, kind, group_id), winners (group_id, kind)
-- out: trial_id, group_id, old_id
SELECT t.trial_id, CASE WHEN t.kind = 2 THEN $first + t.trial_id ELSE t.group_id END AS group_id, t.group_id AS old_id
FROM trials AS t
JOIN winners AS w ON w.group_id = t.group_id AND w.kind = t.kind
