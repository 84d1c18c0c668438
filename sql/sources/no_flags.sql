-- Which columns hold something that is neither 0 nor 1 (nor false nor true)?
-- in:  cells (own, cell)
-- out: own
SELECT DISTINCT own
FROM cells
WHERE cell IS NULL OR NOT lower(trim(cell, $blanks)) IN ('1', '1.0', 'true', 't', '0', '0.0', 'false', 'f')
