-- Divide and conquer: the records in parts of about the same size, all of them mended in one run of SUPPRESSOR.
-- 1. Which part is each record in? By lot. 2. Each item of each part becomes an item of its own: then parts have nothing in
--    common. 3. The rows and limits of these items. 4. What was suppressed, and the rules it went for, back in items.
-- What holds in every part holds in all together: records with a set, and with a sensitive item besides, add up.
-- Jia, Pan, Xu, Zhu and Lo, rho-uncertainty Anonymization by Partial Suppression (DASFAA 2014).
-- phase: dividing the records into parts

-- name: record_parts
-- The part (from 0) of each record, of as many as there have to be for about $size records each.
-- in:  transactions (record_id)
-- out: record_id, part
SELECT
  d.record_id, cast((d.place - 1) * ((d.records + $size - 1) // $size) // nullif(d.records, 0) AS integer) AS part
FROM (
  SELECT
    r.record_id,
    row_number() OVER (ORDER BY md5(concat($key, ':', cast(r.record_id AS text))), r.record_id) AS place,
    count(*) OVER () AS records
  FROM (SELECT DISTINCT t.record_id FROM transactions AS t) AS r
) AS d

-- name: part_items
-- Each item of each part as an item of its own, numbered by falling support.
-- in:  transactions (record_id, item), record_parts (record_id, part)
-- out: part_item (from 1), part, item
SELECT cast(row_number() OVER (ORDER BY c.support DESC, c.part, c.item) AS integer) AS part_item, c.part, c.item
FROM (
  SELECT p.part, t.item, count(*) AS support
  FROM transactions AS t
  JOIN record_parts AS p ON p.record_id = t.record_id
  GROUP BY p.part, t.item
) AS c

-- name: part_rows
-- The rows as those of items of parts.
-- in:  transactions (record_id, item), record_parts (record_id, part), part_items (part_item, part, item)
-- out: record_id, item (the part_item)
SELECT t.record_id, i.part_item AS item
FROM transactions AS t
JOIN record_parts AS p ON p.record_id = t.record_id
JOIN part_items AS i ON i.part = p.part AND i.item = t.item

-- name: part_limits
-- The limits of the items of parts that are sensitive.
-- in:  part_items (part_item, item), limits (item, limit_num, limit_den)
-- out: item (the part_item), limit_num, limit_den
SELECT i.part_item AS item, l.limit_num, l.limit_den
FROM part_items AS i
JOIN limits AS l ON l.item = i.item

-- name: suppressed_items
-- What was suppressed, in items.
-- in:  suppressions (record_id, item: part_item, cause), part_items (part_item, item)
-- out: record_id, item, cause
SELECT s.record_id, i.item, s.cause
FROM suppressions AS s
JOIN part_items AS i ON i.part_item = s.item

-- name: cause_items
-- The rules that it went for, in items.
-- in:  causes (cause, item: part_item, is_sensitive), part_items (part_item, item)
-- out: cause, item, is_sensitive
SELECT c.cause, i.item, c.is_sensitive
FROM causes AS c
JOIN part_items AS i ON i.part_item = c.item
