import type { MacroRate, RateSeries } from '../../domain/markets/macro/model/macro-rate.ts';
import { isJsonObject, type JsonObject, objectsOf } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { addDays } from '../../kernel/dates.ts';
import { failed, startOf, wrongForm } from '../kit/http/answer-form.ts';
import { readJsonObjectAnswer } from '../kit/http/answer-json.ts';
import { publisherSource } from '../kit/publisher.ts';
import { RateList } from '../kit/rates/rate-list.ts';
import type { ResponseFault, Source } from '../kit/source.ts';

export const VALET_HOST = 'www.bankofcanada.ca';

/** Days that are asked for once more: there are holidays, and corrections. */
const OVERLAP_DAYS = 21;

const COMMON = { countryCode: 'CA', frequency: 'daily' } as const;

/** The series that are read: the bank gives away hundreds. */
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
  ].map(one => [one.seriesId, one]),
);

/** The series' observations from a day on; null = all of them. */
export function observationsUrl(since: string | null): string {
  const names = [...SERIES.keys()].join();
  const from = since === null ? '' : `?start_date=${since}`;
  return `https://${VALET_HOST}/valet/observations/${names}/json${from}`;
}

/** The Valet interface of the Bank of Canada: its target for the overnight rate, and yields of benchmark bonds. */
export const bankOfCanada: Source = publisherSource({
  description: {
    registry: 'bank-of-canada',
    publisher: 'Bank of Canada',
    url: 'https://www.bankofcanada.ca/valet/docs',
    licence: 'Free use with the source named; https://www.bankofcanada.ca/terms/',
    requestsPerSecond: 1,
    hosts: [VALET_HOST],
  },
  schedule: [{ channel: 'rates', host: VALET_HOST, cron: '40 16,18 * * 1-5', timeZone: 'America/Toronto' }],
  isFile,
  validateResponse,
  urlsSince: since => [observationsUrl(since === null ? null : addDays(since, -OVERLAP_DAYS))],
  identifyImport: (_name, bytes) => {
    const text = bytes.toString('utf8');
    const isOurs = text.includes('"observations"') && [...SERIES.keys()].some(id => text.includes(`"${id}"`));
    return isOurs ? observationsUrl(null) : null;
  },
  parse: (_url, bytes, log) => ({ macroRates: parseObservations(bytes, log) }),
  expectation: () => ({ min: 1, max: 100_000 }),
  namedReason: 'the rates of one bank are read: leave the names out',
});

function isFile(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.host !== VALET_HOST) return false;
  const match = /^\/valet\/observations\/([^/]+)\/json$/.exec(url.pathname);
  return (match?.[1] ?? '').split(',').some(id => SERIES.has(decodeURIComponent(id)));
}

/** The rates of an answer; series beside those that are read are passed over. */
export function parseObservations(bytes: Buffer, log: AnomalyLog): MacroRate[] {
  const answer = readJsonObjectAnswer(bytes.toString('utf8'), log);
  if (answer === null) return [];
  if (!Array.isArray(answer.observations)) log.add('unexpected_document', '', 'no observations');
  // Published to two decimals; more are kept as they come.
  const list = new RateList(log, 10);
  for (const [at, row] of objectsOf(answer.observations).entries()) {
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

function validateResponse(_url: string, bytes: Buffer): ResponseFault | null {
  const wrong = wrongForm(bytes, ['json']);
  if (wrong !== null) return wrong;
  return bytes.includes('"observations"') ? null : failed('unexpected_document', startOf(bytes).slice(0, 200));
}
