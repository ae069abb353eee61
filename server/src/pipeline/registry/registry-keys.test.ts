import { expect, test } from 'vitest';
import { SETTINGS } from '../../config/settings.ts';
import { loadSource } from '../../sources/load-source.ts';
import { SOURCES } from '../../sources/sources.ts';
import { channelStates, missingKey, secretFor } from './registry-keys.ts';

const KEYS = { ASFILED_EDINET_KEY: 'edinet-key', ASFILED_COMPANIES_HOUSE_STREAM_KEY: 'stream-key' };
const RUNNING = { contact: 'Example Ltd admin@example.com', discoversOnSchedule: true };

test('every key that a connector requires is a secret setting that is validated at startup', () => {
  const wanted = SOURCES.flatMap(source => source.description.access ?? []).flatMap(
    access => access.key?.setting ?? [],
  );
  expect(wanted).toContain('ASFILED_EDINET_KEY');
  for (const name of wanted) expect(SETTINGS.find(setting => setting.name === name)).toMatchObject({ isSecret: true });
});

test('access is declared for hosts that the connector may request, and channels name their host', () => {
  for (const { description, schedule } of SOURCES) {
    for (const { host } of description.access ?? []) expect(description.hosts).toContain(host);
    for (const { host } of schedule) expect(description.hosts).toContain(host);
  }
});

test('a key is sent where its host requires it', () => {
  const of = (place: Parameters<typeof secretFor>[1]['place']) =>
    secretFor('r', { setting: 'ASFILED_EDINET_KEY', place, from: 'there' }, KEYS);
  expect(of({ kind: 'query', name: 'key' })).toEqual({ query: { key: 'edinet-key' }, headers: {} });
  expect(of({ kind: 'header', name: 'x-key' })).toEqual({ query: {}, headers: { 'x-key': 'edinet-key' } });
  // RFC 7617: "edinet-key:" in base 64.
  expect(of({ kind: 'basic' }).headers).toEqual({ authorization: 'Basic ZWRpbmV0LWtleTo=' });
});

test('the stream of Companies House has a separate key', async () => {
  const { description } = await loadSource('companies-house');
  expect(missingKey(description, 'stream.companieshouse.gov.uk', KEYS)).toBeNull();
  expect(missingKey(description, 'api.company-information.service.gov.uk', KEYS)).toBe('ASFILED_COMPANIES_HOUSE_KEY');
  expect(missingKey(description, 'download.companieshouse.gov.uk', KEYS)).toBeNull();
});

test('a channel without its key is idle and states why', () => {
  const idle = (keys: Record<string, string>, running = RUNNING) =>
    Object.fromEntries(
      channelStates(SOURCES, { ...running, keys }).map(channel => [
        `${channel.registry} ${channel.channel}`,
        channel.idle,
      ]),
    );
  expect(idle({})).toMatchObject({
    'edinet today': 'ASFILED_EDINET_KEY is not set',
    'edinet codes': null,
    'opendart list': 'ASFILED_OPENDART_KEY is not set',
    'companies-house accounts-daily': null,
    'companies-house stream-filings': 'ASFILED_COMPANIES_HOUSE_STREAM_KEY is not set',
    'sec-edgar current': null,
  });
  expect(idle(KEYS)).toMatchObject({ 'edinet today': null, 'opendart list': 'ASFILED_OPENDART_KEY is not set' });
  const silent = idle(KEYS, { contact: RUNNING.contact, discoversOnSchedule: false });
  expect(new Set(Object.values(silent))).toEqual(new Set(['ASFILED_SCHEDULE is 0']));
});
