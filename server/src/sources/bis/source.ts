import { addDays } from '../../kernel/dates.ts';
import { failed, startOf } from '../kit/http/answer-form.ts';
import { publisherSource } from '../kit/publisher.ts';
import type { ResponseFault, Source } from '../kit/source.ts';
import { BIS_HOST, dataUrl, isPolicyRates } from './addresses.ts';
import { parsePolicyRates } from './parse-policy-rates.ts';

/** Policy rates of central banks as the Bank for International Settlements gathers them (WS_CBPOL). */
export const bis: Source = publisherSource({
  description: {
    registry: 'bis',
    publisher: 'Bank for International Settlements',
    url: 'https://data.bis.org/topics/CBPOL',
    licence: 'Use with attribution, by its terms; https://data.bis.org/help/legal',
    // No limit is published; who asks too often is shut out.
    requestsPerSecond: 0.2,
    hosts: [BIS_HOST],
  },
  schedule: [{ channel: 'policy-rates', host: BIS_HOST, cron: '10 6,18 * * *', timeZone: 'Europe/Zurich' }],
  isFile: isPolicyRates,
  validateResponse,
  urlsSince: since => [dataUrl('D', '', since === null ? FIRST_DAY : addDays(since, -OVERLAP_DAYS))],
  urlsOf: name => (/^[A-Za-z]{2}$/.test(name) ? [dataUrl('D', name.toUpperCase(), FIRST_DAY)] : null),
  identifyImport,
  parse: (_url, bytes, log) => ({ macroRates: parsePolicyRates(bytes, log) }),
  // One area in two months has some forty; extracts that others made have a few.
  expectation: url => ({ min: url.includes('startPeriod=') ? 20 : 1, max: 2_000_000 }),
  namedReason: 'asked for by name are countries: --id US, XM for the euro area',
});

/** An answer has to be bounded; older rates are asked for by `--since`. */
const FIRST_DAY = '2000-01-01';
/** The bank updates once a week, some central banks later; what was corrected lately comes with it. */
const OVERLAP_DAYS = 60;

/** No data in a period is an empty table, with its header or without a byte. */
function validateResponse(_url: string, bytes: Buffer): ResponseFault | null {
  const start = startOf(bytes);
  if (start === '') return failed('empty_answer', 'no bytes');
  if (start.startsWith('<')) return failed('html_instead_of_csv', start.slice(0, 200));
  return /^[^\n]*\bREF_AREA\b/.test(start) ? null : failed('unexpected_document', start.slice(0, 200));
}

/** Tables say what they are by their columns; a history that others re-shaped, by its sources. */
function identifyImport(_name: string, bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  const start = startOf(bytes);
  const header = start.split('\n')[0] ?? '';
  if (/\bREF_AREA\b/.test(header) && /\bOBS_VALUE\b/.test(header) && text.includes('CBPOL'))
    return dataUrl('D', '', null);
  if (header.includes('area_code,') && header.includes('last_change_date'))
    return `${dataUrl('D', '', null)}&lastNObservations=1`;
  const area = start.startsWith('{') && text.includes('BIS CBPOL') ? /"iso2":"([A-Z]{2})"/.exec(start)?.[1] : undefined;
  return area === undefined ? null : dataUrl('M', area, null);
}
