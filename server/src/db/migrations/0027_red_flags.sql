-- Red flags and the verdicts that rest on them (docs/decisions/0034-red-flags.md). Distributed by issuer_id like the filings.

-- A row a filing whose text was read for red flags.
create table red_flag_readings (
  issuer_id     bigint not null,
  registry      text not null,
  native_id     text not null,
  -- of everything that was read
  digest        text not null,
  -- normalise/red-flags/: of the rules that read it
  rules_version text not null,
  primary key (issuer_id, registry, native_id)
);

-- What a rule found at a filing: one row for each way of finding it.
create table red_flags (
  issuer_id bigint not null,
  registry  text not null,
  native_id text not null,
  rule_id   text collate "C" not null,
  -- text: of the filing. figures: the issuer's canonical years. history: several filings of the issuer
  read_from text not null check (read_from in ('text', 'figures', 'history')),
  severity  text not null check (severity in ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')),
  -- null = nobody has judged the words yet
  judgement text check (judgement in ('event', 'boilerplate', 'unclear')),
  is_open   boolean not null,
  -- of the filing
  known_at  timestamptz not null,
  -- model/red-flag.ts FlagWords as JSON
  words     text not null,
  primary key (issuer_id, registry, native_id, rule_id, read_from)
);
create index red_flags_newest on red_flags (known_at desc, native_id)
  where judgement is null or judgement = 'event';
create index red_flags_by_rule on red_flags (rule_id, known_at desc, native_id)
  where judgement is null or judgement = 'event';
create index red_flags_by_severity on red_flags (severity, known_at desc, native_id)
  where judgement is null or judgement = 'event';
create index red_flags_of_issuer on red_flags (issuer_id, known_at desc)
  where judgement is null or judgement = 'event';

-- The latest verdict on an issuer by source and method.
create table verdicts (
  issuer_id      bigint not null,
  analyst_source text not null check (analyst_source in ('call', 'filing')),
  -- rules, model:<name>
  method         text not null,
  stance         text not null
    check (stance in ('strong_buy', 'buy', 'hold', 'sell', 'strong_sell', 'no_conviction')),
  stance_score   double precision not null,
  -- of the filing, or of the call
  known_at       timestamptz not null,
  registry       text,
  native_id      text,
  transcript_id  text,
  -- model/verdict.ts VerdictWords as JSON
  words          text not null,
  primary key (issuer_id, analyst_source, method)
);
create index verdicts_newest on verdicts (known_at desc, issuer_id);
