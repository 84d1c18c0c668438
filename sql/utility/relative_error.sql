-- The mean relative error of the pairs that occur in the source or in what is compared with it: draw 1, where supports
-- are counted over $samples made-up originals, and draw 2.
-- in:  pair_supports (draw, band, item, other, support)
-- out: draw, band, error (no row where there is no pair)
-- Terrovitis et al., formula (3)
SELECT s.draw, s.band, avg(abs(s.original - s.released) / nullif((s.original + s.released) / 2, 0)) AS error
FROM (
  SELECT
    d.draw,
    p.band,
    sum(CASE WHEN p.draw = 0 THEN cast(p.support AS double) ELSE 0 END) AS original,
    sum(CASE WHEN p.draw = 0 THEN 0 ELSE cast(p.support AS double) END) / nullif(d.samples, 0) AS released
  FROM pair_supports AS p
  JOIN (VALUES (1, $samples), (2, 1)) AS d (draw, samples) ON p.draw = 0 OR p.draw = d.draw
  GROUP BY d.draw, d.samples, p.band, p.item, p.other
) AS s
GROUP BY s.draw, s.band
