/** Labels of the API's codes. An unknown code is shown unchanged, since vocabularies may grow. */

const STANDARDS: Record<string, string> = {
  'us-gaap': 'US GAAP',
  'ifrs-full': 'IFRS',
  ifrs: 'IFRS',
  jgaap: 'JGAAP',
  jppfs: 'JGAAP',
  jpigp: 'IFRS (Japan)',
  'k-ifrs': 'K-IFRS',
  hkfrs: 'HKFRS',
  cas: 'CAS',
};

const COMPANY_TYPES: Record<string, string> = { reit: 'REIT', investment_company: 'investment company' };

const REASONS: Record<string, { short: string; long: string }> = {
  not_reported: { short: '–', long: 'not reported' },
  not_published_yet: { short: 'due', long: 'not published yet' },
  not_covered: { short: 'n/c', long: 'not covered' },
  not_applicable: { short: '–', long: 'not applicable' },
  vintage_mixed: { short: 'n/d', long: 'operands on different accounting bases' },
  no_exchange_rate: { short: 'n/r', long: 'no exchange rate stored' },
};

const METHODS: Record<string, string> = { reported: 'Reported', derived: 'Derived', summed: 'Summed' };

const RESTATEMENTS: Record<string, string> = {
  amendment: 'amended',
  recast: 'restated',
  correction: 'corrected',
};

const SCHEMES: Record<string, string> = {
  cik: 'CIK',
  lei: 'LEI',
  isin: 'ISIN',
  edinet: 'EDINET',
  jcn: 'JCN',
  dart: 'DART',
  cnpj: 'CNPJ',
};

const PRESS_TIERS: Record<string, string> = { '1': 'Price-relevant', '2': 'Business', '3': 'Other' };

const WIRES: Record<string, string> = { globenewswire: 'GlobeNewswire', prnewswire: 'PR Newswire' };

const TRANSCRIPT_SOURCES: Record<string, string> = {
  streetevents: 'StreetEvents',
  'motley-fool': 'Motley Fool',
  alphavantage: 'Alpha Vantage',
  earningscall: 'EarningsCall',
  plain: 'plain text',
};

const CALL_TYPES: Record<string, string> = {
  earnings_call: 'Earnings call',
  investor_day: 'Investor day',
  shareholder_meeting: 'Shareholder meeting',
  other: 'Call',
};

/** The provider of a transcript. */
export function transcriptSourceLabel(source: string): string {
  return TRANSCRIPT_SOURCES[source] ?? source;
}

export function callTypeLabel(code: string): string {
  return CALL_TYPES[code] ?? categoryLabel(code);
}

/** The relevance tier of a press release. */
export function pressTierLabel(tier: string): string {
  return PRESS_TIERS[tier] ?? tier;
}

export function wireLabel(source: string): string {
  return WIRES[source] ?? source;
}

export function standardLabel(code: string): string {
  return STANDARDS[code.toLowerCase()] ?? code;
}

export function companyTypeLabel(code: string): string {
  return COMPANY_TYPES[code] ?? code.replaceAll('_', ' ');
}

/** Why a value is missing: the text in its cell, and the long form for tooltips and screen readers. */
export function reasonLabels(code: string | null | undefined): { short: string; long: string } {
  return REASONS[code ?? ''] ?? { short: '–', long: 'not reported' };
}

export function methodLabel(code: string | null): string {
  return code === null ? 'NotFound' : (METHODS[code] ?? code);
}

export function restatementLabel(code: string): string {
  return RESTATEMENTS[code] ?? code;
}

export function schemeLabel(code: string): string {
  return SCHEMES[code] ?? code.toUpperCase();
}

/** `insider_transaction` as `Insider transaction`. */
export function categoryLabel(code: string): string {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
