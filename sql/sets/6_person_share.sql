-- How much of the records that show a label, or two labels together, is of one person? Where k persons have such records one of
-- them may still have nearly all, and whoever knows the labels guesses that person.
-- Reads shown (record_id, item), persons (record_id, person).
-- phase: counting how much of what is shown is of one person

-- name: of_labels
-- Of how many labels has one person more than half of the records, and the largest share of any?
-- in:  shown (record_id, item), persons (record_id, person)
-- out: sets, over_half, largest (0..1; 0 where nothing is shown)
SELECT
  count(*) AS sets,
  count(*) FILTER (WHERE 2 * c.most > c.n) AS over_half,
  coalesce(max(CAST(c.most AS DOUBLE) / nullif(c.n, 0)), 0) AS largest
FROM (
  SELECT o.item, sum(o.n) AS n, max(o.n) AS most
  FROM (
    SELECT s.item, p.person, count(*) AS n
    FROM shown AS s
    JOIN persons AS p ON p.record_id = s.record_id
    GROUP BY s.item, p.person
  ) AS o
  GROUP BY o.item
) AS c

-- name: pairs
-- How many pairs of labels do the records show?
-- in:  shown (record_id, item)
-- out: n
SELECT CAST(coalesce(sum(r.n * (r.n - 1) / 2), 0) AS BIGINT) AS n
FROM (SELECT CAST(count(*) AS BIGINT) AS n FROM shown AS s GROUP BY s.record_id) AS r

-- name: of_pairs
-- The same of pairs of labels. One part of $parts of them.
-- in:  shown (record_id, item), persons (record_id, person)
-- out: sets, over_half, largest
SELECT
  count(*) AS sets,
  count(*) FILTER (WHERE 2 * c.most > c.n) AS over_half,
  coalesce(max(CAST(c.most AS DOUBLE) / nullif(c.n, 0)), 0) AS largest
FROM (
  SELECT o.a, o.b, sum(o.n) AS n, max(o.n) AS most
  FROM (
    SELECT x.item AS a, y.item AS b, p.person, count(*) AS n
    FROM shown AS x
    JOIN shown AS y ON y.record_id = x.record_id AND y.item > x.item
    JOIN persons AS p ON p.record_id = x.record_id
    WHERE x.item % $parts = $part
    GROUP BY x.item, y.item, p.person
  ) AS o
  GROUP BY o.a, o.b
) AS c
