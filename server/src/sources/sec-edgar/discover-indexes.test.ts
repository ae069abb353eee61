import { expect, test } from 'vitest';
import { clientWith } from '../../../test/stand-ins/fake-client.ts';
import type { DiscoveryRequest } from '../kit/source.ts';
import { dailyIndexListUrl, dailyIndexUrl, fullIndexUrl } from './endpoints.ts';
import { secEdgar } from './source.ts';

const { discover } = secEdgar;

const NOW = '2026-05-20T12:00:00Z';

/** An index in the registry's format (master.idx), with fictional companies. */
function indexOf(kind: 'Daily' | 'Full', rows: readonly [cik: number, form: string, filed: string][]): string {
  const lines = rows.map(
    ([cik, form, filed]) =>
      `${cik}|Fictional Works|${form}|${filed}|edgar/data/${cik}/000${cik}-${filed.slice(2, 4)}-000001.txt`,
  );
  const head = [`Description: ${kind} Index`, '', 'CIK|Company Name|Form Type|Date Filed|Filename'];
  return [...head, '-'.repeat(80), ...lines, ''].join('\n');
}

const folderOf = (...days: string[]): string =>
  JSON.stringify({ directory: { item: days.map(day => ({ name: `master.${day.replaceAll('-', '')}.idx` })) } });

const clientOf = (responses: Readonly<Record<string, string>>) =>
  clientWith(secEdgar, responses, { now: () => new Date(NOW) });

const since = (day: string): DiscoveryRequest => ({ kind: 'everything', since: day });

test('quarters that are over are read from their full index, the running one day by day', async () => {
  const client = clientOf({
    [fullIndexUrl('2025-12-31')]: indexOf('Full', [
      [9_000_001, '10-K', '2025-11-30'],
      [9_000_002, '10-Q', '2025-12-15'],
    ]),
    [fullIndexUrl('2026-01-01')]: indexOf('Full', [[9_000_003, '8-K', '2026-02-03']]),
    [dailyIndexListUrl('2026-04-01')]: folderOf('2026-05-18', '2026-05-19'),
    [dailyIndexUrl('2026-05-18')]: indexOf('Daily', [[9_000_004, '4', '2026-05-18']]),
    [dailyIndexUrl('2026-05-19')]: indexOf('Daily', [[9_000_005, '10-K', '2026-05-19']]),
  });
  const { tasks, position } = await discover(client, since('2025-12-01'));
  expect(tasks.map(({ key }) => key)).toEqual(['0009000002', '0009000003', '0009000004', '0009000005']);
  expect(position).toBe('2026-05-19');
  expect(client.requested).toEqual([
    fullIndexUrl('2025-12-01'),
    fullIndexUrl('2026-03-31'),
    dailyIndexListUrl('2026-06-30'),
    dailyIndexUrl('2026-05-18'),
    dailyIndexUrl('2026-05-19'),
  ]);
});

test('a quarter without a full index is read day by day', async () => {
  const client = clientOf({
    [dailyIndexListUrl('2026-01-01')]: folderOf('2026-03-30', '2026-03-31'),
    [dailyIndexUrl('2026-03-30')]: indexOf('Daily', [[9_000_001, '10-K', '2026-03-30']]),
    [dailyIndexUrl('2026-03-31')]: indexOf('Daily', [[9_000_002, '10-K', '2026-03-31']]),
  });
  const { tasks, position } = await discover(client, since('2026-03-31'));
  expect(tasks.map(({ key }) => key)).toEqual(['0009000002']);
  expect(position).toBe('2026-03-31');
});

test('filings that are dated before the last look, and came after it, are not passed over', async () => {
  const client = clientOf({
    [fullIndexUrl('2026-03-31')]: indexOf('Full', [
      [9_000_001, '10-K', '2026-02-27'],
      [9_000_002, '10-K', '2026-02-10'],
    ]),
  });
  const request: DiscoveryRequest = { kind: 'channel', channel: 'daily-index', forms: [], position: '2026-03-02' };
  const { tasks, position } = await discover(client, request);
  expect(tasks.map(({ key }) => key)).toEqual(['0009000001']);
  expect(position).toBe('2026-03-31');
});

test('stops at a page instead of an index, and continues from there next time', async () => {
  const client = clientOf({ [fullIndexUrl('2025-12-31')]: '<html>Request rate exceeded</html>' });
  await expect(discover(client, since('2025-12-01'))).rejects.toThrow(/not_an_index/);
});

test('reports invalid rows, and reads the others', async () => {
  const client = clientOf({
    [fullIndexUrl('2026-03-31')]: `${indexOf('Full', [[9_000_003, '10-K', '2026-02-03']])}9000004|Cut off|10-K|2026`,
  });
  const { tasks, anomalies } = await discover(client, since('2026-01-05'));
  expect(tasks.map(({ key }) => key)).toEqual(['0009000003']);
  expect(anomalies.map(({ kind, source }) => [kind, source])).toEqual([['bad_row', fullIndexUrl('2026-03-31')]]);
});

test('the schedule fetches the documents of annual, quarterly and current reports by default', async () => {
  const client = clientOf({
    [dailyIndexListUrl('2026-05-19')]: folderOf('2026-05-19'),
    [dailyIndexUrl('2026-05-19')]: indexOf('Daily', [
      [9_000_001, '10-K/A', '2026-05-19'],
      [9_000_002, '8-K', '2026-05-19'],
      [9_000_003, '4', '2026-05-19'],
    ]),
  });
  const wanted = { kind: 'channel', channel: 'daily-index', position: '2026-05-18' } as const;
  const filersOf = async (forms: { forms?: readonly string[] }) => {
    const { tasks } = await discover(client, { ...wanted, ...forms });
    return tasks.filter(task => task.kind === 'filing').map(task => task.issuerKey);
  };
  expect(await filersOf({})).toEqual(['cik:9000001', 'cik:9000002']);
  expect(await filersOf({ forms: ['XBRL'] })).toEqual(['cik:9000001']);
  expect(await filersOf({ forms: ['4'] })).toEqual(['cik:9000003']);
  expect(await filersOf({ forms: [] })).toEqual([]);
});
