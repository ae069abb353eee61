import type { MacroRate } from '../../domain/markets/macro/model/macro-rate.ts';
import { parseDelimited } from '../../formats/delimited.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { failed, formOfAnswer, startOf, wrongForm } from '../kit/http/answer-form.ts';
import { publisherSource } from '../kit/publisher.ts';
import { RateList } from '../kit/rates/rate-list.ts';
import type { ResponseFault, Source } from '../kit/source.ts';
import { indexOfSeries, parseIndexGraph } from './indexes.ts';
import { FRED_HOST, identifyImport, indexSeriesAt, SERIES_IDS, seriesAt, seriesOf, seriesUrl } from './series.ts';

/** FRED: yields of governments that others publish, kept by the Federal Reserve Bank of St. Louis. */
export const fred: Source = publisherSource({
  description: {
    registry: 'fred',
    publisher: 'Federal Reserve Bank of St. Louis (FRED)',
    url: 'https://fred.stlouisfed.org/categories/32240',
    licence:
      'Series of the Federal Reserve are in the public domain, those of the OECD under its terms with attribution; https://fred.stlouisfed.org/legal/',
    requestsPerSecond: 1,
    hosts: [FRED_HOST],
  },
  // Months come in the middle of the next one, on no fixed day.
  schedule: [{ channel: 'yields', host: FRED_HOST, cron: '20 14 * * 1-5', timeZone: 'America/Chicago' }],
  isFile: url => seriesAt(url) !== null || indexSeriesAt(url) !== null,
  validateResponse,
  // A graph is the whole series.
  urlsSince: () => SERIES_IDS.map(seriesUrl),
  urlsOf: name => {
    const id = name.toUpperCase();
    return seriesOf(id) === null && indexOfSeries(id) === null ? null : [seriesUrl(id)];
  },
  identifyImport: (name, bytes) => identifyImport(name, startOf(bytes).split('\n')[0]?.trim() ?? ''),
  parse: (url, bytes, log) => {
    const index = indexSeriesAt(url);
    if (index !== null) return { priceSeries: parseIndexGraph(index, bytes.toString('utf8'), log) };
    return { macroRates: parseGraph(url, bytes, log) };
  },
  // An index is one series, whatever its length.
  expectation: url => (indexSeriesAt(url) === null ? { min: 12, max: 20_000 } : { min: 1, max: 1 }),
  namedReason: 'a series is called by its id: --id IRLTLT01DEM156N, of an index --id SP500',
});

/** Values have some digits, then the noise of floating-point numbers: `6.4000000000000004`. */
const PLACES = 10;

/** The rates of a graph: `DATE` or `observation_date`, then the series. */
export function parseGraph(url: string, bytes: Buffer, log: AnomalyLog): MacroRate[] {
  const series = seriesAt(url);
  const form = formOfAnswer(bytes);
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
    // Re-saved tables have the month alone.
    const date = list.dateOf(/^\d{4}-\d{2}$/.test(day) ? `${day}-01` : day, place);
    if (date === null) continue;
    if (row.length !== 2) log.add('cut_row', place, row.join());
    else if (!days.has(date)) list.add(series, date, rate);
    // Tables that others put together repeat themselves: `4.20`, then `4.2`.
    else if (Number(days.get(date)) !== Number(rate)) log.add('repeated_day', place, `${date} ${rate}`);
    if (row.length === 2 && !days.has(date)) days.set(date, rate);
  }
  return list.rates;
}

function validateResponse(_url: string, bytes: Buffer): ResponseFault | null {
  const wrong = wrongForm(bytes, ['text']);
  if (wrong !== null) return wrong;
  const start = startOf(bytes);
  return /^"?(?:observation_)?date"?,/i.test(start) ? null : failed('unexpected_document', start.slice(0, 200));
}
