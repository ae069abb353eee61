// Written by scripts/write-client-types.ts from the OpenAPI document; never by hand.

/** What of a watched company is told: by notification, and by webhook. */
export type Alerts = {
  /** [] = all. */
  event_types: ('filing.discovered' | 'press_release.discovered' | 'insider_transaction.discovered' | 'earnings_release.upcoming' | 'earnings_release.reported' | 'earnings_guidance.available' | 'event_transcript.available')[];
  /** Of events about filings; [] = every form. */
  form_types: string[];
};

export type AnalystBriefOut = {
  entity: EntityRef;
  /** The call's, else the filing's; null without either. */
  stance: ('strong_buy' | 'buy' | 'hold' | 'sell' | 'strong_sell' | 'no_conviction') | null;
  analyst_source: ('call' | 'filing') | null;
  /** missing: not for trading conclusions. */
  data_quality: 'ok' | 'partial' | 'missing';
  call_verdict: Verdict | null;
  filing_verdict: Verdict | null;
  /** Of a configured model. */
  other_verdicts: Verdict[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type AnalystMatch = {
  predicate: 'analyst';
  /** When its filing or call became known, UTC. */
  match_date: CalendarDate | null;
  stance: 'strong_buy' | 'buy' | 'hold' | 'sell' | 'strong_sell' | 'no_conviction';
  analyst_source: 'call' | 'filing';
  stance_score: number;
  filing_id: string | null;
  transcript_id: string | null;
  summary: string;
};

export type Archive = {
  status: ArchiveStatus;
  /** Media type. */
  content_type: string | null;
  /** Of the decoded file. */
  byte_size: number | null;
  /** Of the decoded file, hexadecimal. */
  sha256: string | null;
};

/** stored: downloadable; pending: not fetched yet; unresolved: the source does not hand out the file yet; failed: a try failed, another comes; exhausted: given up; too_large: not kept; not_a_document: structured data without a file of its own. */
export type ArchiveStatus = 'stored' | 'pending' | 'unresolved' | 'failed' | 'exhausted' | 'too_large' | 'not_a_document';

export type AsFiledStatement = {
  statement_type: 'income' | 'balance' | 'cashflow' | 'comprehensive_income' | 'changes_in_equity' | 'shares' | 'other';
  /** URI of the extended link role; of registries without such, their own name of the statement. */
  role: string;
  title: string;
  columns: {
    label: string;
    /** Null for an instant. */
    period_start: CalendarDate | null;
    period_end: CalendarDate;
    /** What the column is of where its rows do not say: changes in equity have a column a component and period. */
    dimensions: Record<string, string>;
  }[];
  rows: {
    concept: string;
    /** The filer's own words. */
    label: string;
    /** Depth of the row, 0 outermost. */
    level: number;
    /** A heading, without values. */
    is_abstract: boolean;
    is_total: boolean;
    /** The filer prints the values with their sign turned. */
    is_negated: boolean;
    /** Axis to member; of a typed dimension to its text. Empty: undimensioned. */
    dimensions: Record<string, string>;
    /** One a column; null where the row has no fact there. */
    cells: (StatementCell | null)[];
  }[];
};

export type AuditFields = {
  auditor: string | null;
  former_auditor: string | null;
  disagreement: boolean | null;
  fiscal_year: number | null;
  opinion: string | null;
  opinion_basis: string | null;
};

export type BaseRate = {
  market_id: string;
  kind: EventKind;
  /** One axis at a time; null = all together. */
  variant_type: ('direction' | 'status' | 'opinion' | 'salience' | 'authority') | null;
  variant: string | null;
  benchmark_index: string;
  /** Fewer than 20 events. */
  is_thin: boolean;
  /** Events that were not measured, by the reason. */
  excluded_counts: Record<string, number>;
  horizons: BaseRateHorizon[];
};

export type BaseRateHorizon = {
  /** Trading days after the last close before the event. */
  horizon_days: 2 | 5 | 20;
  /** Events that were measured; with fewer than five everything else is null. */
  n: number;
  mean_pct: number | null;
  median_pct: number | null;
  q1_pct: number | null;
  q3_pct: number | null;
  /** Events after which the share fell behind its market. */
  share_negative_pct: number | null;
  /** Of the means of days: events of one day count once. Null where there is one day only. */
  t_stat: number | null;
  /** Whether mean and t bound the outermost hundredths, as with 100 events or more. */
  is_winsorised: boolean;
  /** Events whose filing tells of another kind too. */
  confounded_count: number;
  /** Events after which the share left its exchange: its last close stands. */
  delisted_count: number;
};

export type BookLine = {
  /** Null where the CUSIP is not resolved to a company of the store. */
  entity: EntityRef | null;
  name_as_filed: string;
  class_title: string;
  cusip: string;
  /** An option on the security: market_value is notional. */
  put_call: ('put' | 'call') | null;
  /** Of debt, in place of shares. */
  principal_amount: number | null;
  /** At the end of the quarter; null where the manager has not reported it, or the line is no holding of shares. */
  shares: number | null;
  /** US dollars at the end of the quarter, whatever unit the report is in. */
  market_value: number;
  /** Of the manager’s book, in percent. */
  weight_pct: number;
  /** A quarter before, counted as shares of this quarter where the security was split between; null = none reported. */
  previous_shares: number | null;
  shares_change: number | null;
  /** Percent of previous_shares. */
  shares_change_pct: number | null;
  /** not_filed: of one of the two quarters the manager has no report of its own, so that nothing can be said. */
  position_change: 'new' | 'increased' | 'decreased' | 'unchanged' | 'exited' | 'not_filed';
  voting_sole: number | null;
  voting_shared: number | null;
  voting_none: number | null;
  /** As filed: SOLE, DFND, OTR; null where lines of the report differ. */
  investment_discretion: string | null;
};

/** An identity between values of one period that does not hold. */
export type Breach = {
  identity: string;
  terms: Record<string, number>;
  difference: number;
  tolerance: number;
  cause: string | null;
};

/** Amounts in whole units of currency; gross_margin is a fraction. */
export type CanonicalKpis = {
  revenue: number | null;
  gross_margin: number | null;
  operating_income: number | null;
  net_income: number | null;
  total_assets: number | null;
  equity: number | null;
  operating_cash_flow: number | null;
};

export type CapitalReturnFields = {
  shares: number | null;
  shares_pct: number | null;
  amount: number | null;
  /** ISO 4217. */
  currency: string | null;
  return_method: string | null;
  is_paid: boolean | null;
};

export type ClimateMatch = {
  predicate: 'climate';
  /** Day of the status; null = undated. */
  match_date: CalendarDate | null;
  climate_target: ClimateTarget;
};

export type ClimateTarget = {
  near_term_status: ('targets_set' | 'committed' | 'commitment_removed') | null;
  /** As stated, such as 1.5°C. */
  near_term_classification: string | null;
  /** Null where the list states none, or several. */
  near_term_target_year: number | null;
  net_zero_status: ('targets_set' | 'committed' | 'commitment_removed') | null;
  net_zero_year: number | null;
  /** As stated, on one line. */
  target_text: string | null;
  status_date: CalendarDate | null;
  /** Why a commitment was extended or removed, as stated. */
  status_reason: string | null;
  /** Day of the newest list that states it so. */
  vintage_date: CalendarDate;
  /** Whether the newest stored list states it so. A company that is left out of a list is not said to have removed anything. */
  is_listed: boolean;
  /** By what the row was found to be about the company; a name counts with its country alone. */
  matched_on: 'lei' | 'isin' | 'name';
  /** Registry id of the publisher. */
  source: string;
};

export type CombinedMatch = {
  predicate: 'combined';
  /** The latest of its matches; null where none is dated. */
  match_date: CalendarDate | null;
  /** One for each predicate that is included, in the order of the parameters. */
  matches: SingleScreenMatch[];
};

export type CompanyClimateOut = {
  entity: EntityRef;
  /** Newest period first. */
  emissions: Emission[];
  /** Newest list first; null = the data set is switched off. */
  targets: ClimateTarget[] | null;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type CompanyCorporateEventsOut = {
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  /** Newest first. */
  items: Event[];
  has_more: boolean;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type CompanyEventTranscriptsOut = {
  items: Transcript[];
  /** All of the company. */
  total: number;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

/** A company with the newest of its events that were asked for. */
export type CompanyEvents = {
  entity: EntityRef;
  /** Newest first, 50 at most. */
  events: Event[];
};

export type CompanyFinancialsOut = {
  entity: EntityRef;
  /** Canonical key of the registrant whose filings all figures are from, where the company is registered more than once: the leading one where it has such periods, group figures before those of the parent alone. Null without figures. */
  source_key: string | null;
  company_type: CompanyType | null;
  accounting_standard: string | null;
  /** ISO 4217: of the filings, or the one asked for. */
  currency: string | null;
  fiscal_period: FiscalPeriod;
  as_of: CalendarDate | null;
  /** Newest period_end first. */
  periods: FinancialsPeriod[];
  missing: Missing[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type CompanyPeopleOut = {
  entity: EntityRef;
  officers: Role[];
  directors: Role[];
  major_shareholders: Role[];
  significant_control: Role[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type CompanySignalsOut = {
  entity: EntityRef;
  profile: SignalProfile;
  /** Latest trigger first; each in its own lookback. */
  patterns: PatternHit[];
  /** Latest event first. */
  cases: EventCase[];
  /** Cases that there are, shown or not. */
  cases_total: number;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type CompanySupplyChainOut = {
  entity: EntityRef;
  /** The day for which edges are valid or expired, UTC. */
  as_of: CalendarDate;
  hops: 1 | 2;
  /** By hop, then largest concentration_pct, nulls last. */
  edges: SupplyEdge[];
  /** Newest period_end first. */
  disclosures: SupplyDisclosure[];
  disclosures_total: number;
  preview: Preview | null;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type CompanyType = 'commercial' | 'bank' | 'insurer' | 'reit' | 'utility' | 'broker' | 'investment_company';

export type ConcentrationOf = 'revenue' | 'receivables' | 'purchases';

/** How amounts of a period were converted. */
export type Conversion = {
  /** ISO 4217: the currency of the filing. */
  from: string;
  /** ISO 4217: the currency asked for. */
  to: string;
  /** average, of flows: the mean of the daily rates of the period; closing, of balances: the rate of the last day up to period_end that has one. */
  rate_kind: 'average' | 'closing';
  /** Units of `to` for one unit of `from`; null = the stored rates leave more than a week out: the values are null (no_exchange_rate). */
  rate: number | null;
  /** First day whose rate it rests on. */
  rate_from: CalendarDate | null;
  /** Last day whose rate it rests on. */
  rate_to: CalendarDate | null;
  /** Days whose rates it rests on. */
  days: number;
  /** Registry id of the publisher of the rates. */
  source: string;
};

/** missing: there is no price, and nothing may be concluded for trading; partial: quality_notes say why. */
export type DataQuality = 'ok' | 'partial' | 'missing';

/** Calendar date, YYYY-MM-DD. */
export type CalendarDate = string;

export type DealFields = {
  counterparty: string | null;
  deal_side: ('bought' | 'sold' | 'unknown') | null;
  amount: number | null;
  /** ISO 4217. */
  currency: string | null;
  stage: string | null;
};

/** One event for one webhook, with every attempt. Kept for 30 days. */
export type Delivery = {
  /** The webhook-id header of its attempts. */
  id: string;
  webhook_id: string;
  event: string;
  status: 'pending' | 'delivered' | 'failed';
  created_at: Instant;
  /** Null when no attempt will follow. */
  next_attempt_at: Instant | null;
  /** The delivery that this one repeats. */
  replay_of: string | null;
  /** As it was sent last, or will be. */
  envelope: WebhookEnvelope;
  /** Oldest first. */
  attempts: {
    attempt: number;
    sent_at: Instant;
    /** Null where no answer came. */
    status_code: number | null;
    duration_ms: number;
    /** Absent where it was a success. */
    error?: DeliveryError | undefined;
  }[];
};

/** Why an attempt was no success. non_2xx (but for 4xx), timeout, connection_failed and tls_failed are tried again; address_not_public and answer_too_large are not. */
export type DeliveryError = 'timeout' | 'connection_failed' | 'tls_failed' | 'address_not_public' | 'non_2xx' | 'answer_too_large';

export type DilutionFields = {
  new_shares: number | null;
  max_conversion_shares: number | null;
  /** Outstanding before this issue. */
  shares_before: number | null;
  /** new_shares of shares_before. */
  new_shares_pct: number | null;
  /** max_conversion_shares of shares_before. */
  convertible_pct: number | null;
  price_per_share: number | null;
  /** Below the market price that the filing names. */
  discount_pct: number | null;
  proceeds: number | null;
  /** ISO 4217. */
  currency: string | null;
  use_of_proceeds: string | null;
  offering_method: string | null;
};

export type DistressFields = {
  exchange_rule: string | null;
  deadline_date: CalendarDate | null;
  amount: number | null;
  /** ISO 4217. */
  currency: string | null;
  instrument: string | null;
  court: string | null;
  case_number: string | null;
  is_cured: boolean | null;
};

export type Document = {
  /** UUID, stable: the UUID form of the filing id. */
  id: string;
  issuer: EntityRef;
  category: string;
  category_label: string;
  category_group: string;
  /** Form type as filed. */
  native_type: string;
  /** Of documents from issuers’ own sites; null for filings. */
  subtype: string | null;
  /** filing: from a regulator; ir: from the issuer's own site. */
  origin: 'filing' | 'ir';
  registry: string | null;
  /** Legal date at the registry. */
  document_date: CalendarDate;
  period_end: CalendarDate | null;
  display_title: string;
  /** The regulator's own page. */
  source_url: string;
  /** Of the primary file. */
  archive: Archive;
};

export type DocumentDetailOut = {
  /** UUID, stable: the UUID form of the filing id. */
  id: string;
  issuer: EntityRef;
  category: string;
  category_label: string;
  category_group: string;
  /** Form type as filed. */
  native_type: string;
  /** Of documents from issuers’ own sites; null for filings. */
  subtype: string | null;
  /** filing: from a regulator; ir: from the issuer's own site. */
  origin: 'filing' | 'ir';
  registry: string | null;
  /** Legal date at the registry. */
  document_date: CalendarDate;
  period_end: CalendarDate | null;
  display_title: string;
  /** The regulator's own page. */
  source_url: string;
  /** Of the primary file. */
  archive: Archive;
  filing_id: string | null;
  /** Of periodic reports, as their filer counts it. */
  fiscal_year: number | null;
  language: string | null;
  /** The primary file first, then as they were submitted. */
  files: DocumentFile[];
  /** Null where it is no package. */
  manifest: DocumentManifest | null;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type DocumentFile = {
  file_id: string;
  file_role: 'primary' | 'attachment';
  file_name: string;
  title: string | null;
  archive: Archive;
};

export type DocumentListOut = {
  items: Document[];
  /** Null at the end. */
  next_cursor: string | null;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type DocumentManifest = {
  members: {
    path: string;
    content_type: string;
    byte_size: number;
  }[];
  /** All files of the package. */
  total: number;
  /** Null at the end. */
  next_member_offset: number | null;
};

export type DocumentTaxonomyOut = {
  categories: {
    category: string;
    category_label: string;
    category_group: string;
    document_count?: number | undefined;
  }[];
  category_groups: {
    category_group: string;
    label: string;
  }[];
  /** Form types of the store, by name. */
  native_types: {
    native_type: string;
    /** filing: from a regulator; ir: from the issuer's own site. */
    origin: 'filing' | 'ir';
    category: string;
  }[];
  subtypes: {
    subtype: string;
    label: string;
  }[];
  archive_statuses: {
    status: ArchiveStatus;
    label: string;
    /** Whether another try comes by itself. */
    retryable: boolean;
  }[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type EarningsCalendarResponse = {
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  items: EarningsRelease[];
  has_more: boolean;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type EarningsGuidanceAvailable = {
  /** Of the company. */
  canonical_key: string;
  /** Of the listing that is watched. */
  ticker: string;
  market_id: string;
  filing_id: string | null;
  transcript_id: string | null;
  guidance: Guidance[];
};

export type EarningsRelease = {
  /** <canonical key>:<month of the period>, the same before and after. */
  earnings_release_id: string;
  status: 'upcoming' | 'reported';
  /** Where the company is. */
  report_date: CalendarDate;
  /** By the clock of the listing’s market. */
  report_time: 'before_market' | 'during_market' | 'after_market' | 'unknown';
  /** confirmed: the source says that the company named the day, or it has reported. */
  report_date_status: 'confirmed' | 'estimated';
  /** When its filing was accepted; null where the registry states the day alone. */
  reported_at: Instant | null;
  call_at: Instant | null;
  /** The company's own. */
  fiscal_year: number | null;
  fiscal_period: FiscalPeriod | null;
  period_end: CalendarDate | null;
  /** ISO 4217. */
  currency: string | null;
  /** Mean of the analysts, a share, for the period alone. */
  eps_estimate: number | null;
  /** Diluted, as filed for the period alone. */
  eps_actual: number | null;
  /** Percent of the estimate. */
  eps_surprise_pct: number | null;
  revenue_estimate: number | null;
  revenue_actual: number | null;
  revenue_surprise_pct: number | null;
  /** Analysts behind eps_estimate. */
  estimates_count: number | null;
  /** That reports it; null while it is upcoming. */
  filing_id: string | null;
  /** Of report_date: a registry, or a calendar. */
  source: string;
};

export type EarningsReleaseEvent = {
  /** Of the company. */
  canonical_key: string;
  /** Of the listing that is watched. */
  ticker: string;
  market_id: string;
  /** <canonical key>:<month of the period>, the same before and after. */
  earnings_release_id: string;
  status: 'upcoming' | 'reported';
  /** Where the company is. */
  report_date: CalendarDate;
  /** By the clock of the listing’s market. */
  report_time: 'before_market' | 'during_market' | 'after_market' | 'unknown';
  /** confirmed: the source says that the company named the day, or it has reported. */
  report_date_status: 'confirmed' | 'estimated';
  /** When its filing was accepted; null where the registry states the day alone. */
  reported_at: Instant | null;
  call_at: Instant | null;
  /** The company's own. */
  fiscal_year: number | null;
  fiscal_period: FiscalPeriod | null;
  period_end: CalendarDate | null;
  /** ISO 4217. */
  currency: string | null;
  /** Mean of the analysts, a share, for the period alone. */
  eps_estimate: number | null;
  /** Diluted, as filed for the period alone. */
  eps_actual: number | null;
  /** Percent of the estimate. */
  eps_surprise_pct: number | null;
  revenue_estimate: number | null;
  revenue_actual: number | null;
  revenue_surprise_pct: number | null;
  /** Analysts behind eps_estimate. */
  estimates_count: number | null;
  /** That reports it; null while it is upcoming. */
  filing_id: string | null;
  /** Of report_date: a registry, or a calendar. */
  source: string;
};

export type EarningsReleaseExhibit = {
  title: string | null;
  /** As the registry types it: EX-99.1. */
  exhibit: string;
  url: string;
  /** The filing in the document archive. */
  document_id: string | null;
  /** The exhibit among that document's files. */
  file_id: string;
  /** The first 2000 characters of its text. */
  content: string;
  content_format: 'excerpt';
  /** Length of the whole text. */
  chars: number;
};

export type Emission = {
  reporting_year: number;
  period_end: CalendarDate | null;
  scope: 'scope_1' | 'scope_2_location' | 'scope_2_market' | 'scope_3';
  /** 1 to 15; null = all. */
  scope_3_category: number | null;
  tonnes_co2e: number;
  /** Null: tagged facts do not state it. */
  assurance: ('none' | 'limited' | 'reasonable') | null;
  evidence: Evidence[];
};

export type Entity = {
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  /** Canonical keys of all registrants that are this company, the leading one first. Each of them finds it. */
  member_keys: string[];
  lei: string | null;
  identifiers: {
    scheme: string;
    identifier: string;
  }[];
  /** ISO 3166-1 alpha-2. */
  country_code: string | null;
  legal_form: string | null;
  status: 'active' | 'inactive';
  company_type: CompanyType | null;
  industry: {
    scheme: string;
    code: string;
    label: string;
  } | null;
  /** MM-DD, nominal. */
  fiscal_year_end: string | null;
  /** Names beside company_name, each once. */
  alternate_names: {
    name: string;
    /** registered: what another registry than the leading one calls it. */
    kind: 'local' | 'english' | 'romanised' | 'kana' | 'short' | 'trading' | 'registered';
  }[];
  former_names: {
    company_name: string;
    until_date: CalendarDate | null;
  }[];
  /** Canonical key of the issuer that took over. */
  successor_key: string | null;
  /** Home listing first. */
  listings: Listing[];
};

export type EntityRef = {
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
};

/** What went wrong, in one code of a closed set, a text for people, and details by code. */
export type ErrorAnswer = {
  error: 'bad_request' | 'invalid_cursor' | 'ambiguous_ticker' | 'listing_not_narrowed' | 'pattern_with_kind' | 'no_dated_mandate' | 'unauthorized' | 'upgrade_required' | 'forbidden' | 'not_found' | 'member_not_served' | 'not_archived' | 'validation_error' | 'rate_limited' | 'quota_exceeded' | 'download_quota_exceeded' | 'upstream_error' | 'delivery_unavailable' | 'conflict' | 'payload_too_large' | 'internal_error';
  message: string;
  request_id: string;
  /** ambiguous_ticker: the issuers that it may mean. */
  candidates?: EntityRef[] | undefined;
  /** ambiguous_ticker: the parameter to add. */
  parameter?: 'market' | 'market_id' | undefined;
  /** forbidden: what the key or token is not allowed. */
  scope_required?: string | undefined;
  /** upgrade_required. */
  plan_required?: 'free' | 'pro' | 'business' | undefined;
  /** rate_limited. */
  retry_after_seconds?: number | undefined;
  /** quota_exceeded. */
  window?: 'day' | 'month' | undefined;
  /** quota_exceeded, download_quota_exceeded. */
  limit?: number | undefined;
  /** quota_exceeded, download_quota_exceeded: when the window starts anew. */
  resets_at?: string | undefined;
  /** not_archived. */
  archive_status?: string | undefined;
  /** not_archived. */
  retryable?: boolean | undefined;
};

export type Event = {
  /** The same as long as the filing and what the event is about are. */
  event_id: string;
  kind: EventKind;
  /** Null = a deal or a step of a company's life. */
  family: EventFamily | null;
  /** What the kind is in particular; null where the filing does not say. */
  variant: string | null;
  salience: EventSalience;
  /** updated: an amendment speaks of it again; resolved: cured, waived, dismissed. */
  status: 'open' | 'updated' | 'resolved';
  /** Effective; null where the filing states none. */
  event_date: CalendarDate | null;
  /** When the first filing of it became known. */
  known_at: Instant;
  title: string;
  /** The newest filing that evidences it. */
  filing: FilingRef;
  /** The regulator's item that produced it, such as 2.01 of Form 8-K; null where the form itself does. */
  item_code: string | null;
  /** By family; every key of it is there, null where the filing does not state it. */
  fields: DilutionFields | AuditFields | ReportingFields | GovernanceFields | DistressFields | GuidanceFields | CapitalReturnFields | LegalFields | DealFields;
  /** Events of one story; null where it stands alone. */
  case_id: string | null;
  /** Of the published rules that read it. */
  rules_version: string;
  evidence: Evidence[];
};

/** Events of one story. */
export type EventCase = {
  case_id: string;
  family: ('dilution' | 'audit' | 'reporting' | 'governance' | 'distress' | 'guidance' | 'capital_return' | 'legal') | null;
  /** Of its latest event. */
  title: string;
  status: 'open' | 'resolved';
  /** notable where one of its events is. */
  salience: EventSalience;
  /** When its first event became known, UTC. */
  first_date: CalendarDate;
  latest_date: CalendarDate;
  /** Newest first, 50 at most. */
  events: Event[];
};

export type EventFamily = 'dilution' | 'audit' | 'reporting' | 'governance' | 'distress' | 'guidance' | 'capital_return' | 'legal';

export type EventKind = 'acquisition_or_disposal' | 'delisting' | 'listing_removal' | 'registration_terminated' | 'control_change' | 'restructuring' | 'ipo' | 'tender_offer_announced' | 'tender_offer_completed' | 'tender_offer_withdrawn' | 'name_change' | 'listing_deficiency' | 'bankruptcy' | 'cybersecurity_incident' | 'auditor_change' | 'non_reliance' | 'late_filing_notice' | 'restatement' | 'audit_opinion' | 'investigation_committee' | 'going_concern' | 'internal_control_weakness' | 'exchange_status' | 'regulatory_action' | 'misconduct' | 'guidance_revision' | 'equity_offering' | 'convertible_issue' | 'capital_reduction' | 'buyback' | 'payment_default' | 'business_suspension' | 'dissolution' | 'creditor_management' | 'litigation';

export type EventRow = {
  /** The same as long as the filing and what the event is about are. */
  event_id: string;
  kind: EventKind;
  /** Null = a deal or a step of a company's life. */
  family: EventFamily | null;
  /** What the kind is in particular; null where the filing does not say. */
  variant: string | null;
  salience: EventSalience;
  /** updated: an amendment speaks of it again; resolved: cured, waived, dismissed. */
  status: 'open' | 'updated' | 'resolved';
  /** Effective; null where the filing states none. */
  event_date: CalendarDate | null;
  /** When the first filing of it became known. */
  known_at: Instant;
  title: string;
  /** The newest filing that evidences it. */
  filing: FilingRef;
  /** The regulator's item that produced it, such as 2.01 of Form 8-K; null where the form itself does. */
  item_code: string | null;
  /** By family; every key of it is there, null where the filing does not state it. */
  fields: DilutionFields | AuditFields | ReportingFields | GovernanceFields | DistressFields | GuidanceFields | CapitalReturnFields | LegalFields | DealFields;
  /** Events of one story; null where it stands alone. */
  case_id: string | null;
  /** Of the published rules that read it. */
  rules_version: string;
  evidence: Evidence[];
  entity: EntityRef;
};

export type EventSalience = 'notable' | 'routine';

export type EventTranscriptAvailable = {
  /** Of the company. */
  canonical_key: string;
  company_name: string;
  /** Of the listing that is watched. */
  ticker: string;
  market_id: string;
  /** <source>:<id of the source>; getTranscript takes it. */
  transcript_id: string;
  call_type: 'earnings_call' | 'investor_day' | 'conference' | 'shareholder_meeting' | 'other';
  title: string;
  /** The company's own, as the source states it; null where that does not fit the company's calendar. */
  fiscal_year: number | null;
  fiscal_period: FiscalPeriod | null;
  /** When the call began; null where the source states no hour. */
  event_at: Instant | null;
  /** The day of the call where it was held; null where the source states none. */
  event_date: CalendarDate | null;
  published_at: Instant | null;
  /** ISO 639-1; null where it can’t be told. */
  language: string | null;
  /** Who wrote it down: streetevents, motley-fool, plain, alphavantage, earningscall. */
  source: string;
  url: string | null;
  /** The beginning of what is said. */
  excerpt: string;
  /** Length of all that is said, in UTF-16 units. */
  chars: number;
};

/** The words that say so, and where they stand. */
export type Evidence = {
  filing_id: string | null;
  /** Only of what was said in a call. */
  transcript_id?: string | undefined;
  /** Of a call turn_<order>: the offsets are in that turn. */
  section_key: string | null;
  quote: string | null;
  /** Offset in the text, in UTF-16 units. */
  char_start: number | null;
  /** Exclusive. */
  char_end: number | null;
  /** Of the tagged fact behind it; absent without one. */
  element_id?: string | undefined;
  /** What that fact states; of a percentage in percent. */
  value?: number | undefined;
  url: string | null;
};

/** A fact as its filer tagged it. */
export type Fact = {
  /** With its taxonomy's prefix: us-gaap:Assets, or the filer's own for an extension. */
  concept: string;
  /** Null for an instant. */
  period_start: CalendarDate | null;
  period_end: CalendarDate;
  /** USD, USD/shares, shares, pure …; null for a text. */
  unit: string | null;
  /** In whole units with the filed sign and digits; a text of a text fact; null where it is tagged as nil. */
  value: number | string | null;
  /** Only where value is the beginning of a longer text: the length of the whole. */
  value_chars?: number | undefined;
  /** Filed accuracy (XBRL decimals); null where the source does not give it. */
  decimals: (number | 'INF') | null;
  /** Axis to member; of a typed dimension to its text. Empty: undimensioned. */
  dimensions: Record<string, string>;
  /** File name of the document of the filing that says so. */
  document: string;
  /** Id of the element in it; @<offset> where it has none. */
  element_id: string;
  /** Where the element starts in the decoded document, in UTF-16 units. */
  char_start: number;
  /** Where it ends, exclusive. */
  char_end: number;
};

export type Filing = {
  /** <registry>:<id of the registry>; routes take its UUID form too. */
  filing_id: string;
  /** As filed. */
  form_type: string;
  period_end: CalendarDate | null;
  /** When the registry made it known. */
  filed_at: Instant;
  /** The regulator's own page. */
  url: string;
  /** Legal date at the registry. */
  filing_date: CalendarDate;
  registry: string;
  category: string;
  category_group: string;
  title: string | null;
  language: string | null;
  /** Items of an 8-K such as 2.02; else empty. */
  item_codes: string[];
  is_amendment: boolean;
  /** filing_id of the original. */
  amends: string | null;
  /** Where it stands at its registry: withdrawn (by its filer, or deleted) and closed (taken out of inspection) filings give no values from then on; expired ones stand. */
  status: 'current' | 'withdrawn' | 'closed' | 'expired';
  /** Since when the public could know that; null where it just stands there. */
  status_since: Instant | null;
  available: ('kpis' | 'sections' | 'facts' | 'statements' | 'earnings_event' | 'documents')[];
};

export type FilingDiscovered = {
  /** Of the company. */
  canonical_key: string;
  /** Of the listing that is watched. */
  ticker: string;
  market_id: string;
  /** As filed. */
  form_type: string;
  /** The UUID form of the filing id; every route takes it. */
  filing_id: string;
  filing_date: CalendarDate;
};

export type FilingFactsOut = {
  filing_id: string;
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  /** In document order. */
  items: Fact[];
  /** All facts that fit. */
  total: number;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type FilingFeedOut = {
  /** The one that became known last first. */
  items: FilingOfEntity[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
  /** All filings that match, counted half a minute ago at most. */
  total: number;
};

/** A filing with its issuer. */
export type FilingOfEntity = {
  /** <registry>:<id of the registry>; routes take its UUID form too. */
  filing_id: string;
  /** As filed. */
  form_type: string;
  period_end: CalendarDate | null;
  /** When the registry made it known. */
  filed_at: Instant;
  /** The regulator's own page. */
  url: string;
  /** Legal date at the registry. */
  filing_date: CalendarDate;
  registry: string;
  category: string;
  category_group: string;
  title: string | null;
  language: string | null;
  /** Items of an 8-K such as 2.02; else empty. */
  item_codes: string[];
  is_amendment: boolean;
  /** filing_id of the original. */
  amends: string | null;
  /** Where it stands at its registry: withdrawn (by its filer, or deleted) and closed (taken out of inspection) filings give no values from then on; expired ones stand. */
  status: 'current' | 'withdrawn' | 'closed' | 'expired';
  /** Since when the public could know that; null where it just stands there. */
  status_since: Instant | null;
  available: ('kpis' | 'sections' | 'facts' | 'statements' | 'earnings_event' | 'documents')[];
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
};

export type FilingRef = {
  /** <registry>:<id of the registry>; routes take its UUID form too. */
  filing_id: string;
  /** As filed. */
  form_type: string;
  period_end: CalendarDate | null;
  /** When the registry made it known. */
  filed_at: Instant;
  /** The regulator's own page. */
  url: string;
};

export type FilingSectionSearchOut = {
  /** Best first; ties newest first. */
  items: SectionHit[];
  /** All hits where total_is_exact, else those that can be paged through: at most 500. */
  total: number;
  total_is_exact: boolean;
  /** Filing date of the oldest hit that was ranked, where there may be older ones; null = none left out. */
  searched_from: CalendarDate | null;
  /** Text search configurations that q was read in, separated by commas: english, simple, portuguese, and where text is written in them danish, dutch, finnish, french, german, greek, hungarian, italian, lithuanian, norwegian, romanian, spanish, swedish. Chinese, Japanese and Korean count as simple. */
  lang: string;
  /** Those that have text in the store. */
  registries_searched: string[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type FilingStatementsOut = {
  /** <registry>:<id of the registry>; routes take its UUID form too. */
  filing_id: string;
  /** As filed. */
  form_type: string;
  period_end: CalendarDate | null;
  /** When the registry made it known. */
  filed_at: Instant;
  /** The regulator's own page. */
  url: string;
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  statements: AsFiledStatement[];
  /** Why there are no statements; null where there are some. */
  reason: string | null;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type FinancialsPeriod = {
  fiscal_year: number;
  fiscal_period: FiscalPeriod;
  period_start: CalendarDate;
  period_end: CalendarDate;
  /** The newest filing that shows the period on its statements. */
  filing_id: string;
  form_type: string;
  filed_at: Instant;
  kpi_validation_status: ValidationStatus;
  breaches: Breach[];
  /** Only where it differs from the top. */
  currency?: string | undefined;
  /** Only with the parameter currency: how amounts were converted; empty where all stand as filed. */
  conversions?: Conversion[] | undefined;
  /** By canonical code: every asked one that applies to the company type, nulls included. */
  values: Record<string, Value>;
};

export type FinancialsScreenOut = {
  items: FinancialsScreenRow[];
  /** Companies that fulfil the question. */
  total: number;
  /** Currencies of the rows of this page; more than one are not comparable. */
  currencies: string[];
  /** Null at the end. */
  next_cursor: string | null;
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type FinancialsScreenRow = {
  entity: EntityRef;
  fiscal_year: number;
  period_end: CalendarDate;
  /** ISO 4217, of the amounts of this row: the one asked for, or that of the filing. */
  currency: string;
  /** Only with the parameter currency: how the amounts shown were converted; empty where all stand as filed. */
  conversions?: Conversion[] | undefined;
  /** The newest filing that shows the year on its statements. */
  filing_id: string;
  kpi_validation_status: ValidationStatus;
  /** By canonical code, the columns asked for: whole units, ratios as fractions; null = none, or no stored rate converts it (see conversions). */
  values: Record<string, number | null>;
  /** Only with history_of: up to 6 fiscal years to that of the row, oldest first, in the currency of its filing; null = none, or in another currency. */
  history?: {
    fiscal_year: number;
    value: number | null;
  }[] | undefined;
};

export type FiscalPeriod = 'fy' | 'q1' | 'q2' | 'q3' | 'q4' | 'h1' | 'h2' | '9m' | 'ttm' | 'transition';

/** An entity with what of it matched. */
export type FoundEntity = {
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  /** Canonical keys of all registrants that are this company, the leading one first. Each of them finds it. */
  member_keys: string[];
  lei: string | null;
  identifiers: {
    scheme: string;
    identifier: string;
  }[];
  /** ISO 3166-1 alpha-2. */
  country_code: string | null;
  legal_form: string | null;
  status: 'active' | 'inactive';
  company_type: CompanyType | null;
  industry: {
    scheme: string;
    code: string;
    label: string;
  } | null;
  /** MM-DD, nominal. */
  fiscal_year_end: string | null;
  /** Names beside company_name, each once. */
  alternate_names: {
    name: string;
    /** registered: what another registry than the leading one calls it. */
    kind: 'local' | 'english' | 'romanised' | 'kana' | 'short' | 'trading' | 'registered';
  }[];
  former_names: {
    company_name: string;
    until_date: CalendarDate | null;
  }[];
  /** Canonical key of the issuer that took over. */
  successor_key: string | null;
  /** Home listing first. */
  listings: Listing[];
  matched_on: 'ticker' | 'lei' | 'isin' | 'identifier' | 'name' | 'alternate_name' | 'former_name';
  /** 0 to 1; 1 is an exact identifier. */
  score: number;
};

export type FxMove = {
  /** ISO 4217. */
  currency: string;
  /** Change of what one unit was worth in USD, in percent: above 0 it gained. */
  change_pct: number;
  /** Change of the raw quote, units for 1 USD, in percent: above 0 the dollar gained. */
  usd_change_pct: number;
  /** Units of the currency for 1 USD on end_date. */
  local_per_usd: number;
  /** The same on start_date. */
  start_local_per_usd: number;
  /** Day of the rate compared with: the last one up to window_days before end_date. */
  start_date: CalendarDate;
  /** Day of the newest rate. */
  end_date: CalendarDate;
  /** Registry id of the publisher. */
  source: string;
};

export type FxRate = {
  /** ISO 4217. */
  currency: string;
  /** Units of the currency for 1 USD. */
  local_per_usd: number;
  /** The day that the publisher puts on the rate. */
  rate_date: CalendarDate;
  /** Registry id of the publisher. */
  source: string;
};

export type FxRatesResponse = {
  items: FxRate[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type GovernanceFields = {
  persons: PersonRef[] | null;
  role_title: string | null;
  authority: string | null;
  stage: string | null;
};

/** What the company expects of a figure; a point is a range of one value. */
export type Guidance = {
  metric: string;
  fiscal_year: number | null;
  fiscal_period: FiscalPeriod | null;
  unit: string;
  currency: string | null;
  old_low: number | null;
  old_high: number | null;
  new_low: number | null;
  new_high: number | null;
  /** Of the midpoints, in percent. */
  change_pct: number | null;
  direction: 'raised' | 'lowered' | 'reaffirmed' | 'initiated' | 'withdrawn';
  evidence: Evidence[];
};

export type GuidanceFields = {
  metric: string | null;
  fiscal_year: number | null;
  fiscal_period: FiscalPeriod | null;
  unit: string | null;
  /** ISO 4217. */
  currency: string | null;
  old_low: number | null;
  old_high: number | null;
  new_low: number | null;
  new_high: number | null;
  /** Of the midpoints, in percent. */
  change_pct: number | null;
  direction: ('raised' | 'lowered' | 'reaffirmed' | 'initiated' | 'withdrawn') | null;
};

/** Every fault of a request, with its place. */
export type HTTPValidationError = {
  detail: ValidationError[];
};

export type HeldSecurity = {
  /** As filed. */
  cusip: string;
  /** As managers call the class; the most frequent. */
  class_title: string;
  shares: number;
  /** US dollars. */
  market_value: number;
  /** What says that it is this company’s: a schedule alone, or two that agree. */
  resolved_by: ('schedule' | 'isin' | 'fails_to_deliver' | 'information_table')[];
  /** Of the dated documents that say so. */
  first_date: CalendarDate | null;
  last_date: CalendarDate | null;
};

export type Holder = {
  /** The newest central index key of the house, without leading zeros. */
  manager_cik: string;
  manager_name: string;
  /** All keys under which the house filed, the newest last. */
  house_ciks: string[];
  /** The newest report that the position rests on. */
  filing_id: string;
  filed_at: Instant;
  /** Of shares_outstanding, in percent. */
  held_pct: number | null;
  /** At the end of the quarter; null where the manager has not reported it, or the line is no holding of shares. */
  shares: number | null;
  /** US dollars at the end of the quarter, whatever unit the report is in. */
  market_value: number;
  /** Of the manager’s book, in percent. */
  weight_pct: number;
  /** A quarter before, counted as shares of this quarter where the security was split between; null = none reported. */
  previous_shares: number | null;
  shares_change: number | null;
  /** Percent of previous_shares. */
  shares_change_pct: number | null;
  /** not_filed: of one of the two quarters the manager has no report of its own, so that nothing can be said. */
  position_change: 'new' | 'increased' | 'decreased' | 'unchanged' | 'exited' | 'not_filed';
  voting_sole: number | null;
  voting_shared: number | null;
  voting_none: number | null;
  /** As filed: SOLE, DFND, OTR; null where lines of the report differ. */
  investment_discretion: string | null;
  /** Notional, US dollars; no part of shares and market_value. */
  put_market_value: number | null;
  /** Notional, US dollars; no part of shares and market_value. */
  call_market_value: number | null;
};

export type HolderMatch = {
  predicate: 'holders';
  /** Always null: a mandate is no event. */
  match_date: CalendarDate | null;
  person: PersonRef;
  relation: Relation;
  role_title: string | null;
  since_date: CalendarDate;
  /** seat: a dated appointment. disclosed_holding: the first day of unbroken disclosure. */
  since_meaning: 'seat' | 'disclosed_holding';
  tenure_years: number;
};

export type IndexMove = {
  index_id: string;
  name: string;
  /** The market whose shares it is over; null of several. */
  market_id: string | null;
  index_category: 'equity' | 'volatility';
  /** ISO 4217; null of what is no money. */
  currency: string | null;
  /** In points. */
  start_close: number;
  /** In points. */
  end_close: number;
  /** From start_close to end_close, in percent. */
  change_pct: number;
  /** Day of the close compared with: the last one up to window_days before end_date. */
  start_date: CalendarDate;
  /** Day of the newest close. */
  end_date: CalendarDate;
  /** total_return: dividends count as if they were put back; such a move is no smaller for it. */
  return_type: 'price' | 'total_return';
  /** Registry id of the publisher of both closes. */
  source: string;
};

export type InsiderMatch = {
  predicate: 'insider';
  /** When the latest trade was filed, UTC. */
  match_date: CalendarDate | null;
  acquired_disposed: 'A' | 'D';
  latest_transaction: ListedInsiderTransaction;
  /** Trades of that direction in the window. */
  transactions_count: number;
};

/** One line of an insider’s report. */
export type InsiderTransaction = {
  /** <filing_id>:<place of the line in its document>; the same for ever. */
  transaction_id: string;
  entity: EntityRef;
  filing: FilingRef;
  is_amendment: boolean;
  /** filing_id of the original, where it is stored and can be told from others. */
  amends: string | null;
  owners: {
    person: PersonRef;
    is_director: boolean;
    is_officer: boolean;
    is_ten_percent_owner: boolean;
    officer_title: string | null;
  }[];
  is_derivative: boolean;
  /** A line that states a holding, without a trade. */
  is_holding: boolean;
  security_title: string;
  transaction_date: CalendarDate | null;
  /** As filed: P bought, S sold, A granted, M exercised … */
  transaction_code: string | null;
  /** trade: P and S. Null for unknown codes and holdings. */
  transaction_class: ('trade' | 'compensation' | 'other' | 'marker') | null;
  /** As filed, never derived. */
  acquired_disposed: ('A' | 'D') | null;
  shares: number | null;
  price_per_share: number | null;
  /** weighted_average: a note says so. not_reported: no price, or a purchase or sale at 0. suspect: a purchase or sale at over ten times the close of its day, both as paid and restated for splits, where closes are stored; the price stands as filed. */
  price_quality: 'reported' | 'weighted_average' | 'not_reported' | 'suspect';
  /** The total that the form states, else shares times price. */
  amount: number | null;
  currency: string;
  shares_owned_following: number | null;
  direct_indirect: ('D' | 'I') | null;
  nature_of_ownership: string | null;
  /** Made under a Rule 10b5-1 plan: a note of the line says so, or the box of the form. Null where neither does. */
  is_10b5_1: boolean | null;
  plan_adoption_date: CalendarDate | null;
  is_equity_swap: boolean;
  timeliness: ('on_time' | 'early' | 'late') | null;
  underlying_title: string | null;
  underlying_shares: number | null;
  exercise_price: number | null;
  exercisable_date: CalendarDate | null;
  expiration_date: CalendarDate | null;
  /** The notes that the line points to. */
  footnotes: string[];
};

export type InsiderTransactionDiscovered = {
  /** Of the company. */
  canonical_key: string;
  /** Of the listing that is watched. */
  ticker: string;
  market_id: string;
  /** The UUID form of the filing id; every route takes it. */
  filing_id: string;
  form_type: string;
  filing_date: CalendarDate;
  url: string;
  /** Every line of the filing: one event each filing. */
  transactions: InsiderTransaction[];
};

/** Moment in UTC, ISO 8601 with Z, to the millisecond at most. */
export type Instant = string;

export type InstitutionalHoldersOut = {
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  items: Holder[];
  /** Houses that hold shares of it or did a quarter before. */
  total: number;
  /** Houses that hold shares of it. */
  holders_count: number;
  quarter_end: CalendarDate | null;
  previous_quarter_end: CalendarDate | null;
  currency: 'USD';
  /** As the company’s own reports had them last by then. */
  shares_outstanding: number | null;
  shares_outstanding_date: CalendarDate | null;
  /** Of all houses together. */
  held_shares: number;
  /** US dollars. */
  held_market_value: number;
  /** Of shares_outstanding, in percent; can pass 100, since shares lent and sold short are held twice. */
  held_pct: number | null;
  /** Shares of this quarter that one share of the quarter before became; 1 = no split. */
  split_factor: number;
  /** The CUSIPs that count as the company’s, most shares first. */
  securities: HeldSecurity[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type IssuerScreenOut = {
  /** Latest match_date first. */
  items: {
    entity: EntityRef;
    match: ScreenMatch;
  }[];
  /** Null at the end. */
  next_cursor: string | null;
  /** Days that were looked back; null = no window. */
  window_days: number | null;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
  /** Of the combined screen: what was asked for that the store has nothing of. */
  not_covered?: string[] | undefined;
};

export type KindMatch = {
  predicate: 'kind';
  /** When the latest event became known, UTC. */
  match_date: CalendarDate | null;
  latest_event: Event;
  /** Events of the kinds asked for in the window. */
  events_count: number;
};

export type KpiTaxonomyOut = {
  taxonomy_version: string;
  items: LineItem[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type LegalFields = {
  authority: string | null;
  counterparty: string | null;
  amount: number | null;
  /** ISO 4217. */
  currency: string | null;
  stage: string | null;
};

export type LineItem = {
  code: string;
  statement_type: 'income' | 'balance' | 'cashflow' | 'shares' | 'ratio';
  label: string;
  definition: string;
  /** Code that it stands under when presented. */
  parent: string | null;
  /** cost and outflow are filed positive and subtract. */
  sign: 'pos' | 'signed' | 'cost' | 'outflow';
  period_type: 'instant' | 'duration';
  unit_kind: 'currency' | 'currency_per_share' | 'shares' | 'ratio';
  /** To which it applies; elsewhere it is not_applicable. */
  company_types: CompanyType[];
  /** Relations that it takes part in. */
  identities: string[];
  /** How it may be derived where it is not reported, in order. */
  formulas: string[];
  /** By accounting standard, in the order tried. */
  concepts: Record<string, string[]>;
};

/** One line of an insider’s report; previews lack the keys that they withhold. */
export type ListedInsiderTransaction = {
  /** <filing_id>:<place of the line in its document>; the same for ever. */
  transaction_id: string;
  entity: EntityRef;
  filing: FilingRef;
  is_amendment: boolean;
  /** filing_id of the original, where it is stored and can be told from others. */
  amends: string | null;
  owners: {
    person: PersonRef;
    is_director: boolean;
    is_officer: boolean;
    is_ten_percent_owner: boolean;
    officer_title: string | null;
  }[];
  is_derivative: boolean;
  /** A line that states a holding, without a trade. */
  is_holding: boolean;
  security_title: string;
  transaction_date: CalendarDate | null;
  /** As filed: P bought, S sold, A granted, M exercised … */
  transaction_code: string | null;
  /** trade: P and S. Null for unknown codes and holdings. */
  transaction_class: ('trade' | 'compensation' | 'other' | 'marker') | null;
  /** As filed, never derived. */
  acquired_disposed: ('A' | 'D') | null;
  shares?: number | null | undefined;
  price_per_share?: number | null | undefined;
  /** weighted_average: a note says so. not_reported: no price, or a purchase or sale at 0. suspect: a purchase or sale at over ten times the close of its day, both as paid and restated for splits, where closes are stored; the price stands as filed. */
  price_quality: 'reported' | 'weighted_average' | 'not_reported' | 'suspect';
  /** The total that the form states, else shares times price. */
  amount?: number | null | undefined;
  currency: string;
  shares_owned_following?: number | null | undefined;
  direct_indirect: ('D' | 'I') | null;
  nature_of_ownership: string | null;
  /** Made under a Rule 10b5-1 plan: a note of the line says so, or the box of the form. Null where neither does. */
  is_10b5_1: boolean | null;
  plan_adoption_date: CalendarDate | null;
  is_equity_swap: boolean;
  timeliness: ('on_time' | 'early' | 'late') | null;
  underlying_title: string | null;
  underlying_shares: number | null;
  exercise_price: number | null;
  exercisable_date: CalendarDate | null;
  expiration_date: CalendarDate | null;
  /** The notes that the line points to. */
  footnotes?: string[] | undefined;
};

/** A press release in a list; previews lack summary, url and subjects. */
export type ListedPressRelease = {
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  /** <source>:<id of the wire>. */
  press_release_id: string;
  title: string;
  /** The beginning of the lead, at most 400 characters; the text is at the wire alone. */
  summary?: string | null | undefined;
  published_at: Instant;
  /** The wire: globenewswire, prnewswire. */
  source: string;
  /** The release on the wire's own site. */
  url?: string | undefined;
  /** BCP 47 as the wire states it; und where it does not. */
  language: string;
  /** 1: results, guidance, deals, financing, leadership, listing; 2: products, contracts, operations; 3: everything else. */
  tier: 1 | 2 | 3;
  /** GlobeNewswire's numbers of subjects; from 901 on subjects that only other wires have. */
  subjects?: {
    subject_code: number;
    label: string;
  }[] | undefined;
  /** That the wire tags it with. */
  isins: string[];
  /** Other listings in markets of the catalogue that it is tagged with. */
  also_tagged: ListingRef[];
  /** Of the day of publication (UTC) after the filing date, negative before it; where a filing was asked about. */
  days_from_filing?: number | undefined;
};

export type Listing = {
  ticker: string;
  market_id: string;
  /** ISO 10383. */
  mic: string | null;
  exchange: string | null;
  isin: string | null;
  figi: string | null;
  share_class: string | null;
  /** ISO 4217. */
  currency: string | null;
  is_home: boolean;
  status: 'active' | 'suspended' | 'delisted';
  listed_date: CalendarDate | null;
  delisted_date: CalendarDate | null;
};

export type ListingRef = {
  ticker: string;
  market_id: string;
  /** ISO 10383. */
  mic: string | null;
};

export type MacroRate = {
  group: 'ust' | 'gov10y' | 'ea_curve' | 'policy';
  /** The publisher's own id. */
  series_id: string;
  /** ISO 3166-1 alpha-2; EA = the euro area. */
  country_code: string;
  /** Time to maturity such as 3M, 1.5M or 10Y; null where the rate has none. */
  tenor: string | null;
  /** Percent a year, newest value. */
  rate_pct: number;
  /** The day that the publisher puts on it: of a monthly average the first day of its month, of a rate at the end of a month the last. */
  rate_date: CalendarDate;
  /** Value compared with; null where there was none then. */
  start_rate_pct: number | null;
  /** Its day: the last one with a value up to window_days before rate_date. */
  start_date: CalendarDate | null;
  /** rate_pct less start_rate_pct, in basis points. */
  change_bps: number | null;
  frequency: 'daily' | 'monthly';
  /** What the rate is, where its group does not say it. */
  note: string | null;
  /** Registry id of the publisher. */
  source: string;
};

export type MacroRatesResponse = {
  window_days: number;
  items: MacroRate[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type Manager13fBookOut = {
  items: BookLine[];
  /** Positions of the book. */
  total: number;
  /** The newest central index key of the house, without leading zeros. */
  manager_cik: string;
  manager_name: string;
  house_ciks: string[];
  quarter_end: CalendarDate;
  /** Since when the book is known as it stands, its newest addition included. */
  known_at: Instant;
  /** The reports that make it up, in the order in which they became known. */
  filing_ids: string[];
  currency: 'USD';
  /** US dollars, options with their notional value among it. */
  book_market_value: number;
  /** False where positions are kept confidential. */
  is_complete: boolean;
  /** Managers that report positions of this one, as its report names them. */
  reported_by: {
    manager_cik: string | null;
    manager_name: string;
  }[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type Market = {
  market_id: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country_codes: string[];
  /** ISO 4217. */
  currency: string;
  /** IANA. */
  time_zone: string;
  exchanges: {
    /** ISO 10383. */
    mic: string;
    name: string;
  }[];
  registries: {
    registry: string;
    name: string;
    url: string;
    /** Of this market's companies; one of several companies counts for each of them. */
    filings_count: number;
    /** Those that have data. */
    capabilities: ('entities' | 'filings' | 'financials' | 'sections' | 'facts' | 'statements' | 'earnings_events' | 'documents')[];
    /** When the newest filing became known. */
    data_as_of: Instant | null;
  }[];
  /** How text is searched by default. */
  search_language: 'english' | 'simple' | 'portuguese';
  /** Those that have data, in this order. */
  capabilities: ('entities' | 'filings' | 'financials' | 'sections' | 'facts' | 'statements' | 'earnings_events' | 'documents')[];
  /** Id of the index that its shares are measured against, where closes of it are stored. */
  benchmark_index: string | null;
  companies_count: number;
  /** A filing of several companies counts for each of them. */
  filings_count: number;
  /** What there is no data of by the nature of the registries, whatever is in the store. */
  not_covered: {
    registry: string;
    capability: 'entities' | 'filings' | 'financials' | 'sections' | 'facts' | 'statements' | 'earnings_events' | 'documents';
    /** not_published (the registry has none), form_not_read (such as PDF), key_needed (the operator has to get a key of the registry), kept_briefly (by the registry), not_required (of its filers). */
    reason: 'not_published' | 'form_not_read' | 'key_needed' | 'kept_briefly' | 'not_required';
    /** Whether some of it is there nevertheless. */
    is_partial: boolean;
    detail: string;
  }[];
  /** When the newest filing of the market became known. */
  data_as_of: Instant | null;
};

export type MarketLifecycleEventsOut = {
  /** Companies or events by page_by, newest first. */
  items: (CompanyEvents | EventRow)[];
  /** All that match, of what page_by names. */
  total: number;
  page_by: 'issuer' | 'event';
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type MarketQuotesBatchOut = {
  /** In the order asked for. */
  items: Quote[];
  /** In the order asked for. */
  errors: {
    /** As it was asked for. */
    ticker: string;
    /** not_found: no such listing, or no price of it; bad_request: no symbol; ambiguous_ticker. */
    error: 'bad_request' | 'invalid_cursor' | 'ambiguous_ticker' | 'listing_not_narrowed' | 'pattern_with_kind' | 'no_dated_mandate' | 'unauthorized' | 'upgrade_required' | 'forbidden' | 'not_found' | 'member_not_served' | 'not_archived' | 'validation_error' | 'rate_limited' | 'quota_exceeded' | 'download_quota_exceeded' | 'upstream_error' | 'delivery_unavailable' | 'conflict' | 'payload_too_large' | 'internal_error';
    /** Only with ambiguous_ticker. */
    candidates?: EntityRef[] | undefined;
  }[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type MarketSnapshot = {
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  last_quote: Quote | null;
  /** ISO 4217, of closes and market cap. */
  currency: string | null;
  /** In whole units of the currency. */
  market_cap: number | null;
  /** As filed. */
  shares_outstanding: number | null;
  /** The day that the filing puts on the count. */
  shares_outstanding_date: CalendarDate | null;
  /** Highest close of the 52 weeks up to the newest price, restated for splits; null where closes do not go on so far. */
  week52_high: number | null;
  /** Lowest close of them. */
  week52_low: number | null;
  range: '1mo' | '6mo' | '1y' | '2y' | '5y' | 'max';
  /** Oldest first. */
  closes: {
    date: CalendarDate;
    close: number;
    adjusted_close: number;
    /** Shares of the day. */
    volume: number | null;
  }[];
  /** Registry id of the publisher of closes. */
  closes_source: string | null;
  /** What close is: as paid (raw), restated for later splits, or for dividends too (adjusted). */
  close_basis: ('raw' | 'split_adjusted' | 'adjusted') | null;
  /** The same of adjusted_close. */
  adjusted_close_basis: ('raw' | 'split_adjusted' | 'adjusted') | null;
  data_quality: DataQuality;
  /** stale (the newest price is over a week old), unit_mixup and missing_split (closes among those shown can’t be what they say; they stand as the source has them), no_closes (no daily closes that go on to the newest price: nothing is worked out of them), no_shares (no filed share count, so no market cap), no_benchmark (no closes of a fund to compare with), dividends_not_restated and splits_not_restated (adjusted_close is not restated for them), paid_close_unknown (the source has only closes that are restated for dividends too: close is one of those). */
  quality_notes: ('stale' | 'unit_mixup' | 'missing_split' | 'no_closes' | 'no_shares' | 'no_benchmark' | 'dividends_not_restated' | 'splits_not_restated' | 'paid_close_unknown')[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

/** A code without a value; without fiscal_year: in no period of the answer. */
export type Missing = {
  code: string;
  reason: MissingReason;
  fiscal_year?: number | undefined;
  fiscal_period?: FiscalPeriod | undefined;
};

/** Why a value is null: not_reported (the filing has none), not_published_yet, not_covered (no source of ours has it), not_applicable (the company type has no such line), no_exchange_rate (it is there, and no stored rate converts it). */
export type MissingReason = 'not_reported' | 'not_published_yet' | 'not_covered' | 'not_applicable' | 'no_exchange_rate';

export type MoversOut = {
  /** Largest absolute change_pct first. */
  items: (FxMove | IndexMove)[];
  /** Whether there are more than limit. */
  has_more: boolean;
  window_days: number;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type NewestFilingsOut = {
  /** Newest first. */
  filings: FilingOfEntity[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type NotificationItem = {
  /** UUID; the same for everybody who is told of the same event. */
  id: string;
  event_type: 'filing.discovered' | 'press_release.discovered' | 'insider_transaction.discovered' | 'earnings_release.upcoming' | 'earnings_release.reported' | 'earnings_guidance.available' | 'event_transcript.available' | 'webhook.deactivated';
  title: string;
  summary: string | null;
  /** Of the watched listing; null where it is about none. */
  ticker: string | null;
  market_id: string | null;
  company_name: string | null;
  /** Of a filing. */
  category: string | null;
  category_group: string | null;
  /** <registry>:<id of the registry>; only of filings. */
  filing_id?: string | undefined;
  /** The regulator's own page. */
  url: string | null;
  created_at: Instant;
  /** Null = unread. */
  read_at: Instant | null;
};

export type NotificationListResponse = {
  /** The one created last first; ties by id. */
  items: NotificationItem[];
  /** Null at the end. */
  next_cursor: string | null;
  /** Of all notifications of the account, whatever is asked for. */
  unread_count: number;
};

export type NotificationUnreadCountResponse = {
  unread_count: number;
};

/** What several events of a company amount to. */
export type PatternHit = {
  pattern: SignalPattern;
  strength: PatternStrength;
  /** When the first of its events became known, UTC. */
  first_date: CalendarDate;
  /** When the last of them did: what triggered it. */
  latest_date: CalendarDate;
  /** One line. */
  reason: string;
  /** The events behind it, oldest first. */
  event_ids: string[];
  /** Of the published thresholds. */
  rules_version: string;
};

export type PatternMatch = {
  predicate: 'pattern';
  /** latest_date of the pattern. */
  match_date: CalendarDate | null;
  pattern_hit: PatternHit;
};

export type PatternStrength = 'strong' | 'moderate';

export type PeopleFacetsResponse = {
  total: number;
  by_kind: Record<string, number>;
  by_relation: Record<string, number>;
  by_market: Record<string, number>;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type PersonCard = {
  /** <name>-<first 8 digits of the id>; the digits alone say who it is. */
  slug: string;
  /** In reading order where that is safe, else as filed. */
  name: string;
  kind: 'person' | 'institution';
  relations: Relation[];
  /** Companies with a mandate, present or past. */
  companies_count: number;
  /** Markets of these companies. */
  market_ids: string[];
  /** The largest stake that has not ended, in percent; of a band its lower end. */
  ownership_pct: number | null;
  /** Of the longest current mandate that is dated. */
  since_date: CalendarDate | null;
  /** Of that mandate. */
  tenure_years: number | null;
  /** The next end of a term. */
  term_end_date: CalendarDate | null;
  /** The mandate by which the list is ordered, else the foremost current one. */
  top_role: Role | null;
};

export type PersonInsiderTransactionsResponse = {
  person: PersonRef;
  /** Newest filing first, the lines of one in its order. */
  items: ListedInsiderTransaction[];
  has_more: boolean;
  /** Null where the plan shows everything. */
  preview: Preview | null;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type PersonListResponse = {
  items: PersonCard[];
  total: number;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type PersonProfileResponse = {
  /** <name>-<first 8 digits of the id>; the digits alone say who it is. */
  slug: string;
  /** In reading order where that is safe, else as filed. */
  name: string;
  kind: 'person' | 'institution';
  person_id: string;
  /** Every name as sources have it. */
  aliases: string[];
  birth_year: number | null;
  /** ISO 3166-1 alpha-2, where a registry states it. */
  country_code: string | null;
  identifiers: {
    scheme: string;
    identifier: string;
  }[];
  relations: Relation[];
  /** Companies with a mandate, present or past. */
  companies_count: number;
  /** Current first, then by the latest beginning; 25 at most. */
  roles: Role[];
  roles_total: number;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type PersonRef = {
  /** <name>-<first 8 digits of the id>; the digits alone say who it is. */
  slug: string;
  /** In reading order where that is safe, else as filed. */
  name: string;
  kind: 'person' | 'institution';
};

export type PersonRolesResponse = {
  items: Role[];
  total: number;
  person: PersonRef;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type Plan = 'free' | 'pro' | 'business';

export type PressMatch = {
  predicate: 'press';
  /** Of its publication, UTC. */
  match_date: CalendarDate | null;
  press_release: PressRelease;
};

/** A press release as its wire's feed tells it. */
export type PressRelease = {
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  /** <source>:<id of the wire>. */
  press_release_id: string;
  title: string;
  /** The beginning of the lead, at most 400 characters; the text is at the wire alone. */
  summary: string | null;
  published_at: Instant;
  /** The wire: globenewswire, prnewswire. */
  source: string;
  /** The release on the wire's own site. */
  url: string;
  /** BCP 47 as the wire states it; und where it does not. */
  language: string;
  /** 1: results, guidance, deals, financing, leadership, listing; 2: products, contracts, operations; 3: everything else. */
  tier: 1 | 2 | 3;
  /** GlobeNewswire's numbers of subjects; from 901 on subjects that only other wires have. */
  subjects: {
    subject_code: number;
    label: string;
  }[];
  /** That the wire tags it with. */
  isins: string[];
  /** Other listings in markets of the catalogue that it is tagged with. */
  also_tagged: ListingRef[];
};

export type PressReleaseDiscovered = {
  /** Of the company. */
  canonical_key: string;
  /** Of the listing that is watched. */
  ticker: string;
  market_id: string;
  /** <source>:<id of the wire>. */
  press_release_id: string;
  title: string;
  published_at: Instant;
  /** The wire. */
  source: string;
  url: string;
  /** 1: results, guidance, deals, financing, leadership, listing; 2: products, contracts, operations; 3: everything else. */
  tier: 1 | 2 | 3;
  /** As lists of press releases have them. */
  subject_codes: number[];
};

/** What was left out for the caller's plan. */
export type Preview = {
  /** The least plan that is shown all of it. */
  plan_required: 'pro' | 'business';
  /** Rows in this answer. */
  shown: number;
  /** Rows that the plan would show. */
  total: number;
  /** Keys that the rows lack. */
  withheld: string[];
};

export type PriceSnapshotOut = {
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  last_quote: Quote | null;
  /** In whole units of the currency of last_quote. */
  market_cap: number | null;
  data_quality: DataQuality;
  /** stale (the newest price is over a week old), unit_mixup and missing_split (closes among those shown can’t be what they say; they stand as the source has them), no_closes (no daily closes that go on to the newest price: nothing is worked out of them), no_shares (no filed share count, so no market cap), no_benchmark (no closes of a fund to compare with), dividends_not_restated and splits_not_restated (adjusted_close is not restated for them), paid_close_unknown (the source has only closes that are restated for dividends too: close is one of those). */
  quality_notes: ('stale' | 'unit_mixup' | 'missing_split' | 'no_closes' | 'no_shares' | 'no_benchmark' | 'dividends_not_restated' | 'splits_not_restated' | 'paid_close_unknown')[];
  /** Ticker of the fund. */
  benchmark_fund: string;
  returns: Return[];
  /** Null without event_at, and where there is no close in the eleven days before it. */
  event_move: {
    event_at: Instant;
    /** Of the last close before the event. */
    base_date: CalendarDate;
    /** As near to what was paid as the source has it. */
    base_close: number;
    returns: Return[];
  } | null;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type ProductDiscoveryOut = {
  /** The best hit; null where nothing resolves. */
  entity: Entity | null;
  /** Other candidates, best first. */
  entities: EntityRef[];
  /** Newest first. */
  filings: FilingOfEntity[];
  listings_searched: ListingRef[];
  has_more: boolean;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type ProductEarningsEventOut = {
  /** <registry>:<id of the registry>; routes take its UUID form too. */
  filing_id: string;
  /** As filed. */
  form_type: string;
  period_end: CalendarDate | null;
  /** When the registry made it known. */
  filed_at: Instant;
  /** The regulator's own page. */
  url: string;
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  /** 2.02, before 2004-08-23 12; null where the filing has no such item. */
  item_code: string | null;
  fiscal_year: number | null;
  fiscal_period: FiscalPeriod | null;
  earnings_release: EarningsReleaseExhibit | null;
  guidance: Guidance[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type ProductEntityLookupOut = {
  entity: Entity;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type ProductFilingKpisOut = {
  /** <registry>:<id of the registry>; routes take its UUID form too. */
  filing_id: string;
  /** As filed. */
  form_type: string;
  period_end: CalendarDate | null;
  /** When the registry made it known. */
  filed_at: Instant;
  /** The regulator's own page. */
  url: string;
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  fiscal_year: number | null;
  fiscal_period: FiscalPeriod | null;
  company_type: CompanyType | null;
  currency: string | null;
  accounting_standard: string | null;
  canonical: CanonicalKpis;
  missing: Missing[];
  kpi_validation_status: ValidationStatus;
  breaches: Breach[];
  gold?: Record<string, Value> | undefined;
  groups?: Record<string, Record<string, Value>> | undefined;
  /** Severest first; of one severity events before what is unclear and what such filings say anyway. */
  red_flags?: RedFlag[] | undefined;
  /** Why its words raise none: not_covered = they were not read. */
  red_flags_reason?: MissingReason | undefined;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type ProductFilingResolveOut = {
  entity: EntityRef;
  /** The newest match. */
  filing: Filing;
  /** Other matches, newest first, at most ten. */
  alternatives: FilingRef[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type ProductFilingSectionOut = {
  /** <registry>:<id of the registry>; routes take its UUID form too. */
  filing_id: string;
  /** As filed. */
  form_type: string;
  period_end: CalendarDate | null;
  /** When the registry made it known. */
  filed_at: Instant;
  /** The regulator's own page. */
  url: string;
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  /** item_1a, part_ii.item_1a, item_5.02, beneficial_ownership … */
  section_key: string;
  title: string;
  /** 1-based, in the order of the form. */
  order: number;
  /** Length of the plain text in UTF-16 units. */
  chars: number;
  /** found; by_reference: the filing points elsewhere, see target; shared: one text answers several sections, see shared_with; reserved_or_na: reserved, or answered as not applicable. */
  status: 'found' | 'by_reference' | 'shared' | 'reserved_or_na';
  /** 0 to 1: how sure the boundaries are. */
  confidence: number;
  warnings: string[];
  /** Where a section by reference stands. */
  target?: {
    kind: 'exhibit' | 'proxy' | 'pages' | 'heading';
    locator: string;
    filing_id: string | null;
  } | undefined;
  /** Keys of the sections that the same text answers. */
  shared_with?: string[] | undefined;
  /** File name of the document that the text stands in. */
  document: string;
  /** Where the section starts in the decoded document, in UTF-16 units, after its heading. */
  char_start: number;
  /** Where it ends, exclusive. What is tagged between the two is stated in this section. */
  char_end: number;
  /** 8-K items 2.02 and 7.01 are furnished, not filed; null on other forms. */
  furnished: boolean | null;
  /** Empty where status is reserved_or_na, or by_reference with a target elsewhere. */
  content: string;
  content_format: 'excerpt' | 'text' | 'markdown' | 'html';
  /** 1-based. */
  part: number;
  parts: number;
  /** File name of the document that a reference led to. */
  resolved_from?: string | undefined;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type ProductFilingSectionsOut = {
  /** <registry>:<id of the registry>; routes take its UUID form too. */
  filing_id: string;
  /** As filed. */
  form_type: string;
  period_end: CalendarDate | null;
  /** When the registry made it known. */
  filed_at: Instant;
  /** The regulator's own page. */
  url: string;
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  /** partial: some sections that the form asks for were not found, see reason. */
  status: 'found' | 'partial' | 'sections_not_found';
  /** Why sections are missing; null where none are. */
  reason: string | null;
  /** In the order of the form. */
  sections: Section[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type ProductListFilingsOut = {
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  /** Newest first. */
  filings: Filing[];
  has_more: boolean;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type ProductListInsiderTransactionsOut = {
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  /** Newest filing first, the lines of one in its order. */
  items: ListedInsiderTransaction[];
  has_more: boolean;
  /** Null where the plan shows everything. */
  preview: Preview | null;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type ProductListPressReleasesOut = {
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  /** Where a filing was asked about. */
  filing?: FilingRef | undefined;
  /** Newest first. */
  items: ListedPressRelease[];
  has_more: boolean;
  preview: Preview | null;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type ProductMarketsOut = {
  /** By market_id. */
  items: Market[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type ProductSearchEntitiesOut = {
  /** The best hit. */
  entity: FoundEntity | null;
  /** Other candidates, best first. */
  entities: FoundEntity[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type Quote = {
  ticker: string;
  market_id: string;
  /** ISO 10383. */
  mic: string | null;
  /** Per share, in whole units of the currency: pence are restated in pounds. */
  price: number;
  /** ISO 4217. */
  currency: string;
  /** When it was paid; of a close, when the session of the day ended. */
  price_at: Instant;
  /** last: a quote of the publisher; close: its newest daily close. */
  price_type: 'last' | 'close';
  /** Of the session before. */
  previous_close: number | null;
  /** From previous_close, in the currency. */
  change: number | null;
  /** From previous_close, in percent. */
  change_pct: number | null;
  day_high: number | null;
  day_low: number | null;
  /** Shares of the day. */
  volume: number | null;
  /** How late the publisher is; null where it does not say, and of closes. */
  delay_minutes: number | null;
  /** Registry id of the publisher. */
  source: string;
};

export type RedFlag = {
  rule_id: string;
  label: string;
  severity: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW';
  /** event: told as a fact. boilerplate: what such filings say anyway. null: not yet judged. */
  judgement: ('event' | 'boilerplate' | 'unclear') | null;
  /** resolved: the same words say that it is over. */
  status: 'open' | 'resolved';
  /** rules: by the published rules. */
  method: string;
  rules_version: string;
  /** Last day of the filing's period, else the day on which it was filed. */
  as_of: CalendarDate;
  /** Of rules over figures: what the formula took and gave; null of rules over words. */
  inputs: (Record<string, number | null>) | null;
  /** Whole sentences, five at most; of rules over figures or histories, the filing. */
  evidence: Evidence[];
};

export type RedFlagMatch = {
  predicate: 'red_flag';
  /** When the filing became known, UTC. */
  match_date: CalendarDate | null;
  filing: FilingRef;
  /** Those asked for, judged an event or not yet judged, severest first. */
  red_flags: RedFlag[];
};

export type RedFlagRuleId = 'going_concern_auditor' | 'going_concern_mgmt' | 'adverse_opinion' | 'disclaimer' | 'qualified_opinion' | 'non_reliance' | 'restatement' | 'material_weakness' | 'weakness_unremediated' | 'disclosure_controls_ineffective' | 'auditor_resigned' | 'auditor_disagreement' | 'auditor_changed_twice' | 'late_filing' | 'covenant_breach' | 'debt_default' | 'bankruptcy' | 'delisting_notice' | 'bid_price' | 'regulator_investigation' | 'internal_investigation' | 'class_action' | 'misconduct' | 'cyber_incident' | 'director_left_disagreeing' | 'finance_chief_turnover' | 'abrupt_exit' | 'related_party_loan' | 'related_party_sales' | 'related_party_purchases' | 'pledged_shares' | 'customer_concentration' | 'supplier_concentration' | 'impairment' | 'toxic_convertible' | 'serial_dilution' | 'reverse_split' | 'negative_equity' | 'receivables_outgrow' | 'inventory_outgrow' | 'cash_profit_gap' | 'beneish' | 'altman' | 'piotroski_low' | 'interest_cover' | 'cash_runway' | 'debt_wall' | 'tax_authority_claim';

export type RedFlagScreenOut = {
  /** Latest match_date first. */
  items: {
    entity: EntityRef;
    match: RedFlagMatch;
  }[];
  /** Null at the end. */
  next_cursor: string | null;
  /** Days that were looked back. */
  window_days: number | null;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

/** significant_control: of the register of persons with significant control. */
export type Relation = 'officer' | 'director' | 'major_shareholder' | 'significant_control';

export type ReportingFields = {
  late_form_type: string | null;
  /** Last days of the periods. */
  affected_periods: CalendarDate[] | null;
  stated_cause: string | null;
  expected_date: CalendarDate | null;
  restated_amount: number | null;
  /** ISO 4217. */
  currency: string | null;
};

export type Return = {
  /** 1w 1m 3m 6m 1y back from the newest close; after an event sessions: 1d 2d 5d 20d. */
  horizon: string;
  /** Dividends counted where the source restates for them, in percent. */
  return_pct: number | null;
  /** Of the benchmark fund between the same days. */
  benchmark_return_pct: number | null;
  /** return_pct less benchmark_return_pct, in percentage points. */
  relative_strength: number | null;
};

/** Revenue of a period divided by one axis. */
export type RevenueBreakdown = {
  breakdown_by: 'segment' | 'product' | 'geography' | 'customer';
  /** The axis that divides it. */
  axis: string;
  /** The revenue concept that is divided. */
  concept: string;
  unit: string;
  /** The concept for the company as a whole, in the same filing. */
  total: number;
  /** The total less the sum of the parts. */
  difference: number;
  /** Whether the difference is no more than rounding. */
  reconciles: boolean;
  segments: {
    /** Eliminations and the like stand under the member of the consolidation axis. */
    member_concept: string;
    /** The filer's own words where the filing brings them. */
    label: string;
    /** In whole units of the currency. */
    value: number;
    /** Of the total, in percent. */
    revenue_pct: number | null;
    /** File name of the document of the filing that says so. */
    document?: string | undefined;
    /** Id of the element in it; @<offset> where it has none. */
    element_id?: string | undefined;
    /** Where the element starts in the decoded document, in UTF-16 units. */
    char_start?: number | undefined;
    /** Where it ends, exclusive. */
    char_end?: number | undefined;
  }[];
};

export type RevenueSegmentsOut = {
  entity: EntityRef;
  /** Canonical key of the registrant whose filings the breakdowns are from; null without breakdowns. */
  source_key: string | null;
  /** ISO 4217. */
  currency: string | null;
  /** Newest period_end first. */
  periods: {
    fiscal_year: number;
    fiscal_period: FiscalPeriod;
    period_start: CalendarDate;
    period_end: CalendarDate;
    /** The filing that the breakdowns are from. */
    filing_id: string;
    /** Only where it differs from the top. */
    currency?: string | undefined;
    breakdowns: RevenueBreakdown[];
  }[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

/** A mandate: of a person at a company in a relation, from beginning to end. */
export type Role = {
  role_id: string;
  /** In answers about a company. */
  person?: PersonRef | undefined;
  entity: EntityRef;
  relation: Relation;
  /** In the source's words, as the newest of them has it. */
  role_title: string | null;
  /** Not ended, and confirmed by its source within the time that its word holds. */
  is_current: boolean;
  /** A year alone counts from its last day; null where no source dates it. */
  since_date: CalendarDate | null;
  since_meaning: ('seat' | 'disclosed_holding') | null;
  /** When it was first seen: never tenure. */
  observed_since_date: CalendarDate;
  until_date: CalendarDate | null;
  /** When the term ends by itself, which is no resignation. */
  term_end_date: CalendarDate | null;
  /** Whole tenths, rounded down; null without since_date. */
  tenure_years: number | null;
  shares: number | null;
  /** Percent of the class. */
  ownership_pct: number | null;
  /** Of a band, in percent. */
  ownership_min_pct: number | null;
  ownership_max_pct: number | null;
  /** In the words of the register. */
  natures_of_control: string[];
  /** The newest day on which a source says so. */
  confirmed_date: CalendarDate;
  /** Registry that says so. */
  source: string;
  /** Newest first, three at most. */
  evidence: Evidence[];
};

/** What a key or token may be allowed. */
export type Scope = 'data:read' | 'account:read' | 'account:write';

export type ScreenMatch = PressMatch | PatternMatch | KindMatch | InsiderMatch | HolderMatch | RedFlagMatch | AnalystMatch | ClimateMatch | StreetMatch | CombinedMatch;

export type Section = {
  /** item_1a, part_ii.item_1a, item_5.02, beneficial_ownership … */
  section_key: string;
  title: string;
  /** 1-based, in the order of the form. */
  order: number;
  /** Length of the plain text in UTF-16 units. */
  chars: number;
  /** found; by_reference: the filing points elsewhere, see target; shared: one text answers several sections, see shared_with; reserved_or_na: reserved, or answered as not applicable. */
  status: 'found' | 'by_reference' | 'shared' | 'reserved_or_na';
  /** 0 to 1: how sure the boundaries are. */
  confidence: number;
  warnings: string[];
  /** Where a section by reference stands. */
  target?: {
    kind: 'exhibit' | 'proxy' | 'pages' | 'heading';
    locator: string;
    filing_id: string | null;
  } | undefined;
  /** Keys of the sections that the same text answers. */
  shared_with?: string[] | undefined;
  /** File name of the document that the text stands in. */
  document: string;
  /** Where the section starts in the decoded document, in UTF-16 units, after its heading. */
  char_start: number;
  /** Where it ends, exclusive. What is tagged between the two is stated in this section. */
  char_end: number;
  /** 8-K items 2.02 and 7.01 are furnished, not filed; null on other forms. */
  furnished: boolean | null;
};

export type SectionHit = {
  /** <registry>:<id of the registry>; routes take its UUID form too. */
  filing_id: string;
  /** As filed. */
  form_type: string;
  period_end: CalendarDate | null;
  /** When the registry made it known. */
  filed_at: Instant;
  /** The regulator's own page. */
  url: string;
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  registry: string;
  section_key: string;
  title: string;
  /** 0 to 1: how prominent the words are in the section; compares hits of one search only. */
  score: number;
  /** Escaped HTML, the words found in <mark>. */
  snippet: string;
  /** Where the passage of the snippet starts in the section's plain text, in characters from 0. */
  passage_start: number;
};

export type SignalBaseRatesOut = {
  /** By market, kind and variant, all variants together first. */
  items: BaseRate[];
  /** Null where nothing was worked out yet. */
  rules_version: string | null;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type SignalEventsOut = {
  /** Newest first. */
  items: EventRow[];
  /** All that match. */
  total: number;
  /** Null where no window was given. */
  window_days: number | null;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type SignalMatch = PatternMatch | KindMatch;

export type SignalPattern = 'dilution_spiral' | 'audit_distress' | 'auditor_churn' | 'accounting_failure' | 'late_filer' | 'guidance_cut_streak' | 'exit_risk';

export type SignalProfile = {
  dilution: {
    /** Calendar months that are looked back. */
    window_months: number;
    /** Stated new shares in percent of those before each issue, summed; null where no filing states any. */
    new_shares_pct: number | null;
    /** The same of shares that conversion gives at most. */
    convertible_pct: number | null;
    /** Oldest first. */
    event_ids: string[];
  };
  /** The latest that was not clean; null where none is known. */
  audit_opinion: {
    opinion: string;
    fiscal_year: number | null;
    auditor: string | null;
    filing_id: string;
  } | null;
  going_concern: {
    /** none: no filing speaks of doubt. */
    state: 'none' | 'doubt' | 'alleviated' | 'lifted';
    state_date: CalendarDate | null;
    /** Oldest first. */
    event_ids: string[];
  };
  auditor_changes: SignalTally;
  late_filings: SignalTally;
  /** With statements that must not be relied upon. */
  restatements: SignalTally;
  /** Committees of the board, and actions of a named authority. */
  investigations: SignalTally;
  forecast_revisions_up: SignalTally;
  forecast_revisions_down: SignalTally;
};

export type SignalScreenOut = {
  /** Latest match_date first. */
  items: {
    entity: EntityRef;
    match: SignalMatch;
  }[];
  /** Companies over all pages. */
  total: number;
  /** Null at the end. */
  next_cursor: string | null;
  /** Days that were looked back; null = no window. */
  window_days: number | null;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

/** Events of a kind in some months. */
export type SignalTally = {
  /** Calendar months that are looked back. */
  window_months: number;
  events_count: number;
  latest_date: CalendarDate | null;
  /** Oldest first. */
  event_ids: string[];
};

export type SingleScreenMatch = PressMatch | PatternMatch | KindMatch | InsiderMatch | HolderMatch | RedFlagMatch | AnalystMatch | ClimateMatch | StreetMatch;

export type StatementCell = {
  /** With the filed sign; null where tagged as nil. */
  value: number | string | null;
  /** Null for a text. */
  unit: string | null;
  /** Filed accuracy (XBRL decimals); null where the source does not give it. */
  decimals: (number | 'INF') | null;
  /** File name of the document of the filing. */
  document: string;
  /** Id of the element that says so; @<offset> where it has none. */
  element_id: string;
};

export type StreetMatch = {
  predicate: 'street';
  /** The same as as_of. */
  match_date: CalendarDate | null;
  /** The home listing where it has a snapshot, else that with most analysts. */
  listing: ListingRef;
  /** The day of the sweep. */
  as_of: CalendarDate;
  /** As the source states it; else the one nearest to the mean of what is counted. */
  recommendation_key: 'strong_buy' | 'buy' | 'hold' | 'sell' | 'strong_sell';
  /** 1 strong buy to 5 strong sell. */
  recommendation_mean: number | null;
  /** Behind mean and targets; the counts may be of more. */
  analysts_count: number | null;
  recommendation_counts: {
    strong_buy: number;
    buy: number;
    hold: number;
    sell: number;
    strong_sell: number;
  } | null;
  target_mean: number | null;
  target_high: number | null;
  target_low: number | null;
  /** Of the targets, ISO 4217. */
  currency: string | null;
  /** target_mean against the price that the source gave with it. */
  upside_pct: number | null;
  source: string;
};

export type StreetScreenOut = {
  /** Latest match_date first. */
  items: {
    entity: EntityRef;
    match: StreetMatch;
  }[];
  /** Null at the end. */
  next_cursor: string | null;
  /** Days that were looked back. */
  window_days: number | null;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

/** A concentration that names nobody. */
export type SupplyDisclosure = {
  disclosure_id: string;
  concentration_type: 'customer' | 'supplier' | 'credit' | 'geographic';
  /** As the filing calls it: Customer A, top ten customers. */
  label: string;
  /** How many the percentage is of together. */
  group_size: number | null;
  /** In percent. */
  concentration_pct: number | null;
  concentration_of: ConcentrationOf | null;
  /** What the percentage is of, in the filing's words, where it is not the whole; null = the company's total. */
  concentration_base: string | null;
  is_at_least: boolean;
  /** Nobody is above it. */
  threshold_pct: number | null;
  /** Null = an instant. */
  period_start: CalendarDate | null;
  period_end: CalendarDate;
  evidence: Evidence[];
};

/** From supplier to customer, whoever disclosed it. */
export type SupplyEdge = {
  /** The same as long as discloser, role and counterparty are. */
  edge_id: string;
  hop: 1 | 2;
  supplier: SupplyParty;
  customer: SupplyParty;
  /** Canonical key of the company whose filings say so. */
  disclosed_by: string;
  /** Of the newest period that states one, in percent. */
  concentration_pct?: number | null | undefined;
  /** The discloser's revenue or receivables from a customer, its purchases from a supplier. */
  concentration_of: ConcentrationOf | null;
  /** What the percentage is of, in the filing's words, where it is not the whole; null = the company's total. */
  concentration_base: string | null;
  /** The percentage is a lower bound: more than 10 %. */
  is_at_least: boolean;
  /** Revenue tagged for the customer, in whole units of the currency. */
  amount?: number | null | undefined;
  /** ISO 4217; null without an amount. */
  currency: string | null;
  /** 0 to 1: tagged and said 0.95, tagged or a share in words 0.85, named 0.7. */
  confidence: number;
  /** Start of the first period of an unbroken run. */
  valid_from: CalendarDate;
  /** 15 months after the last period, or when a later annual report says nothing of it. */
  valid_to: CalendarDate;
  /** On the day as_of. */
  is_expired: boolean;
  /** Statements of it, one a period and whole. */
  observations_count: number;
  /** Newest first, five at most. */
  evidence?: Evidence[] | undefined;
  /** Pearson correlations of daily logarithmic returns, -1 to 1. Only with include_correlations, hop 1, both companies resolved; null of fewer returns than a horizon takes (8, 15, 45, 90, 180, 360). */
  price_correlations?: {
    '2w': number | null;
    '1m': number | null;
    '3m': number | null;
    '6m': number | null;
    '1y': number | null;
    '2y': number | null;
  } | undefined;
  /** Returns that both have. */
  price_correlation_n?: {
    '2w': number;
    '1m': number;
    '3m': number;
    '6m': number;
    '1y': number;
    '2y': number;
  } | undefined;
};

export type SupplyParty = {
  name_as_filed: string;
  /** Null where the name leads to no company of the store, or to several. */
  entity: EntityRef | null;
};

/** A call as one source has written it down, with its company. */
export type Transcript = {
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  /** <source>:<id of the source>; getTranscript takes it. */
  transcript_id: string;
  call_type: 'earnings_call' | 'investor_day' | 'conference' | 'shareholder_meeting' | 'other';
  title: string;
  /** The company's own, as the source states it; null where that does not fit the company's calendar. */
  fiscal_year: number | null;
  fiscal_period: FiscalPeriod | null;
  /** When the call began; null where the source states no hour. */
  event_at: Instant | null;
  /** The day of the call where it was held; null where the source states none. */
  event_date: CalendarDate | null;
  published_at: Instant | null;
  /** ISO 639-1; null where it can’t be told. */
  language: string | null;
  /** Who wrote it down: streetevents, motley-fool, plain, alphavantage, earningscall. */
  source: string;
  url: string | null;
  /** The beginning of what is said. */
  excerpt: string;
  /** Length of all that is said, in UTF-16 units. */
  chars: number;
};

/** What rules find in the words of a call, each with its sentence. */
export type TranscriptAnalysis = {
  method: 'rules';
  rules_version: string;
  /** missing: no verdict to conclude anything from. */
  data_quality: 'ok' | 'partial' | 'missing';
  /** Of the published rules; null where there is nothing to judge the call by. */
  verdict: Verdict | null;
  /** What executives state of coming periods in one sentence: measure, period, range and what becomes of it. */
  guidance: Guidance[];
  topics: {
    label: string;
    /** Sentences in which words of the topic are said. */
    mentions: number;
    /** The first of them, two at most. */
    evidence: Evidence[];
  }[];
};

export type TranscriptFeedOut = {
  items: Transcript[];
  /** All calls that match. */
  total: number;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type TranscriptOut = {
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  /** <source>:<id of the source>; getTranscript takes it. */
  transcript_id: string;
  call_type: 'earnings_call' | 'investor_day' | 'conference' | 'shareholder_meeting' | 'other';
  title: string;
  /** The company's own, as the source states it; null where that does not fit the company's calendar. */
  fiscal_year: number | null;
  fiscal_period: FiscalPeriod | null;
  /** When the call began; null where the source states no hour. */
  event_at: Instant | null;
  /** The day of the call where it was held; null where the source states none. */
  event_date: CalendarDate | null;
  published_at: Instant | null;
  /** ISO 639-1; null where it can’t be told. */
  language: string | null;
  /** Who wrote it down: streetevents, motley-fool, plain, alphavantage, earningscall. */
  source: string;
  url: string | null;
  /** The beginning of what is said. */
  excerpt: string;
  /** Length of all that is said, in UTF-16 units. */
  chars: number;
  speakers: {
    /** As the transcript names them; voices that it only tells apart go by its mark: spk03. */
    speaker: string;
    speaker_role: 'executive' | 'analyst' | 'operator' | 'other';
    speaker_title: string | null;
    firm: string | null;
  }[];
  turns: {
    /** Place in the whole call, from 0; a turn that goes on in the next part keeps it. */
    order: number;
    /** The prepared remarks, or the questions and answers; null where the transcript does not tell. */
    session: ('prepared' | 'qa') | null;
    /** Null where the transcript names nobody. */
    speaker: string | null;
    text: string;
  }[];
  /** 1-based. */
  part: number;
  parts: number;
  /** Only with include_analysis. */
  analysis?: TranscriptAnalysis | undefined;
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type UserApp = {
  client_id: string;
  /** What the app calls itself. */
  name: string;
  /** Where its answers go: a host, or this computer. */
  host: string;
  scopes: ('data:read' | 'account:read' | 'account:write')[];
  connected_at: string;
  /** When it last called, to the minute. */
  last_used_at: string | null;
};

export type UserAppListResponse = {
  items: UserApp[];
};

export type UserExportOut = {
  exported_at: Instant;
  account: Record<string, unknown>;
  keys: Record<string, unknown>[];
  sessions: Record<string, unknown>[];
  apps: Record<string, unknown>[];
  watchlist: Record<string, unknown>[];
  notifications: Record<string, unknown>[];
  webhooks: Record<string, unknown>[];
  webhook_deliveries: Record<string, unknown>[];
  usage: Record<string, unknown>[];
  ledger: Record<string, unknown>[];
  /** Lists of which only the newest 10000 rows are here; the rest is in the lists of the API. */
  cut: string[];
};

export type UserKey = {
  key_id: string;
  name: string;
  /** Its first characters, to tell keys apart. */
  hint: string;
  scopes: Scope[];
  /** The connected app that asked for it; null where none did. */
  client_id: string | null;
  created_at: Instant;
  /** To the minute; null = never. */
  last_used_at: Instant | null;
  /** From then on it is refused; null = never. */
  expires_at: Instant | null;
};

export type UserKeyCreatedOut = {
  key_id: string;
  name: string;
  /** Its first characters, to tell keys apart. */
  hint: string;
  scopes: Scope[];
  /** The connected app that asked for it; null where none did. */
  client_id: string | null;
  created_at: Instant;
  /** To the minute; null = never. */
  last_used_at: Instant | null;
  /** From then on it is refused; null = never. */
  expires_at: Instant | null;
  /** The key itself: it is shown this once. */
  key: string;
};

export type UserKeyListOut = {
  items: UserKey[];
};

export type UserLedgerOut = {
  items: {
    entry_id: string;
    booked_at: Instant;
    /** The UTC day whose window counts it. */
    usage_date: CalendarDate;
    kind: 'debit' | 'refund' | 'grant';
    /** Of a debit, as the OpenAPI document calls it; else null. */
    operation: string | null;
    /** How the calls came; null where it is no debit. */
    channel: ('rest' | 'mcp') | null;
    /** Calls that were debited together; 0 where it is no debit. */
    calls: number;
    /** Below 0 where they were taken, above where they were given. */
    credits: number;
    /** What the operator said who gave them. */
    note: string | null;
  }[];
  /** Null at the end. */
  next_cursor: string | null;
};

export type UserOut = {
  id: string;
  email: string;
  plan: Plan;
  created_at: Instant;
  has_password: boolean;
  /** Whether two-step sign-in is on. */
  has_totp: boolean;
  /** Recovery codes that were not used yet. */
  recovery_codes_left: number;
  /** What the plan allows, in UTC days and months. */
  limits: {
    credits_per_day: number;
    credits_per_month: number;
    requests_per_second: number;
    /** Requests at once after a pause. */
    burst: number;
    /** Analyses of transcripts. */
    analyses_per_minute: number;
    downloads_per_day: number;
    webhooks: number;
    watchlist_entries: number;
  };
};

export type UserRecoveryCodesOut = {
  recovery_codes: string[];
};

export type UserSession = {
  session_id: string;
  /** When its holder signed in. */
  signed_in_at: string;
  /** When the web app last called with it, to the minute. */
  last_used_at: string | null;
  expires_at: string;
  /** The internet address that it was last used from. */
  address: string | null;
  /** What the browser calls itself, in words. */
  browser: string | null;
  /** Whether the token that asks belongs to it. */
  is_current: boolean;
};

export type UserSessionListResponse = {
  items: UserSession[];
};

export type UserTotpStartOut = {
  /** Base32, to be typed into the app. */
  secret: string;
  /** The same as otpauth://totp/…, to be shown as a QR code. */
  otpauth_url: string;
};

export type UserUsageOut = {
  plan: Plan;
  day: UserUsageWindow;
  month: UserUsageWindow;
  /** The newest day first, on it what cost most. */
  items: {
    /** A UTC day. */
    usage_date: CalendarDate;
    /** As the OpenAPI document calls it (operationId). */
    operation: string;
    channel: 'rest' | 'mcp';
    calls: number;
    credits: number;
  }[];
};

export type UserUsageWindow = {
  /** Debited less given; below 0 where more was given. */
  credits_used: number;
  /** Refunds and grants. */
  credits_given: number;
  /** Of the plan. */
  credits_limit: number;
  /** credits_used of credits_limit, in percent. */
  used_pct: number;
  resets_at: Instant;
};

export type UserWatchlistResponse = {
  /** All of them, the one added last first. */
  items: WatchlistEntry[];
  total: number;
  /** Entries that the account's plan allows. */
  limit: number;
};

export type UserWebhookDeliveryListResponse = {
  items: Delivery[];
  /** Null at the end. */
  next_cursor: string | null;
};

/** A delivery with what was sent and answered. */
export type UserWebhookDeliveryOut = {
  /** The webhook-id header of its attempts. */
  id: string;
  webhook_id: string;
  event: string;
  status: 'pending' | 'delivered' | 'failed';
  created_at: Instant;
  /** Null when no attempt will follow. */
  next_attempt_at: Instant | null;
  /** The delivery that this one repeats. */
  replay_of: string | null;
  /** As it was sent last, or will be. */
  envelope: WebhookEnvelope;
  /** Oldest first. */
  attempts: {
    attempt: number;
    sent_at: Instant;
    /** Null where no answer came. */
    status_code: number | null;
    duration_ms: number;
    /** Absent where it was a success. */
    error?: DeliveryError | undefined;
    /** What was sent, to the byte; null where nothing was. */
    request: {
      headers: Record<string, string>;
      body: string;
    } | null;
    /** The first 4 KiB of its body; null where none came. */
    answer: string | null;
  }[];
};

export type UserWebhookHoursOut = {
  items: {
    /** Its beginning. */
    hour: Instant;
    delivered: number;
    failed: number;
    pending: number;
  }[];
};

/** An endpoint that is sent what happens to watched companies. */
export type UserWebhookOut = {
  id: string;
  url: string;
  /** [] = every type. */
  event_types: string[];
  /** In the answers of create and update; null in reads. */
  secret: string | null;
  active: boolean;
  created_at: Instant;
  updated_at: Instant;
  /** Why we deactivated it: it answered 410 (gone), or nothing succeeded for five days (failing). */
  deactivated_reason: ('gone' | 'failing') | null;
  /** Of a delivery, to ten seconds. */
  last_success_at: Instant | null;
};

export type UserWebhookReplayOut = {
  /** Deliveries queued. */
  replayed: number;
  is_complete: boolean;
};

export type UserWebhookTestResult = {
  delivered: boolean;
  /** Null where no answer came. */
  status_code: number | null;
  duration_ms: number;
  /** Absent where it was delivered. */
  error?: DeliveryError | undefined;
  /** The webhook-id header that was sent; the delivery is listed under it. */
  request_id: string;
};

export type ValidationError = {
  /** path, query or body, then the name of the parameter and the place in it. */
  loc: (string | number)[];
  msg: string;
  /** missing, extra_forbidden, int_parsing, enum, string_too_long … */
  type: string;
  /** What was given; long inputs are cut. */
  input?: unknown | undefined;
};

/** published: all identities hold; with warnings: a breach with a known cause; needs_review; unavailable. */
export type ValidationStatus = 'published' | 'published_with_warnings' | 'needs_review' | 'unavailable';

/** One figure with all that is needed to follow it back to its filing. */
export type Value = {
  /** In whole units, never in thousands; null with a reason. */
  value: number | null;
  /** USD, USD/shares, shares, pure … */
  unit: string;
  method: ('reported' | 'derived' | 'summed') | null;
  /** The taxonomy concept that states it. */
  concept: string | null;
  /** How a derived value came about, in canonical codes or period labels. */
  formula?: string | undefined;
  /** Only with value null. */
  reason?: MissingReason | undefined;
  /** Only where value is converted: the figure of the filing, to which decimals and the place belong. */
  as_filed?: {
    value: number;
    unit: string;
  } | undefined;
  filing_id: string;
  /** Null for an instant. */
  period_start: CalendarDate | null;
  period_end: CalendarDate;
  filed_at: Instant;
  /** Filed accuracy (XBRL decimals); null where the source does not give it. */
  decimals: (number | 'INF') | null;
  /** File name of the document of the filing that says so. */
  document?: string | undefined;
  /** Id of the element in it; @<offset> where it has none. */
  element_id?: string | undefined;
  /** Where the element starts in the decoded document, in UTF-16 units. */
  char_start?: number | undefined;
  /** Where it ends, exclusive. */
  char_end?: number | undefined;
  kpi_validation_status: ValidationStatus;
  value_flags: string[];
  basis?: string | undefined;
  /** What the earliest filing said, only where it differs. */
  first_reported?: {
    value: number;
    filing_id: string;
    filed_at: Instant;
    restatement: 'amendment' | 'recast' | 'correction';
  } | undefined;
};

/** What rules make of a filing or a call: no forecast of prices. */
export type Verdict = {
  analyst_source: 'call' | 'filing';
  stance: 'strong_buy' | 'buy' | 'hold' | 'sell' | 'strong_sell' | 'no_conviction';
  /** Sum of the points of its parts. */
  stance_score: number;
  /** rules: the published ones; model:<name>: of a model that the operator configured. */
  method: string;
  rules_version: string;
  /** When the filing or the call became known, UTC. */
  verdict_date: CalendarDate;
  fiscal_year: number | null;
  fiscal_period: FiscalPeriod | null;
  filing_id: string | null;
  transcript_id: string | null;
  summary: string;
  components: {
    component: string;
    /** Null where an input is missing. */
    score_points: number | null;
    /** The most that the part can give, up or down. */
    max_points: number;
    reason: string;
    evidence: Evidence[];
  }[];
  /** To be shown with it. */
  caveats: string[];
};

/** A listing that is watched, with its company. */
export type WatchlistEntry = {
  /** One key per entity, such as cik:320193: that of its leading registrant. */
  canonical_key: string;
  company_name: string;
  /** Of the listing asked for, else the home listing; null = unlisted. */
  ticker: string | null;
  market_id: string | null;
  note: string | null;
  alerts: Alerts;
  created_at: Instant;
};

export type WatchlistImportLine = {
  /** In the file; 1 is the line of names. */
  line: number;
  ticker: string | null;
  market_id: string | null;
  /** unchanged: it was watched like this already. */
  outcome: 'added' | 'updated' | 'unchanged' | 'refused';
  /** Why it was refused; null where it was not. */
  message: string | null;
};

export type WatchlistImportResponse = {
  /** In the order of the file. */
  lines: WatchlistImportLine[];
  added: number;
  updated: number;
  unchanged: number;
  refused: number;
  /** Entries of the watchlist now. */
  total: number;
  /** Entries that the account's plan allows. */
  limit: number;
};

/** The body of a delivery. */
export type WebhookEnvelope = {
  event: string;
  version: '1';
  /** When the attempt was signed, with milliseconds. */
  timestamp: Instant;
  /** As /api/v1/openapi.json has it under webhooks. */
  data: Record<string, unknown>;
};

export type WebhookTest = {
  webhook_id: string;
  message: string;
};

export type WeoArea = {
  /** Three-letter country code; groups of countries are no areas. */
  area: string;
  /** As the vintage has it. */
  area_name: string;
  /** Series that the vintage has of it. */
  subjects_count: number;
};

export type WeoAreasResponse = {
  /** YYYY-MM; null where nothing is stored. */
  vintage: string | null;
  items: WeoArea[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

export type WeoPoint = {
  year: number;
  /** In whole units: no thousands, no billions. Null where the IMF prints n/a or --. */
  value: number | null;
  /** Whether the year lies after the last actual one; null where the IMF gives no plain year for that. */
  is_forecast: boolean | null;
};

export type WeoSeries = {
  /** Series code, such as NGDP_RPCH. */
  subject: string;
  subject_name: string;
  unit: string;
  /** Years after it are estimates of the staff of the IMF. */
  last_actual_year: number | null;
  /** As the IMF notes on the series, shortened. */
  note: string | null;
  /** Oldest first. */
  points: WeoPoint[];
};

export type WeoSeriesResponse = {
  area: string;
  /** As the vintage has it; null where nothing is stored. */
  area_name: string | null;
  /** YYYY-MM; null where nothing is stored. */
  vintage: string | null;
  /** By subject. */
  series: WeoSeries[];
  /** Instant of the newest input that the answer rests on. */
  data_as_of: Instant | null;
  /** Why there is nothing to show; null when there is data. */
  empty_reason: MissingReason | null;
};

/** What each operation takes. */
export interface Inputs {
  listMarkets: Record<string, never>;
  searchEntities: {
    /** Name, former or alternate name, ticker, LEI, ISIN, canonical key or number of a registry. */
    query?: string | undefined;
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker?: string | undefined;
    /** Ticker on a mainland Chinese exchange. */
    cn_ticker?: string | undefined;
    /** Stock code in Hong Kong, with or without leading zeros. */
    hk_ticker?: string | undefined;
    /** Legal entity identifier (ISO 17442), check digits verified. */
    lei?: string | undefined;
    /** International securities identification number (ISO 6166), check digit verified. */
    isin?: string | undefined;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
  };
  lookupEntity: {
    /** Legal entity identifier (ISO 17442), check digits verified. */
    lei?: string | undefined;
    /** International securities identification number (ISO 6166), check digit verified. */
    isin?: string | undefined;
    /** Canonical key of an issuer, such as cik:320193. */
    canonical_key?: string | undefined;
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker?: string | undefined;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
  };
  discoverFilings: {
    /** Name, former name or canonical key. */
    query?: string | undefined;
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker?: string | undefined;
    /** Ticker on a mainland Chinese exchange. */
    cn_ticker?: string | undefined;
    /** Stock code in Hong Kong, with or without leading zeros. */
    hk_ticker?: string | undefined;
    /** Legal entity identifier (ISO 17442), check digits verified. */
    lei?: string | undefined;
    /** International securities identification number (ISO 6166), check digit verified. */
    isin?: string | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** Only filings whose period ends in this year or later; one without a period counts by its filing date. */
    since_year?: number | undefined;
    /** Form types as filed, repeated or separated by commas: 10-K,10-Q. 10-K does not include 10-K/A. */
    form_types?: string[] | undefined;
  };
  resolveFiling: {
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker: string;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    /** As filed: 10-K does not include 10-K/A. */
    form_type?: string | undefined;
    /** Legal date at the registry. */
    filing_date?: string | undefined;
    /** Filing id as listings show it (sec-edgar:0000320193-24-000123) or its UUID form as webhooks show it. */
    filing_id?: string | undefined;
  };
  listFilings: {
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker: string;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** Only filings whose period ends in this year or later; one without a period counts by its filing date. */
    since_year?: number | undefined;
    /** Form types as filed, repeated or separated by commas: 10-K,10-Q. 10-K does not include 10-K/A. */
    form_types?: string[] | undefined;
  };
  listNewestFilings: {
    /** Rows at most, 1 to 50. */
    limit?: number | undefined;
  };
  getFilingKpis: {
    /** Filing id as listings show it (sec-edgar:0000320193-24-000123) or its UUID form as webhooks show it. */
    filing_id: string;
    /** Every value by statement. */
    include_groups?: boolean | undefined;
    /** The filing's red flags. */
    include_red_flags?: boolean | undefined;
    /** Values whose own status is published, with provenance. */
    include_gold?: boolean | undefined;
  };
  searchFilings: {
    /** Words, "phrases", or, -word: the syntax of web search. */
    q: string;
    /** One registry; by default all in Latin script, those of market_id, and where q has Chinese, Japanese or Korean characters the others too. */
    registry?: string | undefined;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    /** Form types as filed, repeated or separated by commas: 10-K,10-Q. 10-K does not include 10-K/A. */
    form_types?: string[] | undefined;
    /** First legal filing date. */
    filed_from?: string | undefined;
    /** Last legal filing date. */
    filed_to?: string | undefined;
    /** Only sections of this key: item_1a. */
    section_key?: string | undefined;
    /** Text search language to read q and the text in; by default the language that each text is written in. Chinese, Japanese and Korean are read by their characters, whatever is asked for. simple compares words as they stand: no stems, no stop words left out. Text that is indexed in another language is read again, which takes longer: the newest 100 hits are ranked. A word that the index leaves out as too common counts only beside one that it has. */
    lang?: 'english' | 'simple' | 'portuguese' | undefined;
    /** Rows at most, 1 to 50. */
    limit?: number | undefined;
    /** Hits to skip. */
    offset?: number | undefined;
  };
  listFilingSections: {
    /** Filing id as listings show it (sec-edgar:0000320193-24-000123) or its UUID form as webhooks show it. */
    filing_id: string;
  };
  getFilingSection: {
    /** Filing id as listings show it (sec-edgar:0000320193-24-000123) or its UUID form as webhooks show it. */
    filing_id: string;
    /** Key of the section, as the list of sections has it: item_1a. */
    section_key: string;
    /** excerpt, text, markdown or html. */
    content_format?: 'excerpt' | 'text' | 'markdown' | 'html' | undefined;
    /** Which part of a long section, from 1; an excerpt has one. */
    part?: number | undefined;
  };
  listFilingFacts: {
    /** Filing id as listings show it (sec-edgar:0000320193-24-000123) or its UUID form as webhooks show it. */
    filing_id: string;
    /** One concept in any case, with its prefix or by its local name: us-gaap:Revenues, revenues. */
    concept?: string | undefined;
    /** any; none: undimensioned facts; or axis=member pairs divided by semicolons that a fact must have, an axis alone for any of its members, and none at the end for no further axes. */
    dimensions?: string | undefined;
    /** Rows at most, 1 to 1000. */
    limit?: number | undefined;
    /** Facts to pass over. */
    offset?: number | undefined;
  };
  getFilingStatements: {
    /** Filing id as listings show it (sec-edgar:0000320193-24-000123) or its UUID form as webhooks show it. */
    filing_id: string;
    /** Only statements of one kind. */
    statement_type?: 'income' | 'balance' | 'cashflow' | 'comprehensive_income' | 'changes_in_equity' | 'shares' | 'other' | undefined;
  };
  getEarningsEvent: {
    /** Filing id as listings show it (sec-edgar:0000320193-24-000123) or its UUID form as webhooks show it. */
    filing_id: string;
  };
  listFilingPressReleases: {
    /** Filing id as listings show it (sec-edgar:0000320193-24-000123) or its UUID form as webhooks show it. */
    filing_id: string;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
  };
  getCompanyFinancials: {
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker?: string | undefined;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    /** Legal entity identifier (ISO 17442), check digits verified. */
    lei?: string | undefined;
    /** International securities identification number (ISO 6166), check digit verified. */
    isin?: string | undefined;
    /** Canonical key of an issuer, such as cik:320193. */
    canonical_key?: string | undefined;
    /** One fiscal year. */
    fiscal_year?: number | undefined;
    /** First fiscal year. */
    fiscal_year_from?: number | undefined;
    /** Last fiscal year. */
    fiscal_year_to?: number | undefined;
    /** fy, quarters, halves, 9m, ttm, or transition for the stub of a changed year end. */
    fiscal_period?: FiscalPeriod | undefined;
    /** Only line items of one statement. */
    statement_type?: 'income' | 'balance' | 'cashflow' | 'shares' | 'ratio' | undefined;
    /** Canonical codes separated by commas, or ALL; /api/v1/kpi-taxonomy lists them. */
    line_items?: string | undefined;
    /** Convert amounts to this currency (ISO 4217) by the stored reference rates; as filed unless given. An amount without a rate is null (no_exchange_rate). */
    currency?: string | undefined;
    /** Only what had been filed by the end of this day (UTC). */
    as_of?: string | undefined;
  };
  getRevenueSegments: {
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market: string;
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker: string;
    /** fy, q1 to q3, h1, 9m, or transition; q4 and ttm are tagged by no filing. */
    fiscal_period?: FiscalPeriod | undefined;
    /** First fiscal year. */
    fiscal_year_from?: number | undefined;
    /** Last fiscal year. */
    fiscal_year_to?: number | undefined;
  };
  getSupplyChain: {
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market: string;
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker: string;
    /** What was known and valid that day; only used with include_expired=false. By default today. */
    as_of?: string | undefined;
    /** Whether relations that have come to an end are shown. */
    include_expired?: boolean | undefined;
    /** Disclosures at most, 0 to 200. */
    disclosure_limit?: number | undefined;
    /** 2: also edges one step from the resolved counterparties. */
    hops?: number | undefined;
    /** Adds correlations of prices to edges of the first hop whose companies are both resolved. */
    include_correlations?: boolean | undefined;
  };
  getMarketSnapshot: {
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market: string;
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker: string;
    /** How far closes reach back from the newest price: 1mo, 6mo, 1y, 2y, 5y, max. */
    range?: '1mo' | '6mo' | '1y' | '2y' | '5y' | 'max' | undefined;
  };
  listMarketQuotes: {
    /** Symbols separated by commas, at most 60: AAPL,jp:7203. */
    tickers: string;
  };
  getPriceSnapshot: {
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker: string;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    /** Moment of an event, with its offset: when a filing became known. */
    event_at?: string | undefined;
  };
  listEarningsReleases: {
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market: string;
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker: string;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
  };
  getCompanyClimate: {
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market: string;
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker: string;
  };
  listEventTranscripts: {
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market: string;
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker: string;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** Rows to leave out, 0 to 10,000. */
    offset?: number | undefined;
  };
  listInstitutionalHolders: {
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market: string;
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker: string;
    /** Rows at most, 1 to 500. */
    limit?: number | undefined;
    /** Rows to leave out, 0 to 100,000. */
    offset?: number | undefined;
  };
  getManagerBook: {
    /** Central index key of the manager, with or without leading zeros; any key of a house finds it. */
    manager_cik: string;
    /** Rows at most, 1 to 500. */
    limit?: number | undefined;
    /** Rows to leave out, 0 to 100,000. */
    offset?: number | undefined;
  };
  getTranscript: {
    /** Id of the transcript, as lists of calls have it. */
    transcript_id: string;
    /** Which part of a long call, from 1. */
    part?: number | undefined;
    /** Adds what rules find in the words. */
    include_analysis?: boolean | undefined;
  };
  getAnalystBrief: {
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market: string;
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker: string;
  };
  screenFinancials: {
    /** Conditions that all must hold, separated by commas: <code>.<gte|gt|lte|lt>.<number>, such as revenue.gte.4e8,gross_margin.gte.0.3. Amounts in whole units of each company's currency, or of the one asked for; ratios as fractions. */
    filters?: string | undefined;
    /** Canonical codes to show, separated by commas; /api/v1/kpi-taxonomy lists them. Beside them, here and in filters and sort, the change against the fiscal year before as a fraction, in the currency of the filings: revenue_growth, gross_profit_growth, operating_income_growth, net_income_growth, eps_diluted_growth, dividends_per_share_growth, operating_cash_flow_growth, free_cash_flow_growth, total_assets_growth, equity_growth, weighted_shares_diluted_growth; null without a year before, and from or to an amount below zero. */
    columns?: string | undefined;
    /** The code to order by; a minus before it puts the largest first. Companies without a value come last. */
    sort?: string | undefined;
    /** The fiscal year of all companies; their newest one unless given. */
    fiscal_year?: number | undefined;
    /** Only companies whose year is this one or later. */
    fiscal_year_from?: number | undefined;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    /** Only these companies, separated by commas: us.AAPL, AAPL with market_id, or a canonical key. */
    tickers?: string | undefined;
    /** Convert amounts to this currency (ISO 4217) by the stored reference rates; as filed unless given. An amount without a rate is null. */
    currency?: string | undefined;
    /** Only companies that report in this currency (ISO 4217). */
    reported_currency?: string | undefined;
    /** A code whose last 6 fiscal years stand beside each row, never converted. */
    history_of?: string | undefined;
    /** Rows at most, 1 to 200. */
    limit?: number | undefined;
    /** The next_cursor of the page before. */
    cursor?: string | undefined;
  };
  screenPress: {
    /** Only releases of this tier. */
    tier?: number | undefined;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    /** Days that are looked back, 1 to 1825. */
    window_days?: number | undefined;
    /** The same by name; given together they must agree. */
    window?: '7d' | '1m' | '3m' | '6m' | '1y' | '3y' | '5y' | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** The next_cursor of the page before. */
    cursor?: string | undefined;
  };
  screenClimate: {
    /** Only targets with this status of the near term. */
    near_term_status?: 'targets_set' | 'committed' | 'commitment_removed' | undefined;
    /** Only targets of net zero by this year. */
    net_zero_year_max?: number | undefined;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** The next_cursor of the page before. */
    cursor?: string | undefined;
  };
  screenIssuers: {
    /** What analysts recommend, any of these: strong_buy,buy. */
    street?: ('strong_buy' | 'buy' | 'hold' | 'sell' | 'strong_sell')[] | undefined;
    /** Insiders bought (A) or sold (D) shares at a price. */
    insider?: 'A' | 'D' | undefined;
    /** Events make this pattern; its latest trigger lies in the window. */
    pattern?: SignalPattern | undefined;
    /** An event of this kind became known. */
    kind?: EventKind | undefined;
    /** A filing raises the red flag of this rule. */
    red_flag?: RedFlagRuleId | undefined;
    /** Somebody holds such a mandate today; director where only min_tenure_years is given. */
    holders?: 'director' | 'officer' | 'shareholder' | undefined;
    /** Years since which the mandate is held at least. */
    min_tenure_years?: number | undefined;
    /** The latest verdict of our published rules is one of these. */
    analyst?: ('strong_buy' | 'buy' | 'hold' | 'sell' | 'strong_sell' | 'no_conviction')[] | undefined;
    /** What the verdict is of; left out, the call where there is one. */
    analyst_source?: 'call' | 'filing' | undefined;
    /** Leaves out companies with this red flag in the window. */
    exclude_red_flag?: RedFlagRuleId | undefined;
    /** Leaves out companies with this pattern in its own lookback, whatever the window. */
    exclude_pattern?: SignalPattern | undefined;
    /** Leaves out companies with an event of this kind in the window. */
    exclude_kind?: EventKind | undefined;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    /** Days that are looked back, 1 to 1825. */
    window_days?: number | undefined;
    /** The same by name; given together they must agree. */
    window?: '7d' | '1m' | '3m' | '6m' | '1y' | '3y' | '5y' | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** The next_cursor of the page before. */
    cursor?: string | undefined;
  };
  screenRedFlags: {
    /** Only flags of this rule. */
    rule_id?: RedFlagRuleId | undefined;
    /** Only flags of this severity. */
    severity?: 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' | undefined;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    /** Days that are looked back, 1 to 1825. */
    window_days?: number | undefined;
    /** The same by name; given together they must agree. */
    window?: '7d' | '1m' | '3m' | '6m' | '1y' | '3y' | '5y' | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** The next_cursor of the page before. */
    cursor?: string | undefined;
  };
  screenAnalysts: {
    /** Any of these: strong_buy, buy, hold, sell, strong_sell, no_conviction. */
    stance: ('strong_buy' | 'buy' | 'hold' | 'sell' | 'strong_sell' | 'no_conviction')[];
    /** What the verdict is of; left out, the call where there is one. */
    source?: 'call' | 'filing' | undefined;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    /** Days that are looked back, 1 to 1825. */
    window_days?: number | undefined;
    /** The same by name; given together they must agree. */
    window?: '7d' | '1m' | '3m' | '6m' | '1y' | '3y' | '5y' | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** The next_cursor of the page before. */
    cursor?: string | undefined;
  };
  screenSignals: {
    /** Only this pattern; left out, any. Not together with kind or family. */
    pattern?: SignalPattern | undefined;
    /** Only patterns of this strength. */
    strength?: PatternStrength | undefined;
    /** Companies with an event of this kind, in place of a pattern. */
    kind?: EventKind | undefined;
    /** Companies with an event of this family, in place of a pattern. */
    family?: EventFamily | undefined;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    /** Days that are looked back, 1 to 1825. */
    window_days?: number | undefined;
    /** The same by name; given together they must agree. */
    window?: '7d' | '1m' | '3m' | '6m' | '1y' | '3y' | '5y' | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** Companies to pass over. Not together with cursor. */
    offset?: number | undefined;
    /** The next_cursor of the page before. */
    cursor?: string | undefined;
  };
  getCompanySignals: {
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker: string;
    /** Market of the listing; left out, the ticker's only one, else the home market of the company. */
    market?: string | undefined;
    /** The same as market; given together they must agree. */
    market_id?: string | undefined;
    /** International securities identification number (ISO 6166), check digit verified. */
    isin?: string | undefined;
  };
  listSignalBaseRates: {
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    /** Only events of this kind. */
    kind?: EventKind | undefined;
  };
  screenStreet: {
    /** Only companies of which analysts think so. */
    recommendation_key?: 'strong_buy' | 'buy' | 'hold' | 'sell' | 'strong_sell' | undefined;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    /** Days that are looked back, 1 to 1825. */
    window_days?: number | undefined;
    /** The same by name; given together they must agree. */
    window?: '7d' | '1m' | '3m' | '6m' | '1y' | '3y' | '5y' | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** The next_cursor of the page before. */
    cursor?: string | undefined;
  };
  listPressReleases: {
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker: string;
    /** Market of the listing; left out, the ticker's only one, else the home market of the company. */
    market?: string | undefined;
    /** The same as market; given together they must agree. */
    market_id?: string | undefined;
    /** International securities identification number (ISO 6166), check digit verified. */
    isin?: string | undefined;
    /** Only releases on this subject. */
    subject_code?: number | undefined;
    /** Only releases of this tier. */
    tier?: number | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
  };
  getKpiTaxonomy: {
    /** Only line items of one statement; ratio for the derived ratios. */
    statement_type?: 'income' | 'balance' | 'cashflow' | 'shares' | 'ratio' | undefined;
    /** Only concepts of the accounting standards in use there. */
    market?: string | undefined;
  };
  listFxRates: Record<string, never>;
  listFxMovers: {
    /** Days that are looked back, 1 to 1825; 7 unless given. */
    window_days?: number | undefined;
    /** The same by name; given together they must agree. */
    window?: '7d' | '1m' | '3m' | '6m' | '1y' | '3y' | '5y' | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
  };
  listIndexMoves: {
    /** Days that are looked back, 1 to 1825; 7 unless given. */
    window_days?: number | undefined;
    /** The same by name; given together they must agree. */
    window?: '7d' | '1m' | '3m' | '6m' | '1y' | '3y' | '5y' | undefined;
    /** Only indexes of this kind. */
    category?: 'equity' | 'volatility' | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
  };
  listMacroRates: {
    /** Groups, separated by commas: ust, gov10y, ea_curve, policy. All unless given. */
    group?: ('ust' | 'gov10y' | 'ea_curve' | 'policy')[] | undefined;
    /** Keeps rows of the groups policy and gov10y at or above so many percent, and no others. */
    min_value?: number | undefined;
    /** Days that are looked back, 1 to 1825; 30 unless given. */
    window_days?: number | undefined;
    /** The same by name; given together they must agree. */
    window?: '7d' | '1m' | '3m' | '6m' | '1y' | '3y' | '5y' | undefined;
    /** Keeps only rows whose level differs from that of window_days earlier. */
    changed?: boolean | undefined;
  };
  getWeoSeries: {
    /** Three-letter country code: ISO 3166-1, UVK for Kosovo, WBG for the West Bank and Gaza. */
    area: string;
    /** Series code such as NGDP_RPCH; all unless given. */
    subject?: string | undefined;
    /** Month in which the database was published, YYYY-MM; the latest unless given. */
    vintage?: string | undefined;
  };
  listWeoAreas: {
    /** Month in which the database was published, YYYY-MM; the latest unless given. */
    vintage?: string | undefined;
  };
  listInsiderTransactions: {
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker: string;
    /** Market of the listing; left out, the ticker's only one, else the home market of the company. */
    market?: string | undefined;
    /** The same as market; given together they must agree. */
    market_id?: string | undefined;
    /** International securities identification number (ISO 6166), check digit verified. */
    isin?: string | undefined;
    /** Code of the form, one letter: P bought, S sold, A granted, M exercised … */
    transaction_code?: string | undefined;
    /** A: acquired. D: disposed of. As filed. */
    acquired_disposed?: 'A' | 'D' | undefined;
    /** Only transactions of that day or later; lines without a day count by the day on which their filing became known. */
    since_date?: string | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
  };
  listLifecycleEvents: {
    /** Only events of this kind. */
    kind?: EventKind | undefined;
    /** Only events of these kinds, separated by commas; together with kind, of any of them. */
    kinds?: EventKind[] | undefined;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    /** Known on that day (UTC) or later. */
    since?: string | undefined;
    /** Known on that day (UTC) or earlier. */
    until?: string | undefined;
    /** Part of the name of a company, its ticker, or part of its LEI (six characters or more). */
    q?: string | undefined;
    /** Without notes, bonds, warrants and units that leave a list. */
    exclude_debt?: boolean | undefined;
    /** What items are, and what total counts. */
    page_by?: 'issuer' | 'event' | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** Items to pass over. */
    offset?: number | undefined;
  };
  listCorporateEvents: {
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker: string;
    /** Market of the listing; left out, the ticker's only one, else the home market of the company. */
    market?: string | undefined;
    /** The same as market; given together they must agree. */
    market_id?: string | undefined;
    /** International securities identification number (ISO 6166), check digit verified. */
    isin?: string | undefined;
    /** Only events of this kind. */
    kind?: EventKind | undefined;
    /** Rows at most, 1 to 500. */
    limit?: number | undefined;
  };
  listSignalEvents: {
    /** Only events of this family. */
    family?: EventFamily | undefined;
    /** Only events of these kinds, separated by commas; family is then passed over. */
    kinds?: EventKind[] | undefined;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    /** Known on that day (UTC) or later. Not together with a window. */
    since?: string | undefined;
    /** Known on that day (UTC) or earlier. */
    until?: string | undefined;
    /** Days that are looked back, 1 to 1825. */
    window_days?: number | undefined;
    /** The same by name; given together they must agree. */
    window?: '7d' | '1m' | '3m' | '6m' | '1y' | '3y' | '5y' | undefined;
    /** Only notable events, or only routine ones. */
    salience?: EventSalience | undefined;
    /** Only events whose typed fields state something. */
    structured_only?: boolean | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** Events to pass over. */
    offset?: number | undefined;
  };
  listPeople: {
    /** Words of a name, in any order; each as it begins. Former and other names count. */
    q?: string | undefined;
    /** Humans, or companies, funds and other bodies. */
    kind?: 'person' | 'institution' | undefined;
    /** Only with such a mandate. */
    relation?: Relation | undefined;
    /** Market of a company; with relation, of the same mandate. */
    market?: string | undefined;
    /** Only people of this company. */
    canonical_key?: string | undefined;
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker?: string | undefined;
    /** Market of the listing that ticker means. */
    market_id?: string | undefined;
    /** Legal entity identifier (ISO 17442), check digits verified. */
    lei?: string | undefined;
    /** International securities identification number (ISO 6166), check digit verified. */
    isin?: string | undefined;
    /** Only with a current mandate at least so old; mandates without a date never count. */
    min_tenure_years?: number | undefined;
    /** companies: most first. ownership: largest stake. tenure: longest current mandate that is dated. renewal: term ends within 180 days. */
    sort?: 'companies' | 'ownership' | 'name' | 'name_desc' | 'tenure' | 'renewal' | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** Rows to leave out at the beginning. */
    offset?: number | undefined;
  };
  getPeopleFacets: Record<string, never>;
  getPerson: {
    /** Slug of the person; only its last eight digits count. */
    slug: string;
  };
  listPersonCompanies: {
    /** Slug of the person; only its last eight digits count. */
    slug: string;
    /** Only mandates of this relation. */
    relation?: Relation | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** Rows to leave out at the beginning. */
    offset?: number | undefined;
  };
  getPersonInsiderTransactions: {
    /** Slug of the person; only its last eight digits count. */
    slug: string;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
  };
  getCompanyPeople: {
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market: string;
    /** Ticker of a listing, or the canonical key of a company that has none: uk:04475590. */
    ticker: string;
  };
  screenHolders: {
    /** shareholder: major shareholders, and who has significant control of a company. */
    relation?: 'director' | 'officer' | 'shareholder' | undefined;
    /** The mandate is at least so old. */
    min_tenure_years?: number | undefined;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** The next_cursor of the page before. */
    cursor?: string | undefined;
  };
  getDocumentTaxonomy: {
    /** Whether categories carry document_count. */
    counts?: boolean | undefined;
  };
  listDocuments: {
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker?: string | undefined;
    /** International securities identification number (ISO 6166), check digit verified. */
    isin?: string | undefined;
    /** Legal entity identifier (ISO 17442), check digits verified. */
    lei?: string | undefined;
    /** Canonical key of an issuer, such as cik:320193. */
    canonical_key?: string | undefined;
    /** With an issuer: the market of its listing. Alone: documents filed with the registries of that market. */
    market?: string | undefined;
    /** Documents of one registry, such as sec-edgar. */
    registry?: string | undefined;
    /** Canonical categories, repeated or separated by commas. */
    category?: ('annual_report' | 'interim_report' | 'earnings_release' | 'late_notice' | 'material_event' | 'listing_change' | 'merger_document' | 'tender_offer' | 'insider_transaction' | 'insider_sale_notice' | 'large_holding' | 'institutional_holdings' | 'registration' | 'prospectus' | 'private_offering' | 'proxy' | 'correspondence' | 'specialised' | 'fund_report' | 'other')[] | undefined;
    /** A group of categories; narrows a list further, but is not enough by itself. */
    category_group?: 'periodic' | 'corporate_action' | 'mna' | 'ownership' | 'capital' | 'governance' | 'other' | undefined;
    /** Form type as filed: 10-K does not include 10-K/A. */
    native_type?: string | undefined;
    /** Of documents from issuers' own sites; filings have none. */
    subtype?: string | undefined;
    /** filing: from a regulator; ir: from the issuer's own site. */
    origin?: 'filing' | 'ir' | undefined;
    /** First document_date. */
    from?: string | undefined;
    /** Last document_date. */
    to?: string | undefined;
    /** Periodic reports of that fiscal year, as their filer counts it. */
    fiscal_year?: number | undefined;
    /** Only documents whose file is ready to download. */
    archived?: boolean | undefined;
    /** Rows at most, 1 to 200. */
    limit?: number | undefined;
    /** next_cursor of the page before; all else as it was. */
    cursor?: string | undefined;
  };
  getDocument: {
    /** Id of a document as lists show it, or the filing id that it is of. */
    document_id: string;
    /** Files of the package to skip. */
    member_offset?: number | undefined;
  };
  getDocumentContent: {
    /** Id of a document as lists show it, or the filing id that it is of. */
    document_id: string;
    /** One of the files of the document; the primary one unless given. */
    file_id?: string | undefined;
  };
  listWebhooks: Record<string, never>;
  createWebhook: {
    /** Where to send to: public https, port 443 or 8443, without credentials. Redirects are not followed. */
    url: string;
    /** Events to send; [] = every type. */
    event_types?: ('filing.discovered' | 'press_release.discovered' | 'insider_transaction.discovered' | 'earnings_release.upcoming' | 'earnings_release.reported' | 'earnings_guidance.available' | 'event_transcript.available')[] | undefined;
    /** What deliveries are signed with; a new webhook gets one of 32 random bytes. */
    secret?: string | undefined;
    /** Whether anything is sent. */
    active?: boolean | undefined;
  };
  updateWebhook: {
    /** Id of the webhook. */
    webhook_id: string;
  } & {
    /** Where to send to: public https, port 443 or 8443, without credentials. Redirects are not followed. */
    url?: string | undefined;
    /** Events to send; [] = every type. */
    event_types?: ('filing.discovered' | 'press_release.discovered' | 'insider_transaction.discovered' | 'earnings_release.upcoming' | 'earnings_release.reported' | 'earnings_guidance.available' | 'event_transcript.available')[] | undefined;
    /** What deliveries are signed with; a new webhook gets one of 32 random bytes. */
    secret?: string | undefined;
    /** Whether anything is sent. */
    active?: boolean | undefined;
  };
  deleteWebhook: {
    /** Id of the webhook. */
    webhook_id: string;
  };
  testWebhook: {
    /** Id of the webhook. */
    webhook_id: string;
  } & Record<string, unknown>;
  listWebhookDeliveries: {
    /** Id of the webhook. */
    webhook_id: string;
    /** Only those that stand there. */
    status?: 'pending' | 'delivered' | 'failed' | undefined;
    /** Only of this event. */
    event?: 'filing.discovered' | 'press_release.discovered' | 'insider_transaction.discovered' | 'earnings_release.upcoming' | 'earnings_release.reported' | 'earnings_guidance.available' | 'event_transcript.available' | 'webhook.test' | undefined;
    /** Only those created at this moment or later. */
    since?: string | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** next_cursor of the page before; all else as it was. */
    cursor?: string | undefined;
  };
  getWebhookDelivery: {
    /** Id of the webhook. */
    webhook_id: string;
    /** Id of the delivery: the webhook-id header of its attempts. */
    delivery_id: string;
  };
  replayWebhookDelivery: {
    /** Id of the webhook. */
    webhook_id: string;
    /** Id of the delivery: the webhook-id header of its attempts. */
    delivery_id: string;
  } & Record<string, unknown>;
  replayFailedWebhookDeliveries: {
    /** Id of the webhook. */
    webhook_id: string;
  } & {
    /** Deliveries created at this moment or later. */
    since: string;
  };
  countWebhookHours: {
    /** Id of the webhook. */
    webhook_id: string;
  };
  getFilingFeed: {
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** Rows to leave out, 0 to 10,000. */
    offset?: number | undefined;
    /** Only filings of companies that file in this market. */
    market_id?: string | undefined;
    /** Form types as filed, repeated or separated by commas: 10-K,10-Q. 10-K does not include 10-K/A. */
    form_types?: string[] | undefined;
    /** Only filings of this category, such as annual_report. */
    category?: 'annual_report' | 'interim_report' | 'earnings_release' | 'late_notice' | 'material_event' | 'listing_change' | 'merger_document' | 'tender_offer' | 'insider_transaction' | 'insider_sale_notice' | 'large_holding' | 'institutional_holdings' | 'registration' | 'prospectus' | 'private_offering' | 'proxy' | 'correspondence' | 'specialised' | 'fund_report' | 'other' | undefined;
    /** Only filings of the company with this ticker; market_id tells which one. */
    ticker?: string | undefined;
    /** Only filings of the companies that the account watches, whatever alerts their entries ask for. */
    watchlist?: boolean | undefined;
  };
  getFilingAtom: {
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** Rows to leave out, 0 to 10,000. */
    offset?: number | undefined;
    /** Only filings of companies that file in this market. */
    market_id?: string | undefined;
    /** Form types as filed, repeated or separated by commas: 10-K,10-Q. 10-K does not include 10-K/A. */
    form_types?: string[] | undefined;
    /** Only filings of this category, such as annual_report. */
    category?: 'annual_report' | 'interim_report' | 'earnings_release' | 'late_notice' | 'material_event' | 'listing_change' | 'merger_document' | 'tender_offer' | 'insider_transaction' | 'insider_sale_notice' | 'large_holding' | 'institutional_holdings' | 'registration' | 'prospectus' | 'private_offering' | 'proxy' | 'correspondence' | 'specialised' | 'fund_report' | 'other' | undefined;
    /** Only filings of the company with this ticker; market_id tells which one. */
    ticker?: string | undefined;
    /** Only filings of the companies that the account watches, whatever alerts their entries ask for. */
    watchlist?: boolean | undefined;
  };
  getTranscriptFeed: {
    /** Only calls of the company with this ticker; market_id tells which one. */
    ticker?: string | undefined;
    /** Which listing ticker means; alone, only companies that file in this market. */
    market_id?: string | undefined;
    /** Only what this source has written down: streetevents, motley-fool, plain, alphavantage, earningscall. */
    source?: string | undefined;
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** Rows to leave out, 0 to 10,000. */
    offset?: number | undefined;
  };
  getWatchlist: Record<string, never>;
  addWatchlistEntry: {
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker: string;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    /** For yourself; at most 500 characters. */
    note?: string | undefined;
    /** What to be told of; everything where it is left out. */
    alerts?: {
      /** Events to be told of; [] = all. */
      event_types?: ('filing.discovered' | 'press_release.discovered' | 'insider_transaction.discovered' | 'earnings_release.upcoming' | 'earnings_release.reported' | 'earnings_guidance.available' | 'event_transcript.available')[] | undefined;
      /** Of events about filings, the forms to be told of, as filed: 10-K does not include 10-K/A. [] = every form. */
      form_types?: string[] | undefined;
    } | undefined;
  };
  updateWatchlistEntry: {
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker: string;
  } & {
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
    note?: string | null | undefined;
    /** What to be told of; everything where it is left out. */
    alerts?: {
      /** Events to be told of; [] = all. */
      event_types?: ('filing.discovered' | 'press_release.discovered' | 'insider_transaction.discovered' | 'earnings_release.upcoming' | 'earnings_release.reported' | 'earnings_guidance.available' | 'event_transcript.available')[] | undefined;
      /** Of events about filings, the forms to be told of, as filed: 10-K does not include 10-K/A. [] = every form. */
      form_types?: string[] | undefined;
    } | undefined;
  };
  removeWatchlistEntry: {
    /** Ticker of a listing, in any case; BRK.B, BRK-B and BRK/B are one; 7203.T and the like name their market too. */
    ticker: string;
    /** Market of the catalog: us, jp, hk, kr, cn, eu, uk, br. */
    market_id?: string | undefined;
  };
  exportWatchlist: Record<string, never>;
  importWatchlist: {
    /** Comma-separated values, at most 5000 lines. */
    csv: string;
  };
  listNotifications: {
    /** Rows at most, 1 to 100. */
    limit?: number | undefined;
    /** next_cursor of the page before: the id of its last notification. */
    cursor?: string | undefined;
    /** Only those that were not read. */
    unread_only?: boolean | undefined;
    /** Only those created after this moment. */
    since?: string | undefined;
    /** Only those created in the last so many hours. */
    since_hours?: number | undefined;
    /** Only those created at or before this moment. */
    until?: string | undefined;
    /** Only of these events. */
    event_types?: ('filing.discovered' | 'press_release.discovered' | 'insider_transaction.discovered' | 'earnings_release.upcoming' | 'earnings_release.reported' | 'earnings_guidance.available' | 'event_transcript.available' | 'webhook.deactivated')[] | undefined;
    /** Only of listings watched in these markets. */
    market_ids?: string[] | undefined;
    /** Only of filings of these categories. */
    categories?: ('annual_report' | 'interim_report' | 'earnings_release' | 'late_notice' | 'material_event' | 'listing_change' | 'merger_document' | 'tender_offer' | 'insider_transaction' | 'insider_sale_notice' | 'large_holding' | 'institutional_holdings' | 'registration' | 'prospectus' | 'private_offering' | 'proxy' | 'correspondence' | 'specialised' | 'fund_report' | 'other')[] | undefined;
    /** Only of filings of these groups of categories. */
    category_groups?: ('periodic' | 'corporate_action' | 'mna' | 'ownership' | 'capital' | 'governance' | 'other')[] | undefined;
    /** Only of listings watched under these tickers. */
    tickers?: string[] | undefined;
  };
  countUnreadNotifications: Record<string, never>;
  streamNotifications: {
    /** Begin after this notification; the header Last-Event-ID says the same, and counts where both are sent. */
    last_event_id?: string | undefined;
  };
  getNotification: {
    /** The id of a notification. */
    notification_id: string;
  };
  markNotificationRead: {
    /** The id of a notification. */
    notification_id: string;
  } & Record<string, unknown>;
  markAllNotificationsRead: Record<string, unknown>;
  getUser: Record<string, never>;
  deleteUser: {
    /** The password of the account: a key or token alone is not enough. */
    password: string;
    /** A code of the authenticator app, or a recovery code; needed where two-step sign-in is on. */
    code?: string | undefined;
  };
  changePassword: {
    /** The password of the account: a key or token alone is not enough. */
    current_password: string;
    /** The password from now on: 10 to 256 characters, none of the most used ones. */
    new_password: string;
    /** A code of the authenticator app, or a recovery code; needed where two-step sign-in is on. */
    code?: string | undefined;
  };
  startTotp: {
    /** The password of the account: a key or token alone is not enough. */
    password: string;
    /** A code of the authenticator app, or a recovery code; needed where two-step sign-in is on. */
    code?: string | undefined;
  };
  confirmTotp: {
    /** The code that the app shows for the new secret. */
    code: string;
  };
  disableTotp: {
    /** The password of the account: a key or token alone is not enough. */
    password: string;
    /** A code of the authenticator app, or a recovery code; needed where two-step sign-in is on. */
    code: string;
  };
  listKeys: Record<string, never>;
  createKey: {
    /** To tell keys apart. */
    name: string;
    /** From then on the key is refused; left out, it works until it is revoked. */
    expires_at?: string | undefined;
    /** What the key may do; left out, what the key or token that asks may. */
    scopes?: Scope[] | undefined;
  };
  revokeKey: {
    /** Id of the key, as the list of keys shows it. */
    key_id: string;
  };
  getUsage: {
    /** As many UTC days, today among them, 1 to 90. */
    days?: number | undefined;
  };
  listLedger: {
    /** Rows at most, 1 to 500. */
    limit?: number | undefined;
    /** next_cursor of the page before. */
    cursor?: string | undefined;
  };
  exportUser: Record<string, never>;
  listSessions: Record<string, never>;
  endSession: {
    /** The session, as the list names it. */
    session_id: string;
  };
  listApps: Record<string, never>;
  disconnectApp: {
    /** The app, as the list names it; the address of its document where it has one. */
    client_id: string;
  };
}

/** What each operation answers. */
export interface Outputs {
  /** The markets catalog */
  listMarkets: ProductMarketsOut;
  /** Find companies by name, ticker or identifier */
  searchEntities: ProductSearchEntitiesOut;
  /** One company by an exact identifier */
  lookupEntity: ProductEntityLookupOut;
  /** Filings across all markets of an issuer */
  discoverFilings: ProductDiscoveryOut;
  /** One filing of a ticker */
  resolveFiling: ProductFilingResolveOut;
  /** A ticker's filings in one market */
  listFilings: ProductListFilingsOut;
  /** The newest filings of all companies */
  listNewestFilings: NewestFilingsOut;
  /** Canonical figures of one filing */
  getFilingKpis: ProductFilingKpisOut;
  /** Full-text search over the sections of filings */
  searchFilings: FilingSectionSearchOut;
  /** The sections of one filing */
  listFilingSections: ProductFilingSectionsOut;
  /** The content of one section of a filing */
  getFilingSection: ProductFilingSectionOut;
  /** Tagged facts of one filing */
  listFilingFacts: FilingFactsOut;
  /** Statements of one filing as filed */
  getFilingStatements: FilingStatementsOut;
  /** Earnings release attached to a filing */
  getEarningsEvent: ProductEarningsEventOut;
  /** Press releases near a filing */
  listFilingPressReleases: ProductListPressReleasesOut;
  /** Canonical financial statements of many years */
  getCompanyFinancials: CompanyFinancialsOut;
  /** Revenue by segment, product and geography */
  getRevenueSegments: RevenueSegmentsOut;
  /** Customers, suppliers and concentrations */
  getSupplyChain: CompanySupplyChainOut;
  /** Price, market cap and daily closes */
  getMarketSnapshot: MarketSnapshot;
  /** Last prices of many shares */
  listMarketQuotes: MarketQuotesBatchOut;
  /** How a share stands against a broad index fund */
  getPriceSnapshot: PriceSnapshotOut;
  /** Results of a company: what is expected, and what was reported */
  listEarningsReleases: EarningsCalendarResponse;
  /** Emissions and climate targets of a company */
  getCompanyClimate: CompanyClimateOut;
  /** The calls of a company */
  listEventTranscripts: CompanyEventTranscriptsOut;
  /** Institutions that hold a company */
  listInstitutionalHolders: InstitutionalHoldersOut;
  /** The newest book of an institutional manager */
  getManagerBook: Manager13fBookOut;
  /** The words of a call */
  getTranscript: TranscriptOut;
  /** What published rules make of the latest call and annual report */
  getAnalystBrief: AnalystBriefOut;
  /** Companies ranked and filtered by line items */
  screenFinancials: FinancialsScreenOut;
  /** Companies by their latest press release */
  screenPress: IssuerScreenOut;
  /** Companies by their climate target */
  screenClimate: IssuerScreenOut;
  /** Companies that have everything asked for and nothing excluded */
  screenIssuers: IssuerScreenOut;
  /** Companies whose filings raise red flags */
  screenRedFlags: RedFlagScreenOut;
  /** Companies by the latest verdict of published rules */
  screenAnalysts: IssuerScreenOut;
  /** Companies by what their events amount to */
  screenSignals: SignalScreenOut;
  /** What the disclosures of a company amount to: profile, patterns and cases */
  getCompanySignals: CompanySignalsOut;
  /** How shares went after events of a kind, against their market */
  listSignalBaseRates: SignalBaseRatesOut;
  /** Companies by what analysts recommend */
  screenStreet: StreetScreenOut;
  /** A company's press releases */
  listPressReleases: ProductListPressReleasesOut;
  /** Canonical line items */
  getKpiTaxonomy: KpiTaxonomyOut;
  /** Exchange rates of the newest day */
  listFxRates: FxRatesResponse;
  /** Currencies that moved most against the dollar */
  listFxMovers: MoversOut;
  /** Indexes that moved most */
  listIndexMoves: MoversOut;
  /** Interest rates of governments and central banks */
  listMacroRates: MacroRatesResponse;
  /** World Economic Outlook of a country */
  getWeoSeries: WeoSeriesResponse;
  /** Countries of the World Economic Outlook */
  listWeoAreas: WeoAreasResponse;
  /** Insiders' transactions in a company's securities */
  listInsiderTransactions: ProductListInsiderTransactionsOut;
  /** Events of all companies */
  listLifecycleEvents: MarketLifecycleEventsOut;
  /** Events of a company */
  listCorporateEvents: CompanyCorporateEventsOut;
  /** Disclosure signals of all companies */
  listSignalEvents: SignalEventsOut;
  /** Directors, officers and owners */
  listPeople: PersonListResponse;
  /** How many people there are, by kind, relation and market */
  getPeopleFacets: PeopleFacetsResponse;
  /** A person and their mandates */
  getPerson: PersonProfileResponse;
  /** A person's mandates, page by page */
  listPersonCompanies: PersonRolesResponse;
  /** A person's transactions as an insider, over all companies */
  getPersonInsiderTransactions: PersonInsiderTransactionsResponse;
  /** A company's officers, directors and owners */
  getCompanyPeople: CompanyPeopleOut;
  /** Companies by how long somebody is in office or holds a stake */
  screenHolders: IssuerScreenOut;
  /** The vocabulary of documents */
  getDocumentTaxonomy: DocumentTaxonomyOut;
  /** Documents of an issuer, a market or a category */
  listDocuments: DocumentListOut;
  /** One document with its files */
  getDocument: DocumentDetailOut;
  /** Download a file of a document */
  getDocumentContent: Response;
  /** The webhooks of the account */
  listWebhooks: UserWebhookOut[];
  /** Add a webhook */
  createWebhook: UserWebhookOut;
  /** Change a webhook */
  updateWebhook: UserWebhookOut;
  /** Delete a webhook */
  deleteWebhook: Response;
  /** Send one signed test ping */
  testWebhook: UserWebhookTestResult;
  /** What was sent to a webhook, newest first */
  listWebhookDeliveries: UserWebhookDeliveryListResponse;
  /** A delivery with what was sent and answered */
  getWebhookDelivery: UserWebhookDeliveryOut;
  /** Send a delivery again */
  replayWebhookDelivery: Delivery;
  /** Send everything again that failed since a moment */
  replayFailedWebhookDeliveries: UserWebhookReplayOut;
  /** How the deliveries of the last 24 hours fared, by hour */
  countWebhookHours: UserWebhookHoursOut;
  /** The filings of the last 30 days */
  getFilingFeed: FilingFeedOut;
  /** The filings of the last 30 days as an Atom feed */
  getFilingAtom: Response;
  /** The directory of calls */
  getTranscriptFeed: TranscriptFeedOut;
  /** The watchlist of the account */
  getWatchlist: UserWatchlistResponse;
  /** Watch a listing */
  addWatchlistEntry: UserWatchlistResponse;
  /** Change the note or the alerts of a watched listing */
  updateWatchlistEntry: UserWatchlistResponse;
  /** Watch a listing no longer */
  removeWatchlistEntry: UserWatchlistResponse;
  /** The watchlist as a file */
  exportWatchlist: Response;
  /** Watch the listings of a file */
  importWatchlist: WatchlistImportResponse;
  /** What the account was told of, newest first */
  listNotifications: NotificationListResponse;
  /** How many notifications are unread */
  countUnreadNotifications: NotificationUnreadCountResponse;
  /** Notifications as they come */
  streamNotifications: Response;
  /** One notification */
  getNotification: NotificationItem;
  /** Mark a notification as read */
  markNotificationRead: NotificationItem;
  /** Mark all notifications as read */
  markAllNotificationsRead: Response;
  /** The account that calls */
  getUser: UserOut;
  /** Delete the account and everything it owns */
  deleteUser: Response;
  /** Change the password */
  changePassword: Response;
  /** Begin to turn two-step sign-in on */
  startTotp: UserTotpStartOut;
  /** Turn two-step sign-in on with a first code */
  confirmTotp: UserRecoveryCodesOut;
  /** Turn two-step sign-in off */
  disableTotp: Response;
  /** The API keys of the account */
  listKeys: UserKeyListOut;
  /** Make an API key */
  createKey: UserKeyCreatedOut;
  /** Revoke an API key */
  revokeKey: Response;
  /** What the account used, by day and operation */
  getUsage: UserUsageOut;
  /** Every credit that was taken or given */
  listLedger: UserLedgerOut;
  /** Everything that the account owns */
  exportUser: UserExportOut;
  /** Where the account is signed in */
  listSessions: UserSessionListResponse;
  /** Sign out somewhere */
  endSession: Response;
  /** Apps that may use the account */
  listApps: UserAppListResponse;
  /** Disconnect an app */
  disconnectApp: Response;
}

/** How each operation is called, and what a successful call costs. */
export const OPERATIONS = {
  listMarkets: { method: 'GET', path: '/api/v1/markets', credits: 0, plan: 'free' },
  searchEntities: { method: 'GET', path: '/api/v1/entities/search', credits: 0, plan: 'free' },
  lookupEntity: { method: 'GET', path: '/api/v1/entities/lookup', credits: 0, plan: 'free' },
  discoverFilings: { method: 'GET', path: '/api/v1/filings/discover', credits: 1, plan: 'free' },
  resolveFiling: { method: 'GET', path: '/api/v1/filings/resolve', credits: 1, plan: 'free' },
  listFilings: { method: 'GET', path: '/api/v1/tickers/{ticker}/filings', credits: 1, plan: 'free' },
  listNewestFilings: { method: 'GET', path: '/api/v1/filings/newest', credits: 0, plan: 'public' },
  getFilingKpis: { method: 'GET', path: '/api/v1/filings/{filing_id}/kpis', credits: 1, plan: 'free' },
  searchFilings: { method: 'GET', path: '/api/v1/filings/search', credits: 1, plan: 'free' },
  listFilingSections: { method: 'GET', path: '/api/v1/filings/{filing_id}/sections', credits: 1, plan: 'free' },
  getFilingSection: { method: 'GET', path: '/api/v1/filings/{filing_id}/sections/{section_key}', credits: 2, plan: 'free' },
  listFilingFacts: { method: 'GET', path: '/api/v1/filings/{filing_id}/facts', credits: 1, plan: 'free' },
  getFilingStatements: { method: 'GET', path: '/api/v1/filings/{filing_id}/statements', credits: 1, plan: 'free' },
  getEarningsEvent: { method: 'GET', path: '/api/v1/filings/{filing_id}/earnings-event', credits: 1, plan: 'free' },
  listFilingPressReleases: { method: 'GET', path: '/api/v1/filings/{filing_id}/press-releases', credits: 3, plan: 'free' },
  getCompanyFinancials: { method: 'GET', path: '/api/v1/companies/financials', credits: 10, plan: 'free' },
  getRevenueSegments: { method: 'GET', path: '/api/v1/companies/{market}/{ticker}/revenue-segments', credits: 10, plan: 'free' },
  getSupplyChain: { method: 'GET', path: '/api/v1/companies/{market}/{ticker}/supply-chain', credits: 1, plan: 'free' },
  getMarketSnapshot: { method: 'GET', path: '/api/v1/companies/{market}/{ticker}/market-snapshot', credits: 1, plan: 'free' },
  listMarketQuotes: { method: 'GET', path: '/api/v1/market-quotes/batch', credits: 1, plan: 'free' },
  getPriceSnapshot: { method: 'GET', path: '/api/v1/price-snapshot', credits: 1, plan: 'free' },
  listEarningsReleases: { method: 'GET', path: '/api/v1/companies/{market}/{ticker}/earnings-releases', credits: 1, plan: 'free' },
  getCompanyClimate: { method: 'GET', path: '/api/v1/companies/{market}/{ticker}/climate', credits: 1, plan: 'free' },
  listEventTranscripts: { method: 'GET', path: '/api/v1/companies/{market}/{ticker}/event-transcripts', credits: 1, plan: 'free' },
  listInstitutionalHolders: { method: 'GET', path: '/api/v1/companies/{market}/{ticker}/institutional-holders', credits: 1, plan: 'free' },
  getManagerBook: { method: 'GET', path: '/api/v1/institutional-managers/{manager_cik}', credits: 1, plan: 'free' },
  getTranscript: { method: 'GET', path: '/api/v1/transcripts/{transcript_id}', credits: 1, plan: 'free' },
  getAnalystBrief: { method: 'GET', path: '/api/v1/companies/{market}/{ticker}/analyst-brief', credits: 20, plan: 'free' },
  screenFinancials: { method: 'GET', path: '/api/v1/financials/screen', credits: 10, plan: 'free' },
  screenPress: { method: 'GET', path: '/api/v1/press/screen', credits: 1, plan: 'free' },
  screenClimate: { method: 'GET', path: '/api/v1/climate/screen', credits: 1, plan: 'free' },
  screenIssuers: { method: 'GET', path: '/api/v1/screen', credits: 1, plan: 'free' },
  screenRedFlags: { method: 'GET', path: '/api/v1/red-flags/screen', credits: 1, plan: 'free' },
  screenAnalysts: { method: 'GET', path: '/api/v1/analyst/screen', credits: 1, plan: 'free' },
  screenSignals: { method: 'GET', path: '/api/v1/signals', credits: 1, plan: 'free' },
  getCompanySignals: { method: 'GET', path: '/api/v1/tickers/{ticker}/signals', credits: 1, plan: 'free' },
  listSignalBaseRates: { method: 'GET', path: '/api/v1/signals/base-rates', credits: 1, plan: 'free' },
  screenStreet: { method: 'GET', path: '/api/v1/street/screen', credits: 1, plan: 'free' },
  listPressReleases: { method: 'GET', path: '/api/v1/tickers/{ticker}/press-releases', credits: 3, plan: 'free' },
  getKpiTaxonomy: { method: 'GET', path: '/api/v1/kpi-taxonomy', credits: 1, plan: 'free' },
  listFxRates: { method: 'GET', path: '/api/v1/fx/rates', credits: 1, plan: 'free' },
  listFxMovers: { method: 'GET', path: '/api/v1/fx/movers', credits: 1, plan: 'free' },
  listIndexMoves: { method: 'GET', path: '/api/v1/macro/index-moves', credits: 1, plan: 'free' },
  listMacroRates: { method: 'GET', path: '/api/v1/macro/rates', credits: 1, plan: 'free' },
  getWeoSeries: { method: 'GET', path: '/api/v1/macro/weo', credits: 1, plan: 'free' },
  listWeoAreas: { method: 'GET', path: '/api/v1/macro/weo/areas', credits: 1, plan: 'free' },
  listInsiderTransactions: { method: 'GET', path: '/api/v1/tickers/{ticker}/insider-transactions', credits: 1, plan: 'free' },
  listLifecycleEvents: { method: 'GET', path: '/api/v1/lifecycle-events', credits: 0, plan: 'public' },
  listCorporateEvents: { method: 'GET', path: '/api/v1/tickers/{ticker}/corporate-events', credits: 1, plan: 'free' },
  listSignalEvents: { method: 'GET', path: '/api/v1/signals/events', credits: 1, plan: 'free' },
  listPeople: { method: 'GET', path: '/api/v1/people', credits: 1, plan: 'free' },
  getPeopleFacets: { method: 'GET', path: '/api/v1/people/facets', credits: 1, plan: 'free' },
  getPerson: { method: 'GET', path: '/api/v1/people/{slug}', credits: 1, plan: 'free' },
  listPersonCompanies: { method: 'GET', path: '/api/v1/people/{slug}/companies', credits: 1, plan: 'free' },
  getPersonInsiderTransactions: { method: 'GET', path: '/api/v1/people/{slug}/insider-transactions', credits: 1, plan: 'free' },
  getCompanyPeople: { method: 'GET', path: '/api/v1/companies/{market}/{ticker}/people', credits: 1, plan: 'free' },
  screenHolders: { method: 'GET', path: '/api/v1/holders/screen', credits: 1, plan: 'free' },
  getDocumentTaxonomy: { method: 'GET', path: '/api/v1/documents/taxonomy', credits: 1, plan: 'business' },
  listDocuments: { method: 'GET', path: '/api/v1/documents', credits: 1, plan: 'business' },
  getDocument: { method: 'GET', path: '/api/v1/documents/{document_id}', credits: 1, plan: 'business' },
  getDocumentContent: { method: 'GET', path: '/api/v1/documents/{document_id}/content', credits: 1, plan: 'business' },
  listWebhooks: { method: 'GET', path: '/api/user/webhooks', credits: 0, plan: 'business' },
  createWebhook: { method: 'POST', path: '/api/user/webhooks', credits: 0, plan: 'business' },
  updateWebhook: { method: 'PATCH', path: '/api/user/webhooks/{webhook_id}', credits: 0, plan: 'business' },
  deleteWebhook: { method: 'DELETE', path: '/api/user/webhooks/{webhook_id}', credits: 0, plan: 'business' },
  testWebhook: { method: 'POST', path: '/api/user/webhooks/{webhook_id}/test', credits: 0, plan: 'business' },
  listWebhookDeliveries: { method: 'GET', path: '/api/user/webhooks/{webhook_id}/deliveries', credits: 0, plan: 'business' },
  getWebhookDelivery: { method: 'GET', path: '/api/user/webhooks/{webhook_id}/deliveries/{delivery_id}', credits: 0, plan: 'business' },
  replayWebhookDelivery: { method: 'POST', path: '/api/user/webhooks/{webhook_id}/deliveries/{delivery_id}/replay', credits: 0, plan: 'business' },
  replayFailedWebhookDeliveries: { method: 'POST', path: '/api/user/webhooks/{webhook_id}/replay-failed', credits: 0, plan: 'business' },
  countWebhookHours: { method: 'GET', path: '/api/user/webhooks/{webhook_id}/hours', credits: 0, plan: 'business' },
  getFilingFeed: { method: 'GET', path: '/api/v1/feeds/filings', credits: 1, plan: 'free' },
  getFilingAtom: { method: 'GET', path: '/api/v1/feeds/filings.xml', credits: 1, plan: 'free' },
  getTranscriptFeed: { method: 'GET', path: '/api/v1/feeds/transcripts', credits: 1, plan: 'free' },
  getWatchlist: { method: 'GET', path: '/api/user/watchlist', credits: 0, plan: 'free' },
  addWatchlistEntry: { method: 'POST', path: '/api/user/watchlist', credits: 0, plan: 'free' },
  updateWatchlistEntry: { method: 'PATCH', path: '/api/user/watchlist/{ticker}', credits: 0, plan: 'free' },
  removeWatchlistEntry: { method: 'DELETE', path: '/api/user/watchlist/{ticker}', credits: 0, plan: 'free' },
  exportWatchlist: { method: 'GET', path: '/api/user/watchlist/export', credits: 0, plan: 'free' },
  importWatchlist: { method: 'POST', path: '/api/user/watchlist/import', credits: 0, plan: 'free' },
  listNotifications: { method: 'GET', path: '/api/user/notifications', credits: 0, plan: 'free' },
  countUnreadNotifications: { method: 'GET', path: '/api/user/notifications/unread-count', credits: 0, plan: 'free' },
  streamNotifications: { method: 'GET', path: '/api/user/notifications/stream', credits: 0, plan: 'free' },
  getNotification: { method: 'GET', path: '/api/user/notifications/{notification_id}', credits: 0, plan: 'free' },
  markNotificationRead: { method: 'PATCH', path: '/api/user/notifications/{notification_id}/read', credits: 0, plan: 'free' },
  markAllNotificationsRead: { method: 'POST', path: '/api/user/notifications/read-all', credits: 0, plan: 'free' },
  getUser: { method: 'GET', path: '/api/user', credits: 0, plan: 'free' },
  deleteUser: { method: 'DELETE', path: '/api/user', credits: 0, plan: 'free', hasBody: true },
  changePassword: { method: 'POST', path: '/api/user/password', credits: 0, plan: 'free' },
  startTotp: { method: 'POST', path: '/api/user/totp', credits: 0, plan: 'free' },
  confirmTotp: { method: 'POST', path: '/api/user/totp/confirm', credits: 0, plan: 'free' },
  disableTotp: { method: 'POST', path: '/api/user/totp/disable', credits: 0, plan: 'free' },
  listKeys: { method: 'GET', path: '/api/user/keys', credits: 0, plan: 'free' },
  createKey: { method: 'POST', path: '/api/user/keys', credits: 0, plan: 'free' },
  revokeKey: { method: 'DELETE', path: '/api/user/keys/{key_id}', credits: 0, plan: 'free' },
  getUsage: { method: 'GET', path: '/api/user/usage', credits: 0, plan: 'free' },
  listLedger: { method: 'GET', path: '/api/user/ledger', credits: 0, plan: 'free' },
  exportUser: { method: 'GET', path: '/api/user/export', credits: 0, plan: 'free' },
  listSessions: { method: 'GET', path: '/api/user/sessions', credits: 0, plan: 'free' },
  endSession: { method: 'DELETE', path: '/api/user/sessions/{session_id}', credits: 0, plan: 'free' },
  listApps: { method: 'GET', path: '/api/user/apps', credits: 0, plan: 'free' },
  disconnectApp: { method: 'DELETE', path: '/api/user/apps/{client_id}', credits: 0, plan: 'free' },
} as const;
