import type { ExchangeRate } from '../../domain/figures/currencies/model.ts';
import { parseDelimited } from '../../formats/delimited.ts';
import { readXml } from '../../formats/xbrl/xml-reader.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { isCurrency } from '../../kernel/codes/currencies.ts';
import { dateOrNull } from '../../kernel/dates.ts';

/** Some 42 columns of 7,000 days; what is larger than this is no table of the bank. */
const MOST_RATES = 2_000_000;
const RATE = /^\d{1,12}(?:\.\d{1,12})?$/;
/** What stands where a currency has no rate: it is not quoted yet, or not any more. */
const NO_RATE = new Set(['N/A', '-', '']);

/** Rates in the order in which they stand. What can't be read is left out and told. */
export class RateList {
  readonly rates: ExchangeRate[] = [];
  readonly #log: AnomalyLog;
  readonly #days = new Set<string>();

  constructor(log: AnomalyLog) {
    this.#log = log;
  }

  /** Begins a day; null where the text is none, or the day was there before. */
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
    else if (this.rates.length >= MOST_RATES) this.#log.add('too_many_rates', '', `more than ${MOST_RATES}`);
    else this.rates.push({ currency, date, perEuro });
  }
}

/** The table of the zip: a column a currency, a row a day, the newest first; each line ends with a comma. */
export function parseTable(text: string, log: AnomalyLog): ExchangeRate[] {
  const list = new RateList(log);
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
    // A line that was cut says nothing certain: its last number may be a part of one.
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

/** The XML: `Cube` elements of days that hold `Cube` elements of currencies. */
export function parseCubes(source: string, log: AnomalyLog): ExchangeRate[] {
  const list = new RateList(log);
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
