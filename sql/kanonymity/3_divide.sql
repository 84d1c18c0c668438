-- Divide each part by the labels below the one that it opens: records that hold the same of them go together.
-- Those that are fewer than k go to what is left over, under the old label. If these are fewer than k, they take over the
-- records that gain least from where more than k are; where that is not enough, all of the subset that gains least.
-- He and Naughton, Algorithm "Partition"; the balancing of its left-over part.
-- phase: dividing parts by the labels below

-- name: contents
-- Which labels does each record hold below the one that is opened, and what does it gain?
-- in:  live (record_id, part, node, child, gain), openings (part, node, divides)
-- out: record_id, part, content, gain
SELECT record_id, part, string_agg(CAST(child AS VARCHAR), ',' ORDER BY child NULLS FIRST) AS content, sum(gain) AS gain
FROM (
    SELECT l.record_id, l.part, l.child, sum(l.gain) AS gain
    FROM live AS l
    JOIN openings AS o ON o.part = l.part AND o.node = l.node AND o.divides = 1
    GROUP BY l.record_id, l.part, l.child) AS held
GROUP BY record_id, part

-- name: subsets
-- The records of a part that hold the same: how many they are, what they gain. Of two the one with the first record comes first.
-- in:  contents (record_id, part, content, gain)
-- out: subset, part, content, records, gain
SELECT
    CAST(row_number() OVER (ORDER BY part, min(record_id)) AS INTEGER) AS subset, part, content,
    count(*) AS records, sum(gain) AS gain
FROM contents
GROUP BY part, content

-- name: fates
-- Which subsets become a part of their own, and how many records do those of a part give up to what is left over?
-- in:  subsets (subset, part, records, gain)
-- out: subset, opens (1, or 0: it is left over), given_up
WITH sized AS (
    SELECT
        subset, part,
        CASE WHEN records >= $k THEN 1 ELSE 0 END AS is_large,
        sum(CASE WHEN records >= $k THEN 0 ELSE records END) OVER (PARTITION BY part) AS left_over,
        sum(CASE WHEN records >= $k THEN records - $k ELSE 0 END) OVER (PARTITION BY part) AS to_spare,
        row_number() OVER (
            PARTITION BY part ORDER BY CASE WHEN records >= $k THEN 0 ELSE 1 END, gain, subset) AS rank
    FROM subsets),
short AS (SELECT *, CASE WHEN left_over BETWEEN 1 AND $k - 1 THEN $k - left_over ELSE 0 END AS lacking FROM sized)
SELECT
    subset,
    CASE WHEN is_large = 0 OR (lacking > to_spare AND rank = 1) THEN 0 ELSE 1 END AS opens,
    CASE WHEN lacking > to_spare THEN 0 ELSE lacking END AS given_up
FROM short

-- name: divided
-- Which records go with their subset? All of one that opens, but for those that are given up: they gain least, and k stay.
-- in:  contents (record_id, part, content, gain), subsets (subset, part, content), fates (subset, opens, given_up)
-- out: record_id, part, subset (0: left over)
WITH ranked AS (
    SELECT
        c.record_id, c.part, c.gain, s.subset, f.opens, f.given_up,
        row_number() OVER (PARTITION BY s.subset ORDER BY c.gain DESC, c.record_id) AS rank
    FROM contents AS c
    JOIN subsets AS s ON s.part = c.part AND s.content = c.content
    JOIN fates AS f ON f.subset = s.subset),
spare AS (
    SELECT
        *,
        row_number() OVER (
            PARTITION BY part
            ORDER BY CASE WHEN opens = 1 AND rank > $k THEN 0 ELSE 1 END, gain, record_id) AS turn
    FROM ranked)
SELECT record_id, part, CASE WHEN opens = 1 AND (rank <= $k OR turn > given_up) THEN subset ELSE 0 END AS subset
FROM spare

-- name: new_parts
-- The parts that come of those that were divided.
-- in:  divided (record_id, part, subset)
-- out: part (a new number, over $last), old_part, subset, records
SELECT
    CAST($last + row_number() OVER (ORDER BY part, subset) AS INTEGER) AS part, part AS old_part, subset,
    count(*) AS records
FROM divided
GROUP BY part, subset

-- name: members
-- In which new part is each record that was divided, and was the label opened there?
-- in:  divided (record_id, part, subset), new_parts (part, old_part, subset)
-- out: record_id, part, opened
SELECT d.record_id, n.part, CASE WHEN d.subset > 0 THEN 1 ELSE 0 END AS opened
FROM divided AS d
JOIN new_parts AS n ON n.old_part = d.part AND n.subset = d.subset
