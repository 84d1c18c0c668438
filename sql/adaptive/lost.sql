-- What was suppressed in the proposed groups.
-- in:  suppressed (record_id, item: code, cause), codes (code, trial_id, node), trials (trial_id, kind)
-- out: trial_id, record_id, node, cause
SELECT c.trial_id, cast((s.record_id - t.kind) / 8 AS integer) AS record_id, c.node, s.cause
FROM suppressed AS s
JOIN codes AS c ON c.code = s.item
JOIN trials AS t ON t.trial_id = c.trial_id
