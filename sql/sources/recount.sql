-- Number the items again by their true supports, once repeated rows are gone.
-- in:  coded, items(item, label)
-- out: old_item, item, label, support
SELECT
  items.item AS old_item,
  cast(row_number() OVER (ORDER BY counted.support DESC, items.label) AS INTEGER) AS item,
  items.label AS label,
  counted.support AS support
FROM items
JOIN (SELECT item, count(*) AS support FROM coded GROUP BY item) AS counted ON counted.item = items.item
