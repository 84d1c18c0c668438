-- The labels of a release, numbered.
-- in:  subrecords (item: label), terms (item: label)
-- out: item, label
SELECT row_number() OVER (ORDER BY u.item) AS item, u.item AS label
FROM (SELECT s.item FROM subrecords AS s UNION SELECT t.item FROM terms AS t) AS u
