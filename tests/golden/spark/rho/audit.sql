-- name: worst_rules
SELECT
  w.rank,
  l.label,
  h.label AS sensitive_label,
  w.support_with_sensitive,
  w.support
FROM (
  SELECT
    a.set_id,
    a.sensitive_item,
    a.support_with_sensitive,
    a.support,
    ROW_NUMBER() OVER (
      ORDER BY CAST(a.support_with_sensitive AS DOUBLE) / NULLIF(a.support, 0) DESC, a.support DESC, a.set_id NULLS LAST, a.sensitive_item NULLS LAST
    ) AS rank
  FROM `above` AS a
) AS w
JOIN `members` AS m
  ON m.set_id = w.set_id
JOIN `labels` AS l
  ON l.item = m.item
JOIN `labels` AS h
  ON h.item = w.sensitive_item
WHERE
  w.rank <= 11
ORDER BY
  w.rank NULLS LAST,
  l.label NULLS LAST
