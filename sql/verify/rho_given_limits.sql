-- The thresholds that a manifest lists, as numbers.
-- in:  given (label, part: text, whole: text)
-- out: label, part, whole
SELECT label, CAST(part AS DECIMAL(38, 0)) AS part, CAST(whole AS DECIMAL(38, 0)) AS whole FROM given
