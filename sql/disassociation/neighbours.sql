-- Which clusters are neighbours when they are ordered by their (virtual) term chunks, first terms first? $width at a time,
-- counted from the first or, with a $shift, from further on.
-- in:  movable_terms (top_id, item), term_ranks (item, place)
-- out: top_id, window_id
SELECT k.top_id, (row_number() OVER (
    ORDER BY k.first_place, k.second_place, k.third_place, k.fourth_place, k.top_id
  ) + $shift - 1) // $width AS window_id
FROM (
  SELECT
    o.top_id,
    min(o.place) AS first_place,
    coalesce(max(CASE WHEN o.position = 2 THEN o.place END), 0) AS second_place,
    coalesce(max(CASE WHEN o.position = 3 THEN o.place END), 0) AS third_place,
    coalesce(max(CASE WHEN o.position = 4 THEN o.place END), 0) AS fourth_place
  FROM (
    SELECT d.top_id, d.place, row_number() OVER (PARTITION BY d.top_id ORDER BY d.place) AS position
    FROM (
      SELECT m.top_id, r.place
      FROM movable_terms AS m
      JOIN term_ranks AS r ON r.item = m.item
      GROUP BY m.top_id, r.place
    ) AS d
  ) AS o
  WHERE o.position <= 4
  GROUP BY o.top_id
) AS k
