-- The proposed groups as transactions of codes. A record that stands in several proposals is as many records.
-- in:  trial_occurrences (trial_id, record_id, node), trials (trial_id, kind), codes (code, trial_id, node)
-- out: record_id, item (the code)
SELECT DISTINCT cast(o.record_id * 8 + t.kind AS integer) AS record_id, c.code AS item
FROM trial_occurrences AS o
JOIN trials AS t ON t.trial_id = o.trial_id
JOIN codes AS c ON c.trial_id = o.trial_id AND c.node = o.node
