SELECT
  k.top_id,
  DIV(
    (
      ROW_NUMBER() OVER (ORDER BY k.first_place, k.second_place, k.third_place, k.fourth_place, k.top_id) + 11 - 1
    ),
    12
  ) AS window_id
FROM (
  SELECT
    o.top_id,
    MIN(o.place) AS first_place,
    COALESCE(MAX(CASE WHEN o.position = 2 THEN o.place END), 0) AS second_place,
    COALESCE(MAX(CASE WHEN o.position = 3 THEN o.place END), 0) AS third_place,
    COALESCE(MAX(CASE WHEN o.position = 4 THEN o.place END), 0) AS fourth_place
  FROM (
    SELECT
      d.top_id,
      d.place,
      ROW_NUMBER() OVER (PARTITION BY d.top_id ORDER BY d.place) AS position
    FROM (
      SELECT
        m.top_id,
        r.place
      FROM "movable_terms" AS m
      JOIN "term_ranks" AS r
        ON r.item = m.item
      GROUP BY
        m.top_id,
        r.place
    ) AS d
  ) AS o
  WHERE
    o.position <= 4
  GROUP BY
    o.top_id
) AS k
