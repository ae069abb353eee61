import { addDays, dateOrNull, datesBetween } from '../../kernel/dates.ts';
import { emptyDiscovery, tasksForExisting } from '../kit/discovery.ts';
import { discoverByName } from '../kit/published-kind.ts';
import { registry } from '../kit/registry.ts';
import type { Discovery, RegistryClient } from '../kit/source.ts';
import { API_HOST, days } from './days.ts';

/** Days from today on that are requested if none is named. */
const DAYS_AHEAD = 14;

/** Nasdaq's calendar of results, as its web site requests it. It is requested only by an operator, never on a schedule. */
export const nasdaq = registry({
  id: 'nasdaq',
  publisher: 'Nasdaq, Inc.',
  url: 'https://www.nasdaq.com/market-activity/earnings',
  licence:
    'No public licence and no documented interface: for the operator’s own use, nothing may be passed on; https://www.nasdaq.com/legal',
  // No limit is published.
  requestsPerSecond: 0.5,
  hosts: [API_HOST],
  access: [{ host: API_HOST, headers: { accept: 'application/json', 'accept-language': 'en-US' } }],
  precedence: { calendar: 10 },
  documents: [days],
  channels: {},
  readAll: client => {
    const today = client.now().toISOString().slice(0, 10);
    const dates = datesBetween(today, addDays(today, DAYS_AHEAD));
    return daysWithResults(
      client,
      dates.map(day => days.url({ day })),
    );
  },
  discoverRecorded: (client, urls) =>
    daysWithResults(
      client,
      urls.filter(url => days.open(url) !== null),
    ),
  named: async (_client, { names }) =>
    discoverByName(names, {
      kind: 'day',
      reason: 'name a day: --id 2026-08-03',
      tasksOf: name => {
        const day = dateOrNull(name);
        return day === null ? [] : [days.task({ day })];
      },
    }),
});

/** A day without results has no task. */
async function daysWithResults(client: RegistryClient, urls: readonly string[]): Promise<Discovery> {
  return { ...emptyDiscovery(), tasks: await tasksForExisting(client, 'day', urls) };
}
