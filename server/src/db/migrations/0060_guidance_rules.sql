-- Which rules read the guidance of a release; null on rows from before this column.
alter table earnings_releases add column guidance_version text;
