import { fixedAddresses } from '../kit/address.ts';
import { wrongForm } from '../kit/http/response-form.ts';
import { discoverByName, FILES_PRECEDENCE, files, publishedKind } from '../kit/published-kind.ts';
import { registry } from '../kit/registry.ts';
import { readTargets } from './read-targets.ts';

const SBTI_HOST = 'sciencebasedtargets.org';

/** The list of all companies, as a workbook. */
export const LIST_URL = `https://${SBTI_HOST}/download/excel`;

const list = publishedKind({
  address: fixedAddresses({ list: LIST_URL }),
  states: 'climate targets by company',
  read: (bytes, { log }) => ({ climateTargets: readTargets(bytes, log) }),
  validate: bytes => wrongForm(bytes, ['zip']),
  // Lists of 2019 had some hundreds of rows.
  expect: { min: 300, max: 200_000 },
  accepts: 'the list of companies (.xlsx)',
  identify: ({ name, bytes }) =>
    /\.xlsx$/i.test(name) && wrongForm(bytes, ['zip']) === null ? { name: 'list' as const } : null,
});

/** Climate targets that the Science Based Targets initiative lists. */
export const sbti = registry({
  id: 'sbti',
  publisher: 'Science Based Targets initiative',
  url: 'https://sciencebasedtargets.org/target-dashboard',
  licence: 'Use by its terms, with attribution; https://sciencebasedtargets.org/terms-of-use',
  requestsPerSecond: 0.1,
  hosts: [SBTI_HOST],
  precedence: FILES_PRECEDENCE,
  documents: [list],
  channels: {
    // Updated on Thursdays. The site rejects many programs: the list can be imported as a file instead.
    targets: files({ host: SBTI_HOST, cron: '35 9 * * 5', timeZone: 'Europe/London', urls: () => [LIST_URL] }),
  },
  named: async (_client, { names }) =>
    discoverByName(names, {
      kind: 'file',
      reason: 'the initiative publishes one list of all companies: omit the names',
      tasksOf: () => [],
    }),
});
