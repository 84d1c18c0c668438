-- Which rules from a set to one more item have a confidence of at least $part / $whole?
-- in:  frequent (set_id, support, content), members (set_id, item), smaller (content, support): sets of one item less
-- out: known (the items of the set, as text), item
-- Agrawal and Srikant, with consequents of one item
SELECT k.known, k.item
FROM (
  SELECT f.set_id, f.support, m.item, string_agg(cast(n.item AS text), ',' ORDER BY n.item) AS known
  FROM frequent AS f
  JOIN members AS m ON m.set_id = f.set_id
  JOIN members AS n ON n.set_id = f.set_id AND n.item <> m.item
  GROUP BY f.set_id, f.support, m.item
) AS k
JOIN smaller AS s ON s.content = k.known
WHERE cast(k.support AS bigint) * $whole >= cast(s.support AS bigint) * $part
