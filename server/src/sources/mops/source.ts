import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { appendAll } from '../../kernel/lists.ts';
import { type Channel, lists } from '../kit/channels.ts';
import { discoverEach, emptyDiscovery, fetchAddress } from '../kit/discovery.ts';
import { type NamedRequest, registry } from '../kit/registry.ts';
import type { Discovery, RegistryClient } from '../kit/source.ts';
import { announcements } from './announcements.ts';
import { type BoardLetter, canonicalKeyOfShare, taiwanClock } from './boards.ts';
import { companies } from './companies.ts';
import { holdings } from './holdings.ts';
import { meetings } from './meetings.ts';
import type { DatedList } from './open-data.ts';
import { revenue } from './revenue.ts';

const HOST = 'mopsfin.twse.com.tw';
const ALL_BOARDS: readonly BoardLetter[] = ['L', 'O', 'R'];
const LISTED: readonly BoardLetter[] = ['L', 'O'];

/** Companies of the two exchanges of Taiwan: profiles, material information, monthly revenue, shares of insiders. */
export const mops = registry({
  id: 'mops',
  publisher: 'Taiwan Stock Exchange and Taipei Exchange, Market Observation Post System',
  url: 'https://mops.twse.com.tw',
  licence: 'Open Government Data License, Taiwan, version 1.0',
  // No limit is published.
  requestsPerSecond: 0.5,
  hosts: [HOST, 'openapi.twse.com.tw'],
  clock: taiwanClock,
  // Profiles state full names and identifiers; other files short names only.
  precedence: { 'companies/': 10, 'meetings/': 20, 'revenue/': 20, 'announcements/': 20, 'holdings/': 30 },
  documents: [companies, holdings, ...announcements.kinds, ...revenue.kinds, ...meetings.kinds],
  channels: {
    companies: lists({
      host: HOST,
      cron: '10 6 * * 1-6',
      timeZone: 'Asia/Taipei',
      tasks: () => ALL_BOARDS.map(board => companies.task(fileOf(board))),
    }),
    // The files of a day are complete in the night after it.
    announcements: datedChannel(announcements, LISTED, '30 6,12,18 * * *'),
    // Revenue is due by the tenth.
    revenue: datedChannel(revenue, ALL_BOARDS, '0 7 11 * *'),
    meetings: datedChannel(meetings, LISTED, '30 7 * * 1'),
    // Holdings of a month are due by the fifteenth of the next one.
    holdings: lists({
      host: HOST,
      cron: '0 8 18 * *',
      timeZone: 'Asia/Taipei',
      tasks: () => LISTED.map(board => holdings.task(fileOf(board))),
    }),
  },
  named: discoverNamed,
  async recorded(client, urls, discovery) {
    for (const list of [announcements, revenue, meetings]) {
      appendAll(discovery.tasks, await list.tasks(client, urls.filter(list.isUndated)));
    }
  },
});

function fileOf(board: BoardLetter) {
  return { board, format: 'csv', of: '' } as const;
}

function datedChannel(list: DatedList, boards: readonly BoardLetter[], cron: string): Channel {
  const read = async (client: RegistryClient): Promise<Discovery> => ({
    ...emptyDiscovery(),
    tasks: await list.tasks(client, boards.map(list.url)),
  });
  return { host: HOST, cron, timeZone: 'Asia/Taipei', read, readAll: read };
}

/** The files hold all companies, so that a named one brings those that it is in. */
async function discoverNamed(client: RegistryClient, { names }: NamedRequest): Promise<Discovery> {
  const discovery = emptyDiscovery();
  const boardOf = new Map<string, BoardLetter>();
  for (const board of ALL_BOARDS) {
    const document = await fetchAddress(client, companies.url(fileOf(board)));
    if (document === null) continue;
    const profiles = companies.read(document.bytes, new AnomalyLog('mops', document.url), fileOf(board)) ?? [];
    for (const { code } of profiles) boardOf.set(code, board);
    discovery.tasks.push(companies.archived(document));
  }
  if (boardOf.size === 0)
    throw new AsfiledError('upstream_error', 'mops returned no profiles of companies (t187ap03).');
  const boards = new Set<BoardLetter>();
  await discoverEach(names, discovery, 'share', async name => {
    const code = name.trim().replace(/^mops:/i, '');
    const board = boardOf.get(code);
    if (board === undefined) return { notFound: `unknown ${name}: no board lists ${canonicalKeyOfShare(code)}` };
    boards.add(board);
    return null;
  });
  for (const board of boards) {
    for (const list of [announcements, revenue, meetings]) {
      appendAll(discovery.tasks, await list.tasks(client, [list.url(board)]));
    }
    discovery.tasks.push(holdings.task(fileOf(board)));
  }
  return discovery;
}
