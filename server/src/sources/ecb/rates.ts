import type { ExchangeRate } from '../../domain/figures/currencies/model.ts';
import { parseDelimited } from '../../formats/delimited.ts';
import { readXml } from '../../formats/xbrl/xml-reader.ts';
import { listZipBuffer, readZipBufferMember, ZipError } from '../../formats/zip.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { dateOrNull } from '../../kernel/dates.ts';
import { isCurrency } from '../../kernel/iso-codes.ts';
import { fixedAddresses } from '../kit/address.ts';
import type { ExpectedCount } from '../kit/document-kind.ts';
import { failed, formOfResponse, startOf, wrongForm } from '../kit/http/response-form.ts';
import { publishedKind } from '../kit/published-kind.ts';

/** Host of the reference rates; it needs no key. */
export const RATES_HOST = 'www.ecb.europa.eu';

const RATES = `https://${RATES_HOST}/stats/eurofxref/`;
/** The table inside the zip of all days. */
export const HISTORY_MEMBER = 'eurofxref-hist.csv';

const LISTS = {
  daily: `${RATES}eurofxref-daily.xml`,
  recent: `${RATES}eurofxref-hist-90d.xml`,
  all: `${RATES}eurofxref-hist.xml`,
} as const;
const TABLES = {
  zip: `${RATES}eurofxref-hist.zip`,
  member: `${RATES}eurofxref-hist.zip/${HISTORY_MEMBER}`,
} as const;

/** The rates of the last working day. */
export const DAILY_URL = LISTS.daily;
/** The rates of the last ninety days. */
export const RECENT_URL = LISTS.recent;
/** The rates of every day since 1999, as a table in a zip. */
export const HISTORY_URL = TABLES.zip;

/** Some thirty currencies are quoted each day; the fewest were seventeen. */
const DAY = { min: 15, max: 100 };
const NINETY_DAYS = { min: 500, max: 10_000 };
const ALL_DAYS = { min: 150_000, max: 2_000_000 };
const EXPECTED: Readonly<Record<keyof typeof LISTS, ExpectedCount>> = {
  daily: DAY,
  recent: NINETY_DAYS,
  all: ALL_DAYS,
};

const COMMON = {
  source: 'reference-rates',
  task: 'rates',
  states: 'exchange rates of the euro, by currency and day',
  read: (bytes: Buffer, { log }: { log: AnomalyLog }) => ({ exchangeRates: parseFile(bytes, log) }),
};

export const lists = publishedKind({
  ...COMMON,
  address: fixedAddresses(LISTS),
  validate: bytes => {
    const start = startOf(bytes);
    const wrong = wrongForm(bytes, ['markup']);
    if (wrong !== null || /<(?:\w+:)?Envelope[\s>]/.test(start)) return wrong;
    return failed('html_instead_of_xml', start.slice(0, 200));
  },
  expect: ({ name }) => EXPECTED[name],
  accepts: 'reference rates by their file names (eurofxref-…)',
  identify: ({ name }) => withName(LISTS, name),
});

export const tables = publishedKind({
  ...COMMON,
  address: fixedAddresses(TABLES),
  validate: bytes => wrongForm(bytes, ['zip']),
  expect: ALL_DAYS,
  identify: ({ name }) => withName(TABLES, name),
});

/** The key of the URL with a file name. Names of saved files may contain a day. */
function withName<Key extends string>(urls: Readonly<Record<Key, string>>, name: string): { name: Key } | null {
  const plain = name.toLowerCase().replace(/[._-]?\d{4}-?\d{2}-?\d{2}/, '');
  const key = (Object.keys(urls) as Key[]).find(candidate => urls[candidate].endsWith(`/${plain}`));
  return key === undefined ? null : { name: key };
}

/** The rates of a file of reference rates: XML, table, or table in a zip. */
export function parseFile(bytes: Buffer, log: AnomalyLog): ExchangeRate[] {
  const form = formOfResponse(bytes);
  if (form === 'markup') return parseCubes(bytes.toString('utf8'), log);
  if (form === 'text') return parseTable(bytes.toString('utf8'), log);
  if (form === 'zip') return parseZip(bytes, log);
  log.add(form === 'empty' ? 'empty_answer' : 'unexpected_document', '', form);
  return [];
}

/** The table of all days has two megabytes. */
const MAX_TABLE_BYTES = 64 << 20;

function parseZip(bytes: Buffer, log: AnomalyLog): ExchangeRate[] {
  try {
    const table = listZipBuffer(bytes).find(member => member.name.endsWith('.csv'));
    if (table !== undefined)
      return parseTable(readZipBufferMember(bytes, table, MAX_TABLE_BYTES).toString('utf8'), log);
    log.add('unexpected_document', '', 'a zip without a table');
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    log.add(error.kind, '', error.message);
  }
  return [];
}

/** The bank's table has some 42 columns of 7,000 days. */
const MAX_RATES = 2_000_000;
const RATE = /^\d{1,12}(?:\.\d{1,12})?$/;
/** Cells of currencies that are not quoted yet, or no longer. */
const NO_RATE = new Set(['N/A', '-', '']);

/** Collects rates in their order in the file. Invalid ones are omitted and reported. */
class ExchangeRates {
  readonly rates: ExchangeRate[] = [];
  readonly #log: AnomalyLog;
  readonly #days = new Set<string>();

  constructor(log: AnomalyLog) {
    this.#log = log;
  }

  /** Begins a day; null if the text is no day, or the day is repeated. */
  day(text: string, place: string): string | null {
    const date = dateOrNull(text.trim());
    if (date === null) this.#log.add('bad_date', place, text);
    else if (this.#days.has(date)) this.#log.add('repeated_day', place, text);
    if (date === null || this.#days.has(date)) return null;
    this.#days.add(date);
    return date;
  }

  add(date: string, currency: string, text: string): void {
    const perEuro = text.trim();
    if (NO_RATE.has(perEuro)) return;
    const isRate = RATE.test(perEuro) && Number(perEuro) > 0;
    if (!isRate) this.#log.add('bad_rate', `${date} ${currency}`, text);
    else if (this.rates.length >= MAX_RATES) this.#log.add('too_many_rates', '', `more than ${MAX_RATES}`);
    else this.rates.push({ currency, date, perEuro });
  }
}

/** The table of the zip: one column a currency, one row a day, the newest first; each line ends with a comma. */
function parseTable(text: string, log: AnomalyLog): ExchangeRate[] {
  const list = new ExchangeRates(log);
  const [header = [], ...rows] = parseDelimited(text, ',');
  if (header[0]?.trim() !== 'Date') {
    log.add('unexpected_document', 'line 1', header.join().slice(0, 200));
    return [];
  }
  const columns = header.map((name, at) => (at === 0 ? null : columnOf(name.trim(), at, log)));
  for (const [at, row] of rows.entries()) {
    const place = `line ${at + 2}`;
    const date = list.day(row[0] ?? '', place);
    if (date === null) continue;
    // The last number of a truncated line may be incomplete.
    if (row.length !== header.length) {
      log.add('cut_row', place, `${row.length} cells of ${header.length}`);
      continue;
    }
    for (const [column, currency] of columns.entries()) {
      if (currency !== null) list.add(date, currency, row[column] ?? '');
    }
  }
  return list.rates;
}

function columnOf(name: string, at: number, log: AnomalyLog): string | null {
  if (name === '') return null;
  if (isCurrency(name)) return name;
  log.add('unknown_currency', `column ${at + 1}`, name);
  return null;
}

/** The XML: `Cube` elements of days contain `Cube` elements of currencies. */
function parseCubes(source: string, log: AnomalyLog): ExchangeRate[] {
  const list = new ExchangeRates(log);
  let date: string | null = null;
  const faults = readXml(
    { name: '', source },
    {
      open({ localName, attributes }) {
        if (localName !== 'Cube') return;
        const time = attributes.get('time');
        if (time !== undefined) date = list.day(time, `Cube ${time.slice(0, 40)}`);
        const currency = attributes.get('currency');
        if (date === null || currency === undefined) return;
        if (isCurrency(currency)) list.add(date, currency, attributes.get('rate') ?? '');
        else log.add('unknown_currency', date, currency);
      },
      text() {},
      close() {},
    },
  );
  for (const { kind, detail } of faults) log.add(kind, '', detail);
  return list.rates;
}
