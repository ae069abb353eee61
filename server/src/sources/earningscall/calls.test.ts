import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mirrorPath } from '../kit/http/mirror-path.ts';
import { calendarUrl } from './calendar.ts';
import { eventsUrl, transcriptUrl } from './calls.ts';
import { earningsCall } from './source.ts';

const COMPANY = { exchange: 'NASDAQ', symbol: 'FICT' };
const CALL = { ...COMPANY, year: 2025, quarter: 3 };
const EVENTS = JSON.stringify({
  company_name: 'Fictional Works, Inc.',
  events: [{ year: 2025, quarter: 3, conference_date: '2025-10-30T17:30:00.000-04:00' }],
});

async function parse(documents: Record<string, string | Buffer>) {
  const given = Object.entries(documents).map(([url, text]) => ({ url, sha256: '', bytes: Buffer.from(text) }));
  const { published, anomalies } = await earningsCall.parse(given);
  return { calls: published?.transcripts ?? [], anomalies: anomalies.map(anomaly => anomaly.kind) };
}

test('reads a text by speakers with their names and the time of the call', async () => {
  const response = JSON.stringify({
    event: { year: 2025, quarter: 3, conference_date: '2025-10-30T17:30:00.000-04:00' },
    speakers: [
      { speaker: 'spk01', text: 'Welcome.' },
      { speaker: 'spk02', text: 'We had a good quarter.' },
      { speaker: 'spk01', text: 'The first question comes from Drew Fable.' },
      { speaker: 'spk03', text: 'How good?' },
      { speaker: 'spk04', text: 'Very.' },
    ],
    speaker_name_map_v2: {
      spk01: { name: 'Operator', title: null },
      spk02: { name: 'Avery Novel', title: 'CEO' },
      spk03: { name: 'Drew Fable', title: 'Legend Securities Analyst' },
    },
  });
  const { calls, anomalies } = await parse({ [transcriptUrl({ ...CALL, level: 2 })]: response });
  expect(anomalies).toEqual([]);
  expect(calls).toMatchObject([
    {
      source: 'earningscall',
      nativeId: 'nasdaq-fict-2025q3',
      company: { name: null, ticker: 'FICT', marketId: 'us' },
      fiscalYear: 2025,
      fiscalPeriod: 'q3',
      eventAt: '2025-10-30T21:30:00Z',
      eventDate: '2025-10-30',
      speakers: [
        { speaker: 'Operator', role: 'operator', jobTitle: null, firm: null },
        { speaker: 'Avery Novel', role: 'executive', jobTitle: 'CEO', firm: null },
        { speaker: 'Drew Fable', role: 'analyst', jobTitle: 'Analyst', firm: 'Legend Securities' },
        { speaker: 'spk04', role: 'other', jobTitle: null, firm: null },
      ],
    },
  ]);
  expect(calls[0]?.turns.map(turn => turn.session)).toEqual(['prepared', 'prepared', 'qa', 'qa', 'qa']);
});

test('reads the time and the company of a plain text from the list of calls', async () => {
  const text = JSON.stringify({ text: 'Welcome. We grew. Thank you.' });
  const url = transcriptUrl({ ...CALL, level: 1 });
  expect((await parse({ [eventsUrl(COMPANY)]: EVENTS, [url]: text })).calls).toMatchObject([
    {
      company: { name: 'Fictional Works, Inc.', ticker: 'FICT', marketId: 'us' },
      eventAt: '2025-10-30T21:30:00Z',
      speakers: [],
      turns: [{ speaker: null, session: null, text: 'Welcome. We grew. Thank you.' }],
    },
  ]);
  expect((await parse({ [url]: text })).calls).toMatchObject([{ eventAt: null, eventDate: null }]);
});

test('reports the text of another call, rows without words, and truncated responses', async () => {
  const url = transcriptUrl({ ...CALL, level: 2 });
  const other = JSON.stringify({ event: { year: 2025, quarter: 2 }, speakers: [{ speaker: 'spk01', text: 'Hello.' }] });
  expect(await parse({ [url]: other })).toEqual({ calls: [], anomalies: ['other_call'] });
  expect(await parse({ [url]: '{"speakers":[{"speaker":"spk01"}]}' })).toEqual({
    calls: [],
    anomalies: ['bad_row', 'no_turns'],
  });
  expect(await parse({ [url]: '{"speakers":[' })).toEqual({ calls: [], anomalies: ['truncated_json'] });
  expect(earningsCall.validateResponse(url, Buffer.from('{"message":"Unauthorized"}'))).toMatchObject({
    kind: 'unexpected_document',
  });
  expect(earningsCall.validateResponse(eventsUrl(COMPANY), Buffer.from(EVENTS))).toBeNull();
});

test('reads time and fiscal period of the calls of a day, at known exchanges', async () => {
  const url = calendarUrl('2026-04-08');
  expect(url).toContain('year=2026&month=4&day=8');
  const call = { symbol: 'FICT', year: 2025, quarter: 4, conference_date: '2026-04-08T23:30:00.000-04:00' };
  const rows = [{ exchange: 'NYSE', ...call }, { exchange: 'TSX', ...call }, { symbol: 'FICT' }];
  const { published, anomalies } = await earningsCall.parse([
    { url, sha256: '', bytes: Buffer.from(JSON.stringify(rows)) },
  ]);
  expect(anomalies.map(anomaly => anomaly.kind)).toEqual(['bad_row']);
  expect(published?.calendarEntries).toEqual([
    expect.objectContaining({
      ticker: 'FICT',
      marketId: 'us',
      reportDate: '2026-04-08',
      dateStatus: 'estimated',
      callAt: '2026-04-09T03:30:00Z',
      periodEnd: null,
      fiscalYear: 2025,
      fiscalPeriod: 'q4',
    }),
  ]);
  expect(earningsCall.validateResponse(url, Buffer.from('[]'))).toMatchObject({ action: 'absent' });
  expect(earningsCall.validateResponse(url, Buffer.from('{"message":"no"}'))).toMatchObject({ action: 'retry' });
});

test('accepts no import, because responses do not state their company', () => {
  expect(() => earningsCall.identifyImport('x.json', Buffer.from('{"text":"a"}'))).toThrow(/accepts no imported files/);
});

const MIRROR = new URL('../../../../../shared/data/market/mirror', import.meta.url).pathname;

describe.skipIf(!existsSync(MIRROR))('recorded responses (needs ../shared/data/market)', () => {
  const recorded = (url: string) => ({ [url]: readFileSync(`${MIRROR}/${mirrorPath({ url })}`) });

  test('reads the plain text of Microsoft for the first quarter of fiscal 2023, dated by the list', async () => {
    const company = { exchange: 'NASDAQ', symbol: 'MSFT' };
    const { calls, anomalies } = await parse({
      ...recorded(eventsUrl(company)),
      ...recorded(transcriptUrl({ ...company, year: 2023, quarter: 1, level: 1 })),
    });
    expect(anomalies).toEqual([]);
    expect(calls).toMatchObject([
      {
        company: { name: 'Microsoft Corporation', ticker: 'MSFT' },
        fiscalYear: 2023,
        fiscalPeriod: 'q1',
        eventAt: '2022-10-25T13:00:00Z',
        eventDate: '2022-10-25',
      },
    ]);
    expect(calls[0]?.turns).toHaveLength(1);
  });

  test('reads the voices of Apple for the first quarter of fiscal 2022, without names', async () => {
    const url = transcriptUrl({ exchange: 'NASDAQ', symbol: 'AAPL', year: 2022, quarter: 1, level: 2 });
    const { calls } = await parse(recorded(url));
    expect(calls).toMatchObject([{ nativeId: 'nasdaq-aapl-2022q1', eventAt: '2022-01-27T22:00:00Z' }]);
    expect(calls[0]?.turns).toHaveLength(76);
    expect(calls[0]?.speakers.every(speaker => speaker.role === 'other')).toBe(true);
  });

  test('reads the calls of 10 February 2025', async () => {
    const [url, bytes] = Object.entries(recorded(calendarUrl('2025-02-10')))[0] ?? ['', Buffer.alloc(0)];
    const { published, anomalies } = await earningsCall.parse([{ url, sha256: '', bytes }]);
    expect(anomalies).toEqual([]);
    // Twenty calls, one of them at an exchange of Canada.
    expect(published?.calendarEntries).toHaveLength(19);
    expect(published?.calendarEntries).toContainEqual(
      expect.objectContaining({ ticker: 'VRTX', callAt: '2025-02-10T21:30:00Z', fiscalYear: 2024, fiscalPeriod: 'q4' }),
    );
  });
});
