/** What codes of the service are called on the page. An unknown code is shown as it is: vocabularies may grow. */

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
  plain: 'bare words',
};

const CALL_TYPES: Record<string, string> = {
  earnings_call: 'Earnings call',
  investor_day: 'Investor day',
  shareholder_meeting: 'Shareholder meeting',
  other: 'Call',
};

/** Who has written a call down. */
export function transcriptSourceWord(source: string): string {
  return TRANSCRIPT_SOURCES[source] ?? source;
}

export function callTypeWord(code: string): string {
  return CALL_TYPES[code] ?? categoryWord(code);
}

/** What a release is worth to who looks at the company. */
export function pressTierWord(tier: string): string {
  return PRESS_TIERS[tier] ?? tier;
}

export function wireWord(source: string): string {
  return WIRES[source] ?? source;
}

export function standardWord(code: string): string {
  return STANDARDS[code.toLowerCase()] ?? code;
}

export function companyTypeWord(code: string): string {
  return COMPANY_TYPES[code] ?? code.replaceAll('_', ' ');
}

/** Why a value is not there: what stands in its place, and how it is spoken. */
export function reasonWords(code: string | null | undefined): { short: string; long: string } {
  return REASONS[code ?? ''] ?? { short: '–', long: 'not reported' };
}

export function methodWord(code: string | null): string {
  return code === null ? 'Not there' : (METHODS[code] ?? code);
}

export function restatementWord(code: string): string {
  return RESTATEMENTS[code] ?? code;
}

export function schemeWord(code: string): string {
  return SCHEMES[code] ?? code.toUpperCase();
}

/** `insider_transaction` as `Insider transaction`. */
export function categoryWord(code: string): string {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `free` as `Free`. */
export function planWord(plan: string): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1);
}

/** What an operation is called where somebody reads it: `getCompanyFinancials` as `Company financials`. */
export function operationWord(name: string): string {
  const words = name
    .replace(/^(get|list)(?=[A-Z])/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
