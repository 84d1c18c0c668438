-- One threshold for all sensitive labels.
-- in:  hidden (label)
-- out: label, part, whole
SELECT DISTINCT label, CAST($part AS DECIMAL(38, 0)) AS part, CAST($whole AS DECIMAL(38, 0)) AS whole FROM hidden
