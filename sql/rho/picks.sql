-- In which records does each chosen rule lose its item? In those where the loss serves most other rules, then by lot.
-- in:  chosen (place, item, needed), covers (place, record_id), chosen_items (place, item),
--      lottery (record_id, ticket)
-- out: place, record_id, item
-- Nakagawa et al., Algorithm 1, lines 12 to 14
SELECT k.place, k.record_id, k.item
FROM (
  SELECT
    c.place, v.record_id, c.item, c.needed,
    row_number() OVER (PARTITION BY c.place ORDER BY s.served DESC, l.ticket) AS rank
  FROM chosen AS c
  JOIN covers AS v ON v.place = c.place
  JOIN (
    SELECT u.record_id, i.item, count(*) AS served
    FROM covers AS u
    JOIN chosen_items AS i ON i.place = u.place
    GROUP BY u.record_id, i.item
  ) AS s ON s.record_id = v.record_id AND s.item = c.item
  JOIN lottery AS l ON l.record_id = v.record_id
) AS k
WHERE k.rank <= k.needed
