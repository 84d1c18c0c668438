-- Safe disassociation, the items that leave a chunk: into a chunk of their own, into the term chunk, or suppressed.
-- best and separate: each to a chunk of its own (separated). demote: to the term chunk where no other chunk has the item
-- (barred_terms, demoted_items). suppress: nowhere, but a cluster that then needs a term gets one
-- (clusters_needing_term, suppressed_items).
-- Then the subrecords to look at again, the new terms, and the chunks without these items: back to safe_covered.
-- Awad et al., section 5.2.2; Terrovitis et al., section 5, Lemma 2 and Property 1.
-- phase: moving covered items to other chunks

-- name: separated_items
-- Items that leave their chunk, each for a chunk of its own.
-- in:  leaving (cluster_id, item)
-- out: cluster_id, item, outcome (own: a chunk of its own, term: the term chunk, suppressed)
SELECT l.cluster_id, l.item, 'own' AS outcome
FROM leaving AS l

-- name: barred_terms
-- Which items cannot become terms: those that another chunk, at, above or below the cluster, holds, too?
-- in:  leaving (cluster_id, item), all_chunks (cluster_id, item), joints (joint_id, leaf_id)
-- out: cluster_id, item
WITH homes AS (
  SELECT DISTINCT j.leaf_id, j.leaf_id AS home_id FROM joints AS j
  UNION ALL
  SELECT u.leaf_id, u.joint_id AS home_id FROM joints AS u
)
SELECT DISTINCT l.cluster_id, l.item
FROM leaving AS l
JOIN homes AS h ON h.home_id = l.cluster_id
JOIN homes AS o ON o.leaf_id = h.leaf_id AND o.home_id <> h.home_id
JOIN all_chunks AS c ON c.cluster_id = o.home_id AND c.item = l.item

-- name: demoted_items
-- Items that leave their chunk for the term chunk, or for a chunk of their own where they are barred from it.
-- in:  leaving (cluster_id, item), barred (cluster_id, item)
-- out: cluster_id, item, outcome
SELECT l.cluster_id, l.item, CASE WHEN b.item IS NULL THEN 'term' ELSE 'own' END AS outcome
FROM leaving AS l
LEFT JOIN barred AS b ON b.cluster_id = l.cluster_id AND b.item = l.item

-- name: clusters_needing_term
-- Which clusters need a term: those without one (but for sensitive items) that have too few subrecords?
-- in:  unfilled (cluster_id), terms (cluster_id, item), sensitive (item)
-- out: cluster_id
-- Terrovitis et al., Lemma 2
SELECT DISTINCT u.cluster_id
FROM unfilled AS u
ANTI JOIN (
  SELECT o.cluster_id FROM terms AS o ANTI JOIN sensitive AS s ON s.item = o.item
) AS t ON t.cluster_id = u.cluster_id

-- name: suppressed_items
-- Items that are suppressed in their cluster. Where the cluster then needs a term, the rarest that may become one does;
-- where none may, all of them get chunks of their own instead.
-- in:  leaving (cluster_id, chunk, item), item_counts (cluster_id, chunk, item, support), barred (cluster_id, item),
--      clusters_needing_term (cluster_id)
-- out: cluster_id, item, outcome
SELECT
  o.cluster_id, o.item,
  CASE
    WHEN o.needing_id IS NULL OR (o.free > 0 AND o.rank > 1) THEN 'suppressed'
    WHEN o.free > 0 THEN 'term'
    ELSE 'own'
  END AS outcome
FROM (
  SELECT
    l.cluster_id, l.item, n.cluster_id AS needing_id,
    count(CASE WHEN b.item IS NULL THEN 1 END) OVER (PARTITION BY l.cluster_id) AS free,
    row_number() OVER (
      PARTITION BY l.cluster_id ORDER BY CASE WHEN b.item IS NULL THEN 0 ELSE 1 END, c.support, l.item DESC
    ) AS rank
  FROM leaving AS l
  JOIN item_counts AS c ON c.cluster_id = l.cluster_id AND c.chunk = l.chunk AND c.item = l.item
  LEFT JOIN barred AS b ON b.cluster_id = l.cluster_id AND b.item = l.item
  LEFT JOIN clusters_needing_term AS n ON n.cluster_id = l.cluster_id
) AS o

-- name: next_open_rows
-- The subrecords of the chunks that items have left, to be looked at again.
-- in:  open_rows (cluster_id, chunk, record_id, item), leaving (cluster_id, item)
-- out: cluster_id, chunk, record_id, item
SELECT o.cluster_id, o.chunk, o.record_id, o.item
FROM open_rows AS o
ANTI JOIN leaving AS l ON l.cluster_id = o.cluster_id AND l.item = o.item

-- name: new_terms
-- Which items become terms of which simple clusters?
-- in:  chunk_rows (cluster_id, record_id, item), moves (cluster_id, item, outcome), clusters (record_id, cluster_id)
-- out: cluster_id, item, support (in the simple cluster)
SELECT c.cluster_id, r.item, count(*) AS support
FROM chunk_rows AS r
JOIN moves AS m ON m.cluster_id = r.cluster_id AND m.item = r.item AND m.outcome = 'term'
JOIN clusters AS c ON c.record_id = r.record_id
GROUP BY c.cluster_id, r.item

-- name: next_chunks
-- Which item is in which chunk, after some have left theirs? A chunk of its own has the negative number of its item.
-- in:  chunks (cluster_id, item, chunk, support), moves (cluster_id, item, outcome)
-- out: cluster_id, item, chunk, support
SELECT h.cluster_id, h.item, CASE WHEN m.item IS NULL THEN h.chunk ELSE -h.item END AS chunk, h.support
FROM chunks AS h
LEFT JOIN moves AS m ON m.cluster_id = h.cluster_id AND m.item = h.item
WHERE m.item IS NULL OR m.outcome = 'own'
