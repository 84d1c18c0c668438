-- The groups that are proposed, numbered after $first.
-- in:  proposal (kind, group_id, part)
-- out: trial_id, kind, group_id, part
SELECT
  cast(row_number() OVER (ORDER BY p.kind, p.group_id, p.part) + $first AS integer) AS trial_id,
  p.kind, p.group_id, p.part
FROM (SELECT DISTINCT r.kind, r.group_id, r.part FROM proposal AS r) AS p
