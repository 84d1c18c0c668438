-- Which rules above rho of one size are the surest, and how many records do they speak of? One row an item of a rule.
-- in:  above (set_id, hidden, both, support), members (set_id, item), labels (item, label)
-- out: place, label, hidden_label, both, support
SELECT w.place, l.label, h.label AS hidden_label, w.both, w.support
FROM (
  SELECT
    a.set_id, a.hidden, a.both, a.support,
    row_number() OVER (
      ORDER BY cast(a.both AS double) / nullif(a.support, 0) DESC, a.support DESC, a.set_id, a.hidden
    ) AS place
  FROM above AS a
) AS w
JOIN members AS m ON m.set_id = w.set_id
JOIN labels AS l ON l.item = m.item
JOIN labels AS h ON h.item = w.hidden
WHERE w.place <= $most
ORDER BY w.place, l.label
