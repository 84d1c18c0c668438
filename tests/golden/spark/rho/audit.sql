-- name: worst_rules
SELECT
  w.place,
  l.label,
  h.label AS hidden_label,
  w.both,
  w.support
FROM (
  SELECT
    a.set_id,
    a.hidden,
    a.both,
    a.support,
    ROW_NUMBER() OVER (
      ORDER BY CAST(a.both AS DOUBLE) / NULLIF(a.support, 0) DESC, a.support DESC, a.set_id NULLS LAST, a.hidden NULLS LAST
    ) AS place
  FROM `above` AS a
) AS w
JOIN `members` AS m
  ON m.set_id = w.set_id
JOIN `labels` AS l
  ON l.item = m.item
JOIN `labels` AS h
  ON h.item = w.hidden
WHERE
  w.place <= 11
ORDER BY
  w.place NULLS LAST,
  l.label NULLS LAST
