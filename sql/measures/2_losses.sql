-- What records lose: NCP, LM and what is suppressed; the change of frequencies; how general labels are.
-- Reads what published_labels made.
-- Liu and Wang, section 2 (NCP); Nakagawa, Arai, Nakagawa, formulas (5) and (6).
-- phase: measuring what labels cost

-- name: losses
-- How much of the source is left, and how much is lost by generalizing what is left? A label keeps n of the holders
-- records that held something under it; the same share of its occurrences counts as kept.
-- in:  published_nodes (node, n, leaves, is_item), originals (node, occurrences, holders), $leaves: all leaves
-- out: kept (occurrences), ncp (sum over kept occurrences), lm (likewise), released_ncp and released_lm (likewise over
--      released rows, which anybody can compute who has the release and the taxonomy)
-- source: Liu and Wang (k^m-anonymity by generalization and suppression), section 2
SELECT
    coalesce(sum(share * occurrences), 0) AS kept,
    coalesce(sum(share * occurrences * CASE WHEN is_item = 1 THEN 0 ELSE leaves END) / $leaves, 0) AS ncp,
    coalesce(sum(share * occurrences * (leaves - 1)) / nullif($leaves - 1, 0), 0) AS lm,
    coalesce(sum(n * CASE WHEN is_item = 1 THEN 0.0 ELSE leaves END) / $leaves, 0) AS released_ncp,
    coalesce(sum(n * (leaves - 1.0)) / nullif($leaves - 1, 0), 0) AS released_lm
FROM (
    SELECT p.is_item, p.leaves, o.occurrences, cast(p.n AS DOUBLE) AS n, cast(p.n AS DOUBLE) / nullif(o.holders, 0) AS share
    FROM published_nodes AS p JOIN originals AS o ON p.node = o.node) AS labels

-- name: bits
-- How many nats tell the items from all rows, and how many are lost? A generalized item is told from the rows under its
-- label no more, a suppressed one from no row. (Of a label that fewer records hold than could, as much is suppressed.)
-- in:  items (item, support), recoded (item, node), published_nodes (node, n), originals (node, occurrences, holders),
--      $n_rows: all rows
-- out: everything, lost
SELECT
    sum(f.support * (ln(cast($n_rows AS DOUBLE)) - ln(f.support))) AS everything,
    sum(f.support * (f.share * ln(f.under) + (1 - f.share) * ln(cast($n_rows AS DOUBLE)) - ln(f.support))) AS lost
FROM (
    SELECT
        cast(i.support AS DOUBLE) AS support, coalesce(cast(p.n AS DOUBLE) / nullif(o.holders, 0), 0) AS share,
        coalesce(cast(o.occurrences AS DOUBLE), i.support) AS under
    FROM items AS i
    LEFT JOIN recoded AS r ON i.item = r.item
    LEFT JOIN published_nodes AS p ON r.node = p.node
    LEFT JOIN originals AS o ON r.node = o.node) AS f

-- name: divergence
-- How far is the release's frequency of items from the source's? (Kullback-Leibler, natural logarithm.) The frequency of
-- a label is spread evenly over the items of the source under it.
-- in:  items (item, support), recoded (item, node), published_nodes (node, n), originals (node, n_items)
-- out: divergence (NULL for an empty release)
-- source: Nakagawa et al. (personalized rho-uncertainty), formula (6)
WITH totals AS (
    SELECT
        (SELECT cast(sum(support) AS DOUBLE) FROM items) AS source_rows,
        (SELECT cast(sum(n) AS DOUBLE) FROM published_nodes) AS release_rows),
frequencies AS (
    SELECT
        items.item, max(items.support / nullif(totals.source_rows, 0)) AS before,
        sum(cast(p.n AS DOUBLE) / nullif(o.n_items, 0) / nullif(totals.release_rows, 0)) AS after
    FROM items
    JOIN recoded ON items.item = recoded.item
    JOIN published_nodes AS p ON recoded.node = p.node
    JOIN originals AS o ON recoded.node = o.node
    CROSS JOIN totals
    GROUP BY items.item)
SELECT sum(after * ln(after / nullif(before, 0))) AS divergence FROM frequencies

-- name: depths
-- At which depth of the taxonomy do the published labels stand?
-- in:  published_nodes (node, n, depth, is_item)
-- out: depth, n_labels, n_rows, n_items (labels that are items of the source as they are), n_item_rows (their rows)
SELECT depth, count(*) AS n_labels, sum(n) AS n_rows, sum(is_item) AS n_items, sum(n * is_item) AS n_item_rows
FROM published_nodes GROUP BY depth ORDER BY depth
