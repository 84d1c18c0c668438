-- How much of the source is left, and how much is lost by generalizing what is left? A label keeps n of the holders
-- records that held something under it; the same share of its occurrences counts as kept.
-- in:  published_nodes (node, n, leaves, is_item), originals (node, occurrences, holders), all leaves $leaves
-- out: kept (occurrences), ncp (sum over kept occurrences), lm (likewise)
-- source: Liu and Wang (k^m-anonymity by generalization and suppression), section 2
SELECT
    coalesce(sum(share * occurrences), 0) AS kept,
    coalesce(sum(share * occurrences * CASE WHEN is_item = 1 THEN 0 ELSE leaves END) / $leaves, 0) AS ncp,
    coalesce(sum(share * occurrences * (leaves - 1)) / nullif($leaves - 1, 0), 0) AS lm
FROM (
    SELECT p.is_item, p.leaves, o.occurrences, cast(p.n AS DOUBLE) / nullif(o.holders, 0) AS share
    FROM published_nodes AS p JOIN originals AS o ON p.node = o.node) AS labels
