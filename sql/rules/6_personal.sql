-- Personal wishes: which sensitive items follow about which records, and which of these does the person want hidden?
-- 1. Of very many wishes only these are joined with rules. 2. In later rounds of SUPPRESSOR only those that are new.
-- Nakagawa, Arai, Nakagawa, Definitions 2 and 3.
-- phase: counting rules about personal wishes

-- name: rule_targets
-- Which items follow about which record, from the sets that it holds?
-- in:  rules (set_id, sensitive_item), occurrences (record_id, set_id)
-- out: record_id, item
SELECT DISTINCT o.record_id, r.sensitive_item AS item
FROM rules AS r
JOIN occurrences AS o ON o.set_id = r.set_id

-- name: targeted_wishes
-- Which wishes concern an item that follows about the person?
-- in:  wishes (record_id, item), rule_targets (record_id, item)
-- out: record_id, item
SELECT w.record_id, w.item
FROM wishes AS w
SEMI JOIN rule_targets AS t ON t.record_id = w.record_id AND t.item = w.item

-- name: new_rule_targets
-- Which items follow about which record, from the sets that it holds, that did not before?
-- in:  rules (set_id, sensitive_item), occurrences (record_id, set_id), rule_targets (record_id, item)
-- out: record_id, item
SELECT k.record_id, k.item
FROM (
  SELECT DISTINCT o.record_id, r.sensitive_item AS item
  FROM rules AS r
  JOIN occurrences AS o ON o.set_id = r.set_id
) AS k
ANTI JOIN rule_targets AS a ON a.record_id = k.record_id AND a.item = k.item
