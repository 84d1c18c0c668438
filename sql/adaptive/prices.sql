-- What does it cost to suppress one occurrence of each code? An item as it is costs 16; a label costs as much for each
-- item that stands under it in a record (on average), but what it loses already.
-- in:  trial_occurrences (trial_id, record_id, item, node), codes (code, trial_id, node), nodes (node, price)
-- out: code, price
SELECT
  c.code,
  cast(floor(
    16.0 * sum(CASE WHEN o.node = o.item THEN $highest ELSE $highest - n.price END)
    / nullif($highest * count(DISTINCT o.record_id), 0)
  ) AS bigint) AS price
FROM codes AS c
JOIN trial_occurrences AS o ON o.trial_id = c.trial_id AND o.node = c.node
LEFT JOIN nodes AS n ON n.node = o.node
GROUP BY c.code
