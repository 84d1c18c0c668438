-- How many sampled subsets are there, and how many of them do fewer than k records hold?
-- in:  transactions (record_id, item), subsets (record_id, item) of $size items each
-- out: sampled, below_k
SELECT count(*) AS sampled, count(*) FILTER (WHERE s.support < $k) AS below_k
FROM (
  SELECT h.subset_id, count(*) AS support
  FROM (
    SELECT s.record_id AS subset_id, t.record_id
    FROM subsets AS s
    JOIN transactions AS t ON t.item = s.item
    GROUP BY s.record_id, t.record_id
    HAVING count(*) = $size
  ) AS h
  GROUP BY h.subset_id
) AS s
