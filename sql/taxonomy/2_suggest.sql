-- Which items belong together? A first taxonomy for somebody who has none: items that occur together are put under one node.
-- Reads transactions, items.
-- phase: counting items that stand together

-- name: alike
-- Which items does each item stand with most often? At most $most of them. How alike two items are is the square of the
-- cosine of their columns: n * n / (n_one * n_other).
-- in:  transactions (record_id, item), items (item, label, support)
-- out: one, other (labels), likeness
SELECT a.label AS one, b.label AS other, k.likeness
FROM (
  SELECT
    p.one, p.other, p.likeness,
    row_number() OVER (PARTITION BY p.one ORDER BY p.likeness DESC, p.other) AS rank
  FROM (
    SELECT c.one, c.other, cast(c.n AS double) * c.n / nullif(x.support * y.support, 0) AS likeness
    FROM (
      SELECT s.item AS one, t.item AS other, count(*) AS n
      FROM transactions AS s
      JOIN transactions AS t ON t.record_id = s.record_id AND t.item <> s.item
      GROUP BY s.item, t.item
    ) AS c
    JOIN items AS x ON x.item = c.one
    JOIN items AS y ON y.item = c.other
  ) AS p
) AS k
JOIN items AS a ON a.item = k.one
JOIN items AS b ON b.item = k.other
WHERE k.rank <= $most
ORDER BY k.likeness DESC, a.label, b.label
