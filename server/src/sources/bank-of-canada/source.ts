import type { MacroRate, RateSeries } from '../../domain/markets/macro/model/macro-rate.ts';
import { isJsonObject, type JsonObject, objectsOf } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays } from '../../kernel/dates.ts';
import { matchingUrls } from '../kit/address.ts';
import { failed, startOf, wrongForm } from '../kit/http/response-form.ts';
import { readJsonObjectResponse } from '../kit/http/response-json.ts';
import { discoverByName, FILES_PRECEDENCE, files, publishedKind } from '../kit/published-kind.ts';
import { RateList } from '../kit/rates/rate-list.ts';
import { registry } from '../kit/registry.ts';

const VALET_HOST = 'www.bankofcanada.ca';

/** Days before the position that are requested again, for holidays and corrections. */
const OVERLAP_DAYS = 21;

const COMMON = { countryCode: 'CA', frequency: 'daily' } as const;

/** The series that are read. The bank publishes hundreds. */
const SERIES: ReadonlyMap<string, RateSeries> = new Map(
  [
    {
      ...COMMON,
      group: 'policy',
      seriesId: 'V39079',
      tenor: null,
      note: 'Target for the overnight rate.',
    } satisfies RateSeries,
    {
      ...COMMON,
      group: 'gov10y',
      seriesId: 'BD.CDN.10YR.DQ.YLD',
      tenor: '10Y',
      note: 'Yield of the benchmark bond on the day: no monthly average.',
    } satisfies RateSeries,
  ].map(item => [item.seriesId, item]),
);

/** The observations of the series since a day; null = all. */
export function observationsUrl(since: string | null): string {
  const names = [...SERIES.keys()].join();
  const from = since === null ? '' : `?start_date=${since}`;
  return `https://${VALET_HOST}/valet/observations/${names}/json${from}`;
}

/** The address of the observations of the two series, of others beside them too. */
const observationsAddress = matchingUrls(
  'https://www.bankofcanada.ca/valet/observations/{series}/json?start_date={day}',
  address => {
    const url = URL.parse(address);
    const [, names = ''] = /^\/valet\/observations\/([^/]+)\/json$/.exec(url?.pathname ?? '') ?? [];
    return url?.host === VALET_HOST && names.split(',').some(id => SERIES.has(decodeURIComponent(id)));
  },
);

const observations = publishedKind({
  address: observationsAddress,
  states: 'rates: overnight target, benchmark bond yields',
  read: (bytes, { log }) => ({ macroRates: parseObservations(bytes, log) }),
  validate: bytes => {
    const wrong = wrongForm(bytes, ['json']);
    if (wrong !== null || bytes.includes('"observations"')) return wrong;
    return failed('unexpected_document', startOf(bytes).slice(0, 200));
  },
  expect: { min: 1, max: 100_000 },
  accepts: `responses of the Valet API with ${[...SERIES.keys()].join(' or ')}`,
  identify: ({ bytes }) => {
    const text = bytes.toString('utf8');
    const isOfSeries = text.includes('"observations"') && [...SERIES.keys()].some(id => text.includes(`"${id}"`));
    return isOfSeries ? { url: observationsUrl(null) } : null;
  },
});

/** The Valet API of the Bank of Canada: its target for the overnight rate, and yields of benchmark bonds. */
export const bankOfCanada = registry({
  id: 'bank-of-canada',
  publisher: 'Bank of Canada',
  url: 'https://www.bankofcanada.ca/valet/docs',
  licence: 'Free use with the source named; https://www.bankofcanada.ca/terms/',
  requestsPerSecond: 1,
  hosts: [VALET_HOST],
  precedence: FILES_PRECEDENCE,
  documents: [observations],
  channels: {
    rates: files({
      host: VALET_HOST,
      cron: '40 16,18 * * 1-5',
      timeZone: 'America/Toronto',
      urls: since => [observationsUrl(since === null ? null : addDays(since, -OVERLAP_DAYS))],
    }),
  },
  named: async (_client, { names }) =>
    discoverByName(names, {
      kind: 'file',
      reason: 'the connector reads the rates of one bank: omit the names',
      tasksOf: () => [],
    }),
});

/** The rates of a response; other series are skipped. */
export function parseObservations(bytes: Buffer, log: AnomalyLog): MacroRate[] {
  const response = readJsonObjectResponse(bytes.toString('utf8'), log);
  if (response === null) return [];
  if (!Array.isArray(response.observations)) log.add('unexpected_document', '', 'no observations');
  // Rates are published with two decimals; more are kept as published.
  const list = new RateList(log, 10);
  for (const [at, row] of objectsOf(response.observations).entries()) {
    const date = list.dateOf(String(row.d ?? ''), `observations[${at}]`);
    if (date === null) continue;
    for (const series of SERIES.values()) {
      const cell = row[series.seriesId];
      if (isJsonObject(cell)) list.add(series, date, textOf(cell));
    }
  }
  return list.rates;
}

function textOf({ v }: JsonObject): string {
  return typeof v === 'string' || typeof v === 'number' ? String(v) : '';
}
