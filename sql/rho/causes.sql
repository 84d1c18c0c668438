-- The items of the accepted rules, for the ledger.
-- in:  chosen (place, hidden), chosen_items (place, item), accepted (place)
-- out: cause, item, is_hidden
SELECT cast(c.place + $first AS integer) AS cause, i.item, CASE WHEN i.item = c.hidden THEN 1 ELSE 0 END AS is_hidden
FROM chosen AS c
JOIN chosen_items AS i ON i.place = c.place
SEMI JOIN accepted AS a ON a.place = c.place
