-- The drawn sets of $size items with the numbers of the released labels; a set with a label that is not released is in
-- no released record.
-- in:  drawn (draw, item: label), labels (item, label)
-- out: set_id, item
WITH coded AS (SELECT drawn.draw, labels.item FROM drawn JOIN labels ON drawn.item = labels.label)
SELECT CAST(coded.draw AS INTEGER) AS set_id, coded.item
FROM coded
JOIN (SELECT draw FROM coded GROUP BY draw HAVING count(*) = $size) AS whole ON coded.draw = whole.draw
