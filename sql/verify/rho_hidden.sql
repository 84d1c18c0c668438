-- Which released labels are sensitive?
-- in:  hidden (label), labels (item, label)
-- out: item
SELECT DISTINCT labels.item FROM hidden JOIN labels ON hidden.label = labels.label
