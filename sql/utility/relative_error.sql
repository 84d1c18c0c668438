-- The mean relative error of the pairs that occur in the original or in the release, whose supports are counted over
-- $samples made-up originals.
-- in:  originals (item, other, support), released (item, other, support)
-- out: error (NULL where there is no pair)
-- Terrovitis et al., formula (3)
SELECT avg(
  abs(coalesce(o.support, 0) - coalesce(r.support, 0) / cast($samples AS double))
  / nullif((coalesce(o.support, 0) + coalesce(r.support, 0) / cast($samples AS double)) / 2, 0)
) AS error
FROM originals AS o
FULL JOIN released AS r ON r.item = o.item AND r.other = o.other
