-- VERPART, start: which items of which cluster may stand in a chunk, and which sets of them may not stand together.
-- The number of each record in its cluster (positions); the rows of each cluster; the support of each item in its cluster;
-- the items with a support of k or more (nodes). The records of a node are bits in words: so all sets of at most m nodes
-- are counted (sql/counting), and the minimal sets that fewer than k records hold are the clashes.
-- Terrovitis et al., section 4, algorithm VERPART, lines 1 to 7, and the k^m-anonymity of line 12.
-- phase: preparing the items of each cluster

-- name: positions
-- Which number has each record in its cluster?
-- in:  clusters (record_id, cluster_id)
-- out: record_id, cluster_id, position (of the record in its cluster, from 0)
SELECT
  r.record_id,
  r.cluster_id,
  cast(row_number() OVER (PARTITION BY r.cluster_id ORDER BY r.record_id) - 1 AS integer) AS position
FROM clusters AS r

-- name: cluster_rows
-- Which record of which cluster holds which item?
-- in:  transactions (record_id, item), positions (record_id, cluster_id, position)
-- out: record_id, cluster_id, item, position (of the record in its cluster, from 0)
SELECT t.record_id, c.cluster_id, t.item, c.position
FROM transactions AS t
JOIN positions AS c ON c.record_id = t.record_id

-- name: cluster_supports
-- How many records of each cluster hold each of its items?
-- in:  cluster_rows (record_id, cluster_id, item)
-- out: cluster_id, item, support
-- Terrovitis et al., algorithm VERPART, lines 2 and 3
SELECT c.cluster_id, c.item, cast(count(*) AS integer) AS support
FROM cluster_rows AS c
GROUP BY c.cluster_id, c.item

-- name: nodes
-- Which items of which cluster are frequent enough for a chunk? Each is a node; nodes are numbered cluster by cluster,
-- items that are needed together first, then the most frequent item. So many ($most) after each other are a block: only
-- nodes of one block may share a chunk.
-- in:  cluster_supports (cluster_id, item, support), sensitive (item), together (item)
-- out: node_id, cluster_id, item, support (in the cluster), block_id (its first node)
-- Terrovitis et al., algorithm VERPART, lines 4 and 5; blocks are ours
SELECT
  n.node_id,
  n.cluster_id,
  n.item,
  n.support,
  n.node_id - (row_number() OVER (PARTITION BY n.cluster_id ORDER BY n.node_id) - 1) % $most AS block_id
FROM (
  SELECT
    cast(
      row_number() OVER (
        ORDER BY c.cluster_id, CASE WHEN t.item IS NULL THEN 1 ELSE 0 END, c.support DESC, c.item
      ) AS bigint
    ) AS node_id,
    c.cluster_id,
    c.item,
    c.support
  FROM cluster_supports AS c
  ANTI JOIN sensitive AS s ON s.item = c.item
  LEFT JOIN together AS t ON t.item = c.item
  WHERE c.support >= $k
) AS n

-- name: node_items
-- The nodes as items whose sets are counted.
-- in:  nodes (node_id, support)
-- out: gen_id, parent_id (0: the empty set), item, source_item (all the node), support
SELECT n.node_id AS gen_id, 0 AS parent_id, n.node_id AS item, n.node_id AS source_item, n.support
FROM nodes AS n

-- name: node_masks
-- Which records of its cluster hold each node, as bits in words of 62 records? (No word meets its sign bit.)
-- in:  cluster_rows (cluster_id, item, position), nodes (node_id, cluster_id, item, block_id)
-- out: parent_id (the block: only its own nodes meet), gen_id (the node), word_id, mask
SELECT
  n.block_id AS parent_id,
  n.node_id AS gen_id,
  c.position // 62 AS word_id,
  bit_or(cast(1 AS bigint) << c.position % 62) AS mask
FROM cluster_rows AS c
JOIN nodes AS n ON n.cluster_id = c.cluster_id AND n.item = c.item
GROUP BY n.block_id, n.node_id, c.position // 62

-- name: pair_clashes
-- The same of threats of two items.
-- in:  threat_items (threat_id, item: a node) of size 2
-- out: clash_id (numbered after $first), node_id (the last), other_id
SELECT i.threat_id + $first AS clash_id, max(i.item) AS node_id, min(i.item) AS other_id
FROM threat_items AS i
GROUP BY i.threat_id

-- name: clashes
-- Which sets of nodes may not stand in one chunk? A clash is named by its last node in the order of VERPART: that node
-- cannot go where all the others are.
-- in:  threat_items (threat_id, item: a node) of one size
-- out: clash_id (numbered after $first), node_id (the last), other_id (each other one)
SELECT i.threat_id + $first AS clash_id, l.node_id, i.item AS other_id
FROM threat_items AS i
JOIN (SELECT t.threat_id, max(t.item) AS node_id FROM threat_items AS t GROUP BY t.threat_id) AS l
  ON l.threat_id = i.threat_id AND l.node_id <> i.item
