SELECT
  t.trial_id,
  p.record_id,
  p.item,
  p.node
FROM "proposal" AS p
JOIN "trials" AS t
  ON t.kind = p.kind AND t.group_id = p.group_id AND t.part = p.part
