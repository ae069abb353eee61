-- Only the length of a section's text is ever asked for.
alter table filing_sections drop column markdown_chars, drop column html_chars;
