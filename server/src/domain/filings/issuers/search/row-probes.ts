import { isCusip, isFigi, isIsin, isinFrom, isLei } from '../../../../kernel/identifiers/check-digits.ts';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { labelledNumber } from '../../../../kernel/identifiers/number-labels.ts';
import { namedTicker, tickerKeys } from '../../../../kernel/identifiers/ticker-keys.ts';
import { identifierKey } from '../../../../kernel/ids.ts';
import { appendAll } from '../../../../kernel/lists.ts';
import { listingByCommonName } from './common-names.ts';
import { requestedReadings } from './match-readings.ts';
import { namesWithTicker } from './name-with-ticker.ts';
import { CODES_IN_ISIN, COUNTRIES_OF_SCHEME, NUMBER } from './query-codes.ts';

/** The cells of a row of a list that name a company; several must denote the same one. */
export const ROW_FIELDS = [
  'canonical_key',
  'lei',
  'isin',
  'cusip',
  'figi',
  'cik',
  'identifier',
  'ticker',
  'name',
  'query',
] as const;
export type RowField = (typeof ROW_FIELDS)[number];

export type RequestedRow = { [Field in RowField]?: string | undefined } & {
  market_id?: string | undefined;
  country_code?: string | undefined;
};

/** How sure a match is: of a checked or labelled number, of a current name or ticker, of another name, of a guess. */
export const CONFIDENCES = ['exact', 'high', 'medium', 'low'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** A key that is looked for in one of the tables of keys. */
export type ProbeKey =
  | { kind: 'canonical_key' | 'lei' | 'isin' | 'figi' | 'number' | 'name' | 'beginning'; key: string }
  | { kind: 'identifier'; scheme: string; key: string }
  | { kind: 'reading'; scheme: string; key: string }
  | { kind: 'ticker'; key: string; marketId: string | undefined };

export interface Probe {
  field: RowField;
  key: ProbeKey;
  confidence: Confidence;
}

/** The keys of a row, and what is wrong with its cells. */
export interface RowProbes {
  probes: Probe[];
  faults: { field: RowField; fault: string }[];
}

/** Which keys to look for, by the cells of a row. Nothing is looked up. */
export function probesOfRow(row: RequestedRow): RowProbes {
  const result: RowProbes = { probes: [], faults: [] };
  for (const field of ROW_FIELDS) {
    const cell = row[field]?.normalize('NFKC').trim();
    if (cell === undefined || cell === '') continue;
    const keys = PROBES[field](cell, row);
    if (typeof keys === 'string') result.faults.push({ field, fault: keys });
    else for (const [confidence, key] of keys) result.probes.push({ field, confidence, key });
  }
  return result;
}

type Keys = [Confidence, ProbeKey][];

/** The keys of a cell, or why it is invalid. */
const PROBES: Readonly<Record<RowField, (cell: string, row: RequestedRow) => Keys | string>> = {
  canonical_key: cell => [['exact', { kind: 'canonical_key', key: cell }], ...byLabelled(cell)],
  lei: cell =>
    isLei(code(cell)) ? [['exact', { kind: 'lei', key: code(cell) }]] : 'is no LEI with valid check digits',
  isin: cell => (isIsin(code(cell)) ? byIsin(code(cell)) : 'is no ISIN with a valid check digit'),
  cusip: cell => (isCusip(code(cell)) ? byNational(code(cell), 'cusip') : 'is no CUSIP with a valid check digit'),
  figi: cell =>
    isFigi(code(cell)) ? [['exact', { kind: 'figi', key: code(cell) }]] : 'is no FIGI with a valid check digit',
  cik: cell =>
    /^\d{1,10}$/.test(cell)
      ? [['exact', { kind: 'identifier', scheme: 'cik', key: identifierKey(cell) }]]
      : 'is no CIK of up to ten digits',
  identifier: cell => {
    const labelled = byLabelled(cell);
    return labelled.length > 0
      ? labelled
      : [...byCheckedCode(cell), ['high', { kind: 'number', key: identifierKey(cell) }]];
  },
  ticker: (cell, row) => byTicker(cell, row, 'exact', 'high'),
  name: byName,
  query: (cell, row) => [
    ...byCheckedCode(cell),
    ...byLabelled(cell),
    ...byTicker(cell, row, 'exact', 'high'),
    ...(NUMBER.test(cell) ? [['high', { kind: 'number', key: identifierKey(cell) }] as Keys[number]] : []),
    ...byName(cell, row),
  ],
};

function code(cell: string): string {
  return cell.toUpperCase().replace(/[ -]/g, '');
}

function byCheckedCode(cell: string): Keys {
  const checked = code(cell);
  if (isLei(checked)) return [['exact', { kind: 'lei', key: checked }]];
  if (isIsin(checked)) return byIsin(checked);
  if (isFigi(checked)) return [['exact', { kind: 'figi', key: checked }]];
  return isCusip(checked) ? byNational(checked, 'cusip') : [];
}

function byIsin(isin: string): Keys {
  const keys: Keys = [['exact', { kind: 'isin', key: isin }]];
  for (const [pattern, marketId, endings] of CODES_IN_ISIN) {
    const own = pattern.exec(isin)?.[1];
    if (own === undefined) continue;
    for (const ending of endings) {
      for (const key of tickerKeys(`${own}${ending}`, marketId)) keys.push(['high', { kind: 'ticker', key, marketId }]);
    }
  }
  return keys;
}

/** A security by its national number, which its ISIN contains. */
function byNational(number: string, scheme: string): Keys {
  return (COUNTRIES_OF_SCHEME[scheme] ?? []).map(country => [
    'exact',
    { kind: 'isin', key: isinFrom(country, number) },
  ]);
}

/** A number that says what it is: `cik:320193`, `EDINET E02144`, `ISIN US0378331005`. */
function byLabelled(cell: string): Keys {
  const labelled = labelledNumber(cell);
  if (labelled === null) return [];
  const { scheme, number, marketId } = labelled;
  if (scheme === 'lei' || scheme === 'isin' || scheme === 'figi') return byCheckedCode(number);
  if (scheme === 'ticker') return byTicker(number, { market_id: marketId }, 'exact', 'high');
  if (COUNTRIES_OF_SCHEME[scheme] !== undefined) return byNational(code(number), scheme);
  return [['exact', { kind: 'identifier', scheme, key: identifierKey(number) }]];
}

/** A ticker in any notation; `inMarket` if its market is stated, else `anywhere`. */
function byTicker(
  cell: string,
  { market_id: marketId }: RequestedRow,
  inMarket: Confidence,
  anywhere: Confidence,
): Keys {
  const keys: Keys = [];
  const add = (confidence: Confidence, list: readonly string[], of: string | undefined) => {
    for (const key of list) keys.push([confidence, { kind: 'ticker', key, marketId: of }]);
  };
  add(marketId === undefined ? anywhere : inMarket, tickerKeys(cell, marketId), marketId);
  const named = namedTicker(cell);
  if (named !== null && (marketId === undefined || marketId === named.marketId)) {
    add(inMarket, tickerKeys(named.ticker, named.marketId), named.marketId);
  }
  return keys;
}

function byName(cell: string, row: RequestedRow): Keys {
  const key = nameKey(cell);
  if (key === '') return [];
  const keys: Keys = [['high', { kind: 'name', key }]];
  const joined = key.replaceAll(' ', '');
  if (joined !== key) keys.push(['medium', { kind: 'name', key: joined }]);
  const common = listingByCommonName(key);
  if (common !== null) keys.push(['medium', { kind: 'ticker', key: common.tickerKey, marketId: common.marketId }]);
  for (const { name, ticker, isMarked } of namesWithTicker(cell)) {
    // Letters besides a name are mostly a word of it; a code of digits is not.
    const isCode = isMarked || /\d{4}/.test(ticker ?? '');
    if (ticker !== null && isCode) appendAll(keys, byTicker(ticker, row, 'exact', isMarked ? 'high' : 'medium'));
    const bare = nameKey(name);
    if (isMarked && bare !== '') keys.push(['high', { kind: 'name', key: bare }]);
  }
  for (const { kind, reading } of [...requestedReadings(cell), { kind: 'stem', reading: key }]) {
    keys.push(['medium', { kind: 'reading', scheme: kind, key: reading }]);
  }
  if (key.length >= SHORTEST_BEGINNING) keys.push(['low', { kind: 'beginning', key }]);
  return keys;
}

/** Shorter texts begin too many names. */
const SHORTEST_BEGINNING = 4;
