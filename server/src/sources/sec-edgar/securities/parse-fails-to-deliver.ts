import type { SecurityName } from '../../../domain/ownership/holders/model/security-name.ts';
import { decodeText } from '../../../formats/sgml/decode-text.ts';
import { splitLines } from '../../../formats/tsv.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { addDays, dateOrNull, type IsoDate, parseDay } from '../../../kernel/dates.ts';
import { canonicalDecimal } from '../../../kernel/exact-number.ts';
import { isCusip } from '../../../kernel/identifiers/check-digits.ts';

const COLUMNS = {
  date: 'SETTLEMENT DATE',
  cusip: 'CUSIP',
  symbol: 'SYMBOL',
  name: 'DESCRIPTION',
  price: 'PRICE',
} as const;
type Column = keyof typeof COLUMNS;
const TRAILER = /^Trailer /i;
/** Days from the end of a quarter within which a price counts for it. */
const DAYS_FROM_QUARTER = 6;

/**
 * The half-monthly lists of fails to deliver (https://www.sec.gov/data-research/sec-markets-data/fails-deliver-data): lines
 * of `SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE`, one per security and day. Quantities are not read:
 * the connector uses the symbol and name of each CUSIP, and its price.
 */
export function parseFailsToDeliver(bytes: Uint8Array, log: AnomalyLog): SecurityName[] {
  const [header = '', ...lines] = splitLines(decodeText(Buffer.from(bytes)));
  const titles = header.split('|').map(title => title.trim().toUpperCase());
  const missing = Object.values(COLUMNS).filter(title => !titles.includes(title));
  if (missing.length > 0) {
    log.add('missing_column', 'line 1', missing.join(', '));
    return [];
  }
  const places = Object.fromEntries(
    Object.entries(COLUMNS).map(([column, title]) => [column, titles.indexOf(title)]),
  ) as Record<Column, number>;
  const securities = new Map<string, SecurityName>();
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || TRAILER.test(line)) continue;
    const row = toRow(line.split('|'), places);
    if (row === null) log.add('bad_row', `line ${at + 2}`, line);
    else addRow(securities, row);
  }
  return [...securities.values()];
}

type Row = Pick<SecurityName, 'cusip' | 'symbol' | 'name'> & { date: IsoDate; price: string | null };

function toRow(cells: readonly string[], places: Record<Column, number>): Row | null {
  const cell = (column: Column): string => cells[places[column]]?.trim() ?? '';
  const date = dateOrNull(cell('date').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));
  const cusip = cell('cusip').toUpperCase();
  if (date === null || !isCusip(cusip)) return null;
  const symbol = cell('symbol')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  const price = canonicalDecimal(cell('price'));
  const isPrice = price !== null && Number(price) > 0;
  return { date, cusip, symbol: symbol === '' ? null : symbol, name: cell('name'), price: isPrice ? price : null };
}

function addRow(securities: Map<string, SecurityName>, { date, price, ...row }: Row): void {
  const key = `${row.cusip} ${row.symbol} ${row.name}`;
  const known = securities.get(key);
  const quoted = price === null ? null : nearQuarter(date, price);
  if (known === undefined) {
    securities.set(key, { ...row, list: 'fails-to-deliver', firstDate: date, lastDate: date, quarterPrice: quoted });
    return;
  }
  if (date < known.firstDate) known.firstDate = date;
  if (date > known.lastDate) known.lastDate = date;
  if (quoted !== null && (known.quarterPrice === null || isNearer(quoted, known.quarterPrice)))
    known.quarterPrice = quoted;
}

type QuarterPrice = NonNullable<SecurityName['quarterPrice']>;

function nearQuarter(date: IsoDate, price: string): QuarterPrice | null {
  const year = date.slice(0, 4);
  const ends = [addDays(`${year}-01-01`, -1), `${year}-03-31`, `${year}-06-30`, `${year}-09-30`, `${year}-12-31`];
  const end = ends.find(end => daysBetween(end, date) <= DAYS_FROM_QUARTER);
  return end === undefined ? null : { quarterEnd: end, priceDate: date, price };
}

function isNearer(left: QuarterPrice, right: QuarterPrice): boolean {
  return daysBetween(left.quarterEnd, left.priceDate) < daysBetween(right.quarterEnd, right.priceDate);
}

function daysBetween(a: IsoDate, b: IsoDate): number {
  return Math.abs((parseDay(a) ?? 0) - (parseDay(b) ?? 0));
}
