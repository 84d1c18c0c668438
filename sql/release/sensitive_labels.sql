-- Which published labels are sensitive for everybody?
-- in:  published (item), labels (item, label), hidden (label)
-- out: label
SELECT DISTINCT labels.label
FROM published
JOIN labels ON published.item = labels.item
JOIN hidden ON labels.label = hidden.label
ORDER BY labels.label
