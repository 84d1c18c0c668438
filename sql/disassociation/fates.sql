-- What happens to what is left of the groups: how many join parts, how many are chopped?
-- in:  remainder_groups (split, part_id)
-- out: joining, chopped
SELECT
  count(*) FILTER (WHERE g.part_id IS NULL) AS joining,
  count(*) FILTER (WHERE g.split = 0) AS chopped
FROM remainder_groups AS g
