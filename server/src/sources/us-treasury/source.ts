import { failed, startOf, wrongForm } from '../kit/http/answer-form.ts';
import { publisherSource } from '../kit/publisher.ts';
import type { ResponseFault, Source } from '../kit/source.ts';
import { ARCHIVE_URL, feedUrl, isYields, TREASURY_HOST, urlsSince, yearUrl } from './addresses.ts';
import { parseYields } from './parse-yields.ts';

/** Daily par yields of the United States Treasury. */
export const usTreasury: Source = publisherSource({
  description: {
    registry: 'us-treasury',
    publisher: 'United States Department of the Treasury',
    url: 'https://home.treasury.gov/policy-issues/financing-the-government/interest-rate-statistics',
    licence: 'Public domain: a work of the United States government',
    // No limit is published; the site has guards against robots.
    requestsPerSecond: 0.5,
    hosts: [TREASURY_HOST],
  },
  // Out by 18:00 on days of trading.
  schedule: [{ channel: 'yields', host: TREASURY_HOST, cron: '15,45 16-19 * * 1-5', timeZone: 'America/New_York' }],
  isFile: isYields,
  validateResponse,
  urlsSince,
  identifyImport,
  parse: (_url, bytes, log) => ({ macroRates: parseYields(bytes, log) }),
  // A day has eleven tenors at the least; the first working day of January is a year's first.
  expectation: () => ({ min: 8, max: 400_000 }),
  namedReason: 'the Treasury publishes one curve: leave the names out',
});

function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  if (url.includes('/pages/xml')) {
    const wrong = wrongForm(bytes, ['markup']);
    const start = startOf(bytes);
    if (wrong !== null || /<(?:feed|entry|pre)[\s>]/.test(start)) return wrong;
    return failed('html_instead_of_xml', start.slice(0, 200));
  }
  const wrong = wrongForm(bytes, ['text']);
  if (wrong !== null) return wrong;
  return /^"?date"?,/i.test(startOf(bytes)) ? null : failed('unexpected_document', startOf(bytes).slice(0, 200));
}

/** Files say no year but by their days; what a feed is, its root says. */
function identifyImport(_name: string, bytes: Buffer): string | null {
  const start = startOf(bytes);
  const feedDay = /NEW_DATE[^>]*>(\d{4})-/.exec(bytes.toString('utf8', 0, 20_000));
  if (feedDay !== null) return feedUrl(Number(feedDay[1]));
  if (!/^"?date"?,\s*"?\d/i.test(start)) return null;
  const text = bytes.toString('latin1');
  const years = new Set([...text.matchAll(/^"?\d{1,2}\/\d{1,2}\/(\d{2,4})"?,/gm)].map(match => match[1] ?? ''));
  const [year = ''] = years;
  if (years.size > 1) return ARCHIVE_URL;
  return years.size === 0 ? null : yearUrl(Number(year.length === 2 ? `20${year}` : year));
}
