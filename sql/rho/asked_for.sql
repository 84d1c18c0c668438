-- Which rules tell something of a person who wants it hidden: the person holds the set?
-- in:  rules (set_id, hidden, both, support), occurrences (record_id, set_id), wishes (record_id, item)
-- out: set_id, hidden, both, support
-- Nakagawa et al., Definition 3
SELECT r.set_id, r.hidden, r.both, r.support
FROM rules AS r
SEMI JOIN (
  SELECT DISTINCT a.set_id, a.hidden
  FROM rules AS a
  JOIN occurrences AS o ON o.set_id = a.set_id
  JOIN wishes AS w ON w.record_id = o.record_id AND w.item = a.hidden
) AS k ON k.set_id = r.set_id AND k.hidden = r.hidden
