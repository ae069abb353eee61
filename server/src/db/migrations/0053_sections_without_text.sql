-- A section that the filing names, but of which no text was found, has a status of its own: `reserved_or_na` is what a filer says.
alter table filing_sections drop constraint if exists filing_sections_status_check;
alter table filing_sections add constraint filing_sections_status_check
  check (status in ('found', 'by_reference', 'shared', 'reserved_or_na', 'partial')) not valid;
