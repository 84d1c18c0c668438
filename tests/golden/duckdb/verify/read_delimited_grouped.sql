SELECT
  record_id,
  item,
  group_id
FROM READ_CSV(
  11,
  auto_detect = FALSE,
  header = TRUE,
  "columns" = {'record_id': 'VARCHAR', 'item': 'VARCHAR', 'group_id': 'VARCHAR'},
  delim = 12,
  quote = '"',
  escape = '"',
  nullstr = ''
)
