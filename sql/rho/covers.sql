-- Which records hold all of a chosen rule? One row for each item of the rule.
-- in:  chosen (place, set_id, hidden, held, item, needed), occurrences (record_id, set_id), sensitive_rows (record_id, item)
-- out: place, record_id, item, held (by so many records the rule is), needed (0 where the rule keeps the item)
SELECT
  cast(i.place AS integer) AS place,
  o.record_id,
  cast(i.item AS integer) AS item,
  cast(i.held AS integer) AS held,
  cast(i.needed AS integer) AS needed
FROM chosen AS c
JOIN occurrences AS o ON o.set_id = c.set_id
JOIN sensitive_rows AS h ON h.record_id = o.record_id AND h.item = c.hidden
JOIN chosen AS i ON i.place = c.place
WHERE c.item = c.hidden
