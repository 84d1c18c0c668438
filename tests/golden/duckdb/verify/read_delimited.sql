SELECT
  record_id,
  item
FROM READ_CSV(
  11,
  auto_detect = FALSE,
  header = TRUE,
  "columns" = {'record_id': 'VARCHAR', 'item': 'VARCHAR'},
  delim = 12,
  quote = '"',
  escape = '"',
  nullstr = ''
)
