-- Manifests of panels that accounts exported (domain/insights/panels).
create table panels (
  panel_id   uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null,
  -- JSON: PanelManifest
  manifest   text not null
);
create index on panels (account_id, created_at);
create index on panels (created_at);
