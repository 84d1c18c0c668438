-- For all parts at once: which labels are opened? The records of a part have the same labels.
-- 1. Those below which all records of the part hold the same labels: nobody has to be divided.
-- 2. Of the others the one that gains most, where the part is large enough for two.
-- A part where nothing is opened is done: it stands for good.
-- He and Naughton, Algorithm "Partition", pickNode.
-- phase: choosing the labels to open

-- name: branches
-- How many records of a part hold each label that would stand for a label of theirs, and what would be gained?
-- in:  live (record_id, part, node, child, gain)
-- out: part, node, child, holders, gain
SELECT part, node, child, count(*) AS holders, sum(gain) AS gain
FROM (SELECT part, node, child, record_id, sum(gain) AS gain FROM live GROUP BY part, node, child, record_id) AS held
GROUP BY part, node, child

-- name: openings
-- Which labels of which parts are opened, and is the part divided by it?
-- in:  branches (part, node, child, holders, gain), parts (part, records)
-- out: part, node, divides (1; 0: all of its records hold the same)
WITH gains AS (
    SELECT
        b.part, b.node, max(p.records) AS records, sum(b.gain) AS gain,
        CASE WHEN min(b.holders) < max(p.records) THEN 1 ELSE 0 END AS divides
    FROM branches AS b
    JOIN parts AS p ON p.part = b.part
    GROUP BY b.part, b.node),
ranked AS (
    SELECT
        part, node, records, divides,
        row_number() OVER (PARTITION BY part, divides ORDER BY gain DESC, node) AS rank
    FROM gains)
SELECT part, node, divides FROM ranked WHERE divides = 0 OR (rank = 1 AND records >= 2 * $k)
