import { discoverByName, FILES_PRECEDENCE, files } from '../kit/published-kind.ts';
import { registry } from '../kit/registry.ts';
import { feeds, TREASURY_HOST, tables, yearsSince, yearUrl } from './yields.ts';

/** Daily par yields of the United States Treasury. */
export const usTreasury = registry({
  id: 'us-treasury',
  publisher: 'United States Department of the Treasury',
  url: 'https://home.treasury.gov/policy-issues/financing-the-government/interest-rate-statistics',
  licence: 'Public domain: a work of the United States government',
  // No limit is published; the site blocks robots.
  requestsPerSecond: 0.5,
  hosts: [TREASURY_HOST],
  precedence: FILES_PRECEDENCE,
  documents: [feeds, tables],
  channels: {
    // Published by 18:00 on trading days.
    yields: files({
      host: TREASURY_HOST,
      cron: '15,45 16-19 * * 1-5',
      timeZone: 'America/New_York',
      urls: (since, today) => yearsSince(since, today).map(yearUrl),
    }),
  },
  named: async (_client, { names }) =>
    discoverByName(names, {
      kind: 'file',
      reason: 'the Treasury publishes one curve: omit the names',
      tasksOf: () => [],
    }),
});
