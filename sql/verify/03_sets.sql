-- k^m-anonymity: is each set of at most m labels that occurs held by k records?
-- First the labels by themselves. Where m is the longest record or more, only whole records are looked at
-- (21_whole_records). Else sets grow by one later label at a time: their supports, how many are under k, which of them can
-- lead to a larger one that is too rare, and where these occur. Why the others need not grow is proved in setanon_sql/models/km/recount_records.py.
-- Liu and Wang, Definition 1.
-- phase: recounting sets that few records hold

-- name: rare_labels
-- How many labels are published, how many of them by fewer than $k records, and how often the rarest?
-- in:  labels (support)
-- out: n_labels, n_rare, smallest
SELECT count(*) AS n_labels, count(*) FILTER (WHERE support < $k) AS n_rare, min(support) AS smallest FROM labels

-- name: longest
-- How many items does the longest record hold?
-- in:  transactions (record_id, item)
-- out: n
SELECT max(n) AS n FROM (SELECT count(*) AS n FROM transactions GROUP BY record_id) AS lengths

-- name: single_items
-- Where do the sets of one item occur? An item that only records with $k equals or more hold needs no extension.
-- in:  transactions (record_id, item, weight)
-- out: record_id, set_id, item (the last of the set), weight, support (of the set)
WITH kept AS (
    SELECT item, sum(weight) AS support FROM transactions GROUP BY item HAVING min(weight) < $k)
SELECT t.record_id, t.item AS set_id, t.item, t.weight, CAST(kept.support AS INTEGER) AS support
FROM transactions AS t JOIN kept ON t.item = kept.item

-- name: extensions
-- How often does each set occur together with a later item of its records?
-- in:  occurrences (record_id, set_id, item, weight, support), transactions (record_id, item)
-- out: set_id, item (the one added), support, prefix_support, lightest (smallest weight among its records)
SELECT
    o.set_id, t.item,
    CAST(sum(o.weight) AS INTEGER) AS support,
    max(o.support) AS prefix_support,
    min(o.weight) AS lightest
FROM occurrences AS o JOIN transactions AS t ON o.record_id = t.record_id AND t.item > o.item
GROUP BY o.set_id, t.item

-- name: below
-- How many sets were counted, and how many of them are held by fewer than $k records?
-- in:  extensions (support)
-- out: n_sets, n_below
SELECT count(*) AS n_sets, count(*) FILTER (WHERE support < $k) AS n_below FROM extensions

-- name: kept
-- Which sets can still lead to a larger one that is too rare?
-- in:  extensions (set_id, item, support, prefix_support, lightest)
-- out: set_id (new), prefix_id, item, support
SELECT CAST(row_number() OVER (ORDER BY set_id, item) AS INTEGER) AS set_id, set_id AS prefix_id, item, support
FROM extensions WHERE lightest < $k AND support < prefix_support

-- name: occurrences
-- Where do the kept sets occur?
-- in:  occurrences (record_id, set_id, item, weight), transactions (record_id, item), kept (set_id, prefix_id, item)
-- out: record_id, set_id, item (the last of the set), weight, support
SELECT o.record_id, kept.set_id, kept.item, o.weight, kept.support
FROM occurrences AS o
JOIN transactions AS t ON o.record_id = t.record_id AND t.item > o.item
JOIN kept
  ON pair_key(kept.prefix_id, kept.item) = pair_key(o.set_id, t.item)
