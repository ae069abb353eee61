import { indexOfSymbol, type MarketIndex } from '../../domain/filings/markets/model/market-indexes.ts';
import { type MacroRate, type RateSeries, rateCountryOf } from '../../domain/markets/macro/model/macro-rate.ts';
import type { PriceSeries } from '../../domain/markets/prices/model/price-series.ts';
import { parseDelimited } from '../../formats/delimited.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { address, refinedAddress } from '../kit/address.ts';
import type { ImportCandidate } from '../kit/document-kind.ts';
import { failed, formOfResponse, startOf, wrongForm } from '../kit/http/response-form.ts';
import { publishedKind } from '../kit/published-kind.ts';
import { parsePriceTable } from '../kit/rates/price-table.ts';
import { RateList } from '../kit/rates/rate-list.ts';
import type { ResponseFault } from '../kit/source.ts';

export const FRED_HOST = 'fred.stlouisfed.org';

/** Countries of the OECD's long-term yields, in its codes; EZ is the euro area. */
const OECD_COUNTRIES =
  'AT AU BE BG CA CH CL CO CR CZ DE DK ES EZ FI FR GB GR HR HU IE IL IN IS IT JP KR LT LU LV MX NL NO NZ PL PT RO RU SE SI SK US ZA';

/** Ten-year yields of the Treasury as the Federal Reserve publishes them (H.15): the monthly average, and the daily yield. */
const H15 = { GS10: 'monthly', DGS10: 'daily' } as const;
const H15_MONTHLY = 'GS10';

/** The series that a channel requests. */
export const SERIES_IDS: readonly string[] = [
  ...OECD_COUNTRIES.split(' ').map(country => `IRLTLT01${country}M156N`),
  ...Object.keys(H15),
];

/** The graph of a series as a table. */
const graphAddress = address(`https://${FRED_HOST}/graph/fredgraph.csv?id={id}`);

export function seriesUrl(id: string): string {
  return graphAddress.url({ id });
}

export const yields = publishedKind({
  address: refinedAddress(graphAddress, values => (seriesOf(values.id) === null ? null : values)),
  states: 'rates: ten-year government bond yields',
  read: (bytes, { values, log }) => ({ macroRates: parseGraph(values.id, bytes, log) }),
  validate: faultOfGraph,
  expect: { min: 12, max: 20_000 },
  accepts: 'graphs as tables (CSV) of ten-year yields or of an index',
  identify: file => {
    const column = valueColumnOf(file);
    if (seriesOf(column) !== null) return { id: column };
    return column === 'YIELD' && /^us-10y/i.test(file.name) ? { id: H15_MONTHLY } : null;
  },
});

/** Closes of indexes of shares or volatility. They are requested by name only, because their owners license them. */
export const indexes = publishedKind({
  address: refinedAddress(graphAddress, values => (indexOfSeries(values.id) === null ? null : values)),
  states: 'prices: daily closes of an index',
  read: (bytes, { values, log }) => ({ priceSeries: parseIndexGraph(values.id, bytes.toString('utf8'), log) }),
  validate: faultOfGraph,
  // A document is one series of any length.
  expect: { min: 1, max: 1 },
  identify: file => {
    const id = valueColumnOf(file);
    return indexOfSeries(id) === null ? null : { id };
  },
});

/** Null for series that are no ten-year yield. */
function seriesOf(seriesId: string): RateSeries | null {
  const common = { group: 'gov10y', seriesId, tenor: '10Y' } as const;
  if (seriesId === 'GS10' || seriesId === 'DGS10') {
    const frequency = H15[seriesId];
    const which =
      frequency === 'monthly' ? 'Monthly average of the constant-maturity yield' : 'Constant-maturity yield of the day';
    return { ...common, frequency, countryCode: 'US', note: `${which} (Federal Reserve, H.15).` };
  }
  const country = /^IRLTLT01([A-Z]{2})M156N$/.exec(seriesId)?.[1];
  if (country === undefined) return null;
  const note = 'Monthly average of long-term government bond yields, ten years as a rule (OECD).';
  return { ...common, frequency: 'monthly', countryCode: rateCountryOf(country), note };
}

function indexOfSeries(seriesId: string): MarketIndex | null {
  return indexOfSymbol('fred', seriesId);
}

/** The name of the second column of a graph, as a rule the id of its series. */
function valueColumnOf({ start }: ImportCandidate): string {
  const header = start.trimStart().split('\n')[0]?.trim() ?? '';
  return /^"?(?:date|observation_date)"?,"?([A-Z0-9]+)"?\s*$/i.exec(header)?.[1]?.toUpperCase() ?? '';
}

function faultOfGraph(bytes: Buffer): ResponseFault | null {
  const start = startOf(bytes);
  const wrong = wrongForm(bytes, ['text']);
  if (wrong !== null || /^"?(?:observation_)?date"?,/i.test(start)) return wrong;
  return failed('unexpected_document', start.slice(0, 200));
}

/** Values have rounding errors of floating-point numbers: `6.4000000000000004`. */
const PLACES = 10;

/** The rates of a graph: `DATE` or `observation_date`, then the series. */
export function parseGraph(seriesId: string, bytes: Buffer, log: AnomalyLog): MacroRate[] {
  const series = seriesOf(seriesId);
  const form = formOfResponse(bytes);
  if (series === null || form !== 'text') {
    log.add(form === 'empty' ? 'empty_answer' : 'unexpected_document', '', form);
    return [];
  }
  const list = new RateList(log, PLACES);
  const [header = [], ...rows] = parseDelimited(bytes.toString('utf8'), ',');
  if (header.length !== 2 || !/date$/i.test(header[0]?.trim() ?? '')) {
    log.add('unexpected_document', 'line 1', header.join().slice(0, 200));
    return [];
  }
  const days = new Map<IsoDate, string>();
  for (const [at, row] of rows.entries()) {
    const place = `line ${at + 2}`;
    const [day = '', rate = ''] = row;
    // Tables saved by others state the month only.
    const date = list.dateOf(/^\d{4}-\d{2}$/.test(day) ? `${day}-01` : day, place);
    if (date === null) continue;
    if (row.length !== 2) log.add('cut_row', place, row.join());
    else if (!days.has(date)) list.add(series, date, rate);
    // Tables compiled by others repeat days: `4.20`, then `4.2`.
    else if (Number(days.get(date)) !== Number(rate)) log.add('repeated_day', place, `${date} ${rate}`);
    if (row.length === 2 && !days.has(date)) days.set(date, rate);
  }
  return list.rates;
}

/** The closes of an index; cells of holidays are empty. */
export function parseIndexGraph(seriesId: string, text: string, log: AnomalyLog): PriceSeries[] {
  const index = indexOfSeries(seriesId);
  const column = seriesId.toLowerCase();
  const columns = { date: ['date', 'observation_date'], closes: { raw: [column] }, volume: [] };
  const table = parsePriceTable(text, columns, log);
  if (index === null || table === null || table.bars.days.length === 0) return [];
  const { indexId, currency } = index;
  return [{ symbol: seriesId.toUpperCase(), of: { kind: 'index', indexId }, currency, ...table }];
}
