-- In which order do terms count when clusters are put side by side? Those in most (virtual) term chunks come first.
-- in:  movable_terms (top_id, item)
-- out: item, place (from 1)
-- Terrovitis et al., section 4, algorithm REFINE (term chunk support)
SELECT c.item, row_number() OVER (ORDER BY c.chunks DESC, c.item) AS place
FROM (
  SELECT m.item, count(DISTINCT m.top_id) AS chunks
  FROM movable_terms AS m
  GROUP BY m.item
) AS c
WHERE c.chunks > 1
