-- How a shareholder abroad holds: the numbers of a custodian's accounts, and the representative in the country.
alter table person_roles
  add column account_numbers text[] not null default '{}',
  add column standing_proxy text;
