-- Each label of each proposed group as an item of its own, numbered by falling support: then groups have nothing in
-- common, and all of them can be made safe at once.
-- in:  trial_occurrences (trial_id, record_id, node)
-- out: code, trial_id, node
SELECT
  cast(row_number() OVER (ORDER BY c.support DESC, c.trial_id, c.node) AS integer) AS code, c.trial_id, c.node
FROM (
  SELECT o.trial_id, o.node, count(DISTINCT o.record_id) AS support
  FROM trial_occurrences AS o
  GROUP BY o.trial_id, o.node
) AS c
