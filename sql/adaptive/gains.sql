-- What is gained by specializing each label, by the blame for it now and for its children in the proposal?
-- in:  labels (group_id, node), blame (group_id, node, blame): now, trial_blame (trial_id, node, blame),
--      trials (trial_id, kind, group_id), nodes (node, parent)
-- out: group_id, node, gain
SELECT l.group_id, l.node, coalesce(b.blame, 0) - coalesce(c.blame, 0) AS gain
FROM labels AS l
LEFT JOIN blame AS b ON b.group_id = l.group_id AND b.node = l.node
LEFT JOIN (
  SELECT t.group_id, n.parent AS node, sum(x.blame) AS blame
  FROM trial_blame AS x
  JOIN trials AS t ON t.trial_id = x.trial_id
  JOIN nodes AS n ON n.node = x.node
  WHERE t.kind = $kind
  GROUP BY t.group_id, n.parent
) AS c ON c.group_id = l.group_id AND c.node = l.node
