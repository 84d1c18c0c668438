-- How many records hold each pair of the items from $first to $last?
-- in:  rows (record_id, item)
-- out: item, other, support
SELECT a.item, b.item AS other, count(*) AS support
FROM rows AS a
JOIN rows AS b ON b.record_id = a.record_id AND b.item > a.item AND b.item <= $last
WHERE a.item >= $first AND a.item <= $last
GROUP BY a.item, b.item
