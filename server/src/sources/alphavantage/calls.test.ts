import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { alphaVantageResponse } from '../../../test/fictional/calls.ts';
import { calls as callsKind } from './calls.ts';
import { alphaVantage } from './source.ts';

const URL_OF_CALL = callsKind.url({ symbol: 'FICT', quarter: '2025Q3' });

async function parse(text: string | Buffer, url = URL_OF_CALL) {
  const { published, anomalies } = await alphaVantage.parse([{ url, sha256: '', bytes: Buffer.from(text) }]);
  return { calls: published?.transcripts ?? [], anomalies: anomalies.map(anomaly => anomaly.kind) };
}

test('reads symbol and fiscal quarter but no day, and begins the questions where the operator announces them', async () => {
  const { calls, anomalies } = await parse(alphaVantageResponse());
  expect(anomalies).toEqual([]);
  expect(calls).toMatchObject([
    {
      source: 'alphavantage',
      nativeId: 'fict-2025q3',
      company: { name: null, ticker: 'FICT', marketId: 'us' },
      title: 'FICT Q3 2025 earnings call',
      fiscalYear: 2025,
      fiscalPeriod: 'q3',
      eventAt: null,
      eventDate: null,
      speakers: [
        { speaker: 'Operator', role: 'operator', jobTitle: null },
        { speaker: 'Avery Novel', role: 'executive', jobTitle: 'CEO' },
        { speaker: 'Drew Fable', role: 'analyst', jobTitle: 'Analyst' },
      ],
    },
  ]);
  expect(calls[0]?.turns.map(turn => turn.session)).toEqual(['prepared', 'prepared', 'qa', 'qa']);
});

test.each([
  ['FICT', 'FICT', 'us'],
  ['BRK-B', 'BRK-B', 'us'],
  ['FICT.LON', 'FICT', 'uk'],
  ['FICT.TRT', 'FICT', null],
])('reads %s as ticker %s of market %s', async (symbol, ticker, marketId) => {
  const { calls } = await parse(alphaVantageResponse(symbol), callsKind.url({ symbol, quarter: '2025Q3' }));
  expect(calls).toMatchObject([{ company: { name: null, ticker, marketId } }]);
});

test('reports the call of another company or quarter, rows without words, and truncated responses', async () => {
  expect(await parse(alphaVantageResponse('OTHR'))).toEqual({ calls: [], anomalies: ['other_call'] });
  expect(await parse(alphaVantageResponse('FICT', '2025Q2'))).toEqual({ calls: [], anomalies: ['other_call'] });
  const bare = { symbol: 'FICT', quarter: '2025Q3', transcript: [{ speaker: 'A' }, 7] };
  expect(await parse(JSON.stringify(bare))).toEqual({ calls: [], anomalies: ['bad_row', 'bad_row', 'no_turns'] });
  expect(await parse('{"symbol"')).toEqual({ calls: [], anomalies: ['truncated_json'] });
});

describe('rejects a response with status 200', () => {
  test.each([
    ['Note', 'Our standard call frequency is 5 calls per minute and 500 calls per day.', 'quota_exceeded', 'back_off'],
    ['Information', 'Your API key has a rate limit of 25 requests per day.', 'quota_exceeded', 'back_off'],
    ['Information', 'This is a premium endpoint.', 'premium_only', 'reject_key'],
    ['Error Message', 'the parameter apikey is invalid or missing; claim your API key', 'key_refused', 'reject_key'],
    ['Error Message', 'Invalid call.', 'error_answer', 'retry'],
  ])('for its %s: %s', (member, message, kind, action) => {
    expect(
      alphaVantage.validateResponse(URL_OF_CALL, Buffer.from(JSON.stringify({ [member]: message }))),
    ).toMatchObject({
      kind,
      action,
    });
  });

  test('as absent if the call has no transcript', () => {
    const empty = JSON.stringify({ symbol: 'FICT', quarter: '2025Q3', transcript: [] });
    expect(alphaVantage.validateResponse(URL_OF_CALL, Buffer.from(empty))).toMatchObject({ action: 'absent' });
    expect(alphaVantage.validateResponse(URL_OF_CALL, Buffer.from('{}'))).toMatchObject({ action: 'absent' });
    expect(alphaVantage.validateResponse(URL_OF_CALL, Buffer.from(alphaVantageResponse()))).toBeNull();
  });
});

test('identifies an imported response by its call', () => {
  expect(alphaVantage.identifyImport('x.json', Buffer.from(alphaVantageResponse()))).toBe(URL_OF_CALL);
  expect(() => alphaVantage.identifyImport('x.json', Buffer.from('{"symbol":"FICT"}'))).toThrow(
    /Unrecognised file x\.json/,
  );
});

const SHARED = new URL('../../../../../shared/data/market/transcripts/alphavantage', import.meta.url).pathname;

test.skipIf(!existsSync(SHARED))(
  'reads the call of IBM for the first quarter of 2024 (needs ../shared/data/market)',
  async () => {
    const bytes = readFileSync(`${SHARED}/IBM_2024Q1.json`);
    const url = alphaVantage.identifyImport('IBM_2024Q1.json', bytes);
    const { calls, anomalies } = await parse(bytes, url);
    expect(anomalies).toEqual([]);
    expect(calls).toMatchObject([{ nativeId: 'ibm-2024q1', fiscalYear: 2024, fiscalPeriod: 'q1' }]);
    const [call] = calls;
    expect(call?.turns).toHaveLength(37);
    expect(call?.turns.filter(turn => turn.session === 'prepared')).toHaveLength(9);
    expect(call?.speakers.map(({ role }) => role).sort()).toEqual([
      ...Array<string>(8).fill('analyst'),
      ...Array<string>(3).fill('executive'),
      'operator',
    ]);
  },
);
