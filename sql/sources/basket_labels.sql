-- Which pieces of lines are there, how many rows hold each, and which item is meant: the $blanks around it and its
-- quotes are taken away, so that different pieces may have one label.
-- in:  pairs
-- out: source_item, label, n
SELECT
  source_item,
  CASE
    WHEN substr(bare, 1, 1) = '"' AND substr(bare, length(bare), 1) = '"' AND length(bare) > 1
    THEN replace(substr(bare, 2, length(bare) - 2), '""', '"')
    ELSE bare
  END AS label,
  n
FROM (SELECT item AS source_item, trim(item, $blanks) AS bare, count(*) AS n FROM pairs GROUP BY item) AS counted
