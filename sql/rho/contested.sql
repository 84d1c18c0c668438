-- Which chosen rules hold in records which an earlier one would take an item of theirs from?
-- in:  picks (place, record_id, item), covers (place, record_id, item)
-- out: place, record_id, item, earlier (the place of the first that would take it)
SELECT v.place, v.record_id, v.item, e.place AS earlier
FROM covers AS v
JOIN (
  SELECT p.record_id, p.item, min(p.place) AS place
  FROM picks AS p
  GROUP BY p.record_id, p.item
) AS e ON e.record_id = v.record_id AND e.item = v.item AND e.place < v.place
