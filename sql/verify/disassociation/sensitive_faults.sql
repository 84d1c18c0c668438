-- How many of the items that are to be in term chunks only are in a record or shared chunk?
-- in:  subrecords (item), sensitive (label)
-- out: faults
SELECT count(*) AS faults
FROM (SELECT DISTINCT s.item FROM subrecords AS s) AS i
SEMI JOIN sensitive AS h ON h.label = i.item
