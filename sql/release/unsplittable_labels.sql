-- How many published labels cannot stand in a line whose items $separator splits?
-- in:  published (record_id, item), labels (item, label)
-- out: n
SELECT count(*) AS n
FROM (SELECT DISTINCT item FROM published) AS used JOIN labels ON used.item = labels.item
WHERE strpos(labels.label, $separator) > 0 OR strpos(labels.label, chr(10)) > 0 OR strpos(labels.label, chr(13)) > 0
