import { wrongForm } from '../kit/http/answer-form.ts';
import { publisherSource } from '../kit/publisher.ts';
import type { Source } from '../kit/source.ts';
import { readTargets } from './read-targets.ts';

export const SBTI_HOST = 'sciencebasedtargets.org';

/** The list of all companies, as a workbook. */
export const LIST_URL = `https://${SBTI_HOST}/download/excel`;

/** Climate targets that the Science Based Targets initiative lists. */
export const sbti: Source = publisherSource({
  description: {
    registry: 'sbti',
    publisher: 'Science Based Targets initiative',
    url: 'https://sciencebasedtargets.org/target-dashboard',
    licence: 'Use by its terms, with attribution; https://sciencebasedtargets.org/terms-of-use',
    requestsPerSecond: 0.1,
    hosts: [SBTI_HOST],
  },
  // New on Thursdays. The site's guard turns many programs away: what cannot be had is imported as a file.
  schedule: [{ channel: 'targets', host: SBTI_HOST, cron: '35 9 * * 5', timeZone: 'Europe/London' }],
  isFile: url => url === LIST_URL,
  validateResponse: (_url, bytes) => wrongForm(bytes, ['zip']),
  urlsSince: () => [LIST_URL],
  identifyImport: (name, bytes) => (/\.xlsx$/i.test(name) && wrongForm(bytes, ['zip']) === null ? LIST_URL : null),
  parse: (_url, bytes, log) => ({ climateTargets: readTargets(bytes, log) }),
  // Lists of 2019 had some hundreds of rows.
  expectation: () => ({ min: 300, max: 200_000 }),
  namedReason: 'the initiative publishes one list of all companies: leave the names out',
});
