-- How many labels are published, how many of them by fewer than $k records, and how often the rarest?
-- in:  labels (support)
-- out: n_labels, n_rare, smallest
SELECT count(*) AS n_labels, count(*) FILTER (WHERE support < $k) AS n_rare, min(support) AS smallest FROM labels
