-- How many items do more than k records hold, and how many of them are in term chunks only?
-- in:  items (item, label, support), subrecords (item: label)
-- out: frequent, lost
-- Terrovitis et al., section 7.1 (tlost)
SELECT count(*) AS frequent, count(*) FILTER (WHERE s.item IS NULL) AS lost
FROM items AS i
LEFT JOIN (SELECT DISTINCT r.item FROM subrecords AS r) AS s ON s.item = i.label
WHERE i.support > $k
