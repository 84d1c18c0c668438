-- PostgreSQL counts in strings of bits only.
CREATE OR REPLACE MACRO bits(word) AS bit_count(cast(word AS bit(64)));
-- Text that is compared by its bytes has capitals of ASCII only.
CREATE OR REPLACE MACRO spelling(label, blanks) AS lower(translate(label, blanks, '') COLLATE "default");
-- Text is searched by its bytes only.
CREATE OR REPLACE MACRO letters(value) AS length(
  replace(replace(replace(replace(cast(value AS VARCHAR) COLLATE "C", ' ', ''), chr(9), ''), chr(10), ''), chr(13), '')
);
-- PostgreSQL digests bytes only.
CREATE OR REPLACE MACRO sha256_digits(value) AS sha256(convert_to(value, 'UTF8'));
