-- The lines that are data, without header and comment lines (they begin with #, % or @).
-- in:  lines
-- out: record, line
SELECT record, line FROM lines WHERE line IS NULL OR NOT substr(line, 1, 1) IN ('#', '%', '@')
