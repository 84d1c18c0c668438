-- Which tied sets have come loose: two records or more hold them, and more hold every subset that they were tied to?
-- in:  ties (set_id, sub_id), rules (set_id, support)
-- out: set_id
SELECT t.set_id
FROM ties AS t
JOIN (SELECT DISTINCT r.set_id, r.support FROM rules AS r) AS n ON n.set_id = t.set_id
JOIN (SELECT DISTINCT r.set_id, r.support FROM rules AS r) AS p ON p.set_id = t.sub_id
GROUP BY t.set_id, n.support
HAVING min(p.support) > n.support AND n.support >= 2
