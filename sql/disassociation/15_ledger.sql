-- Ledger: what became of each item of each record, for the owner of the data alone.
-- The same seed gives the same published numbers again (publish), so the ledger can name cluster, chunk and subrecord.
-- phase: listing what was changed

-- name: ledger
-- What became of every item of every record, for the data's owner alone: the part it is in, and the numbers of its
-- cluster, chunk and subrecord in the release. Where it was dropped, or a safe release took it out of its subrecord,
-- there are none; where a sensitive item was taken out, since too many records of its cluster held it, that is the cause.
-- in:  transactions (record_id, item), record_ids (record_id, source_id), labels (item, label),
--      clusters (record_id, cluster_id), terms (cluster_id, item), taken_out (record_id, item),
--      chunk_rows (cluster_id, chunk, record_id, item),
--      published_cluster_ids (cluster_id, published_id, kind), published_chunk_ids (cluster_id, chunk, published_id),
--      published_subrecord_ids (cluster_id, chunk, record_id, published_id)
-- out: position (to write by; the seed first), record_id, item, action, label, cause
WITH chunked AS (
  SELECT
    r.record_id,
    r.item,
    c.kind,
    concat(
      'cluster ', cast(c.published_id AS text), ', chunk ', cast(h.published_id AS text), ', subrecord ', cast(s.published_id AS text)
    ) AS cause
  FROM chunk_rows AS r
  JOIN published_cluster_ids AS c ON c.cluster_id = r.cluster_id
  JOIN published_chunk_ids AS h ON h.cluster_id = r.cluster_id AND h.chunk = r.chunk
  JOIN published_subrecord_ids AS s ON s.record_id = r.record_id AND s.cluster_id = r.cluster_id AND s.chunk = r.chunk
)
SELECT
  0 AS position,
  cast(NULL AS text) AS record_id,
  cast(NULL AS text) AS item,
  'seed' AS action,
  $seed AS label,
  cast(NULL AS text) AS cause
UNION ALL
SELECT
  t.record_id AS position,
  n.source_id AS record_id,
  l.label AS item,
  CASE
    WHEN x.item IS NOT NULL THEN 'taken out'
    WHEN h.kind = 'simple' THEN 'record chunk'
    WHEN h.kind = 'joint' THEN 'shared chunk'
    WHEN m.item IS NOT NULL THEN 'term chunk'
    ELSE 'taken out'
  END AS action,
  l.label,
  CASE
    WHEN x.item IS NOT NULL THEN 'diversity'
    WHEN h.kind IS NULL AND m.item IS NOT NULL THEN concat('cluster ', cast(c.published_id AS text))
    ELSE h.cause
  END AS cause
FROM transactions AS t
JOIN record_ids AS n ON n.record_id = t.record_id
JOIN labels AS l ON l.item = t.item
LEFT JOIN clusters AS k ON k.record_id = t.record_id
LEFT JOIN published_cluster_ids AS c ON c.cluster_id = k.cluster_id
LEFT JOIN chunked AS h ON h.record_id = t.record_id AND h.item = t.item
LEFT JOIN terms AS m ON m.cluster_id = k.cluster_id AND m.item = t.item
LEFT JOIN taken_out AS x ON x.record_id = t.record_id AND x.item = t.item
