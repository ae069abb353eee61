import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { motleyFoolText, streetEventsText } from '../../../test/fictional/calls.ts';
import { charsOf } from '../../domain/disclosures/transcripts/model.ts';
import { transcripts } from './source.ts';

async function parse(name: string, text: string | Buffer) {
  const bytes = Buffer.from(text);
  const { published, anomalies } = await transcripts.parse([
    { url: transcripts.identifyImport(name, bytes), sha256: '', bytes },
  ]);
  return { calls: published?.transcripts ?? [], anomalies: anomalies.map(anomaly => anomaly.kind) };
}

describe('texts of StreetEvents', () => {
  test('give title, time, period, speakers and turns, and nothing after the last turn', async () => {
    const { calls, anomalies } = await parse('2025-Oct-30-FICT.txt', streetEventsText());
    expect(anomalies).toEqual([]);
    expect(calls).toEqual([
      {
        source: 'streetevents',
        nativeId: 'q3-2025-fictional-works-inc-earnings-call-2025-10-30',
        company: { name: 'Fictional Works Inc', ticker: 'FICT', marketId: null },
        callType: 'earnings_call',
        title: 'Q3 2025 Fictional Works Inc Earnings Call',
        fiscalYear: 2025,
        fiscalPeriod: 'q3',
        eventAt: '2025-10-30T21:30:00Z',
        eventDate: '2025-10-30',
        publishedAt: null,
        language: 'en',
        url: null,
        documentUrl: 'streetevents/2025-Oct-30-FICT.txt',
        speakers: [
          { speaker: 'Avery Novel', role: 'executive', jobTitle: 'CEO & Director', firm: 'Fictional Works Inc' },
          { speaker: 'Blake Story', role: 'executive', jobTitle: null, firm: null },
          { speaker: 'Drew Fable', role: 'analyst', jobTitle: 'MD', firm: 'Legend Securities, LLC, Research Division' },
          { speaker: 'Operator', role: 'operator', jobTitle: null, firm: null },
        ],
        turns: [
          {
            speaker: 'Operator',
            session: 'prepared',
            text: 'Welcome to the call. (Operator Instructions)\nPlease go ahead.',
          },
          {
            speaker: 'Avery Novel',
            session: 'prepared',
            text: expect.stringMatching(/^We raised .* Demand was good\.$/),
          },
          { speaker: 'Drew Fable', session: 'qa', text: expect.stringMatching(/^Did you say/) },
          { speaker: 'Blake Story', session: 'qa', text: 'Yes.' },
        ],
      },
    ]);
  });

  test.each([
    [
      'Q1 2026 Fictional Works Inc Earnings Call',
      'JANUARY 5, 2026 / 12:05AM GMT',
      '2026-01-05T00:05:00Z',
      'q1',
      'earnings_call',
    ],
    [
      'Half Year 2025 Fictional Works PLC Earnings Presentation',
      'JULY 1, 2025 / 12:00PM GMT',
      '2025-07-01T12:00:00Z',
      'h1',
      'earnings_call',
    ],
    ['Fictional Works Inc Investor Day', 'JUNE 2, 2025 / 1:00PM GMT', '2025-06-02T13:00:00Z', null, 'investor_day'],
    [
      'Fictional Works Inc at Legend Securities Technology Conference',
      'JUNE 3, 2025 / 1:00PM GMT',
      '2025-06-03T13:00:00Z',
      null,
      'conference',
    ],
    [
      'Fictional Works Inc Annual Shareholders Meeting',
      'JUNE 4, 2025 / 1:00PM GMT',
      '2025-06-04T13:00:00Z',
      null,
      'shareholder_meeting',
    ],
  ])('give time, period and type by the name %s', async (title, date, eventAt, fiscalPeriod, callType) => {
    expect((await parse('x.txt', streetEventsText(title, date))).calls).toMatchObject([
      { title, eventAt, fiscalPeriod, callType },
    ]);
  });

  test('are reported if they have no date or no turn', async () => {
    expect(await parse('x.txt', streetEventsText('A title', 'some day'))).toEqual({
      calls: [],
      anomalies: ['unreadable_head'],
    });
    expect(await parse('x.txt', streetEventsText('A title', 'FEBRUARY 30, 2025 / 1:00PM GMT'))).toEqual({
      calls: [],
      anomalies: ['unreadable_head'],
    });
    const headOnly = streetEventsText().split('Presentation')[0] ?? '';
    expect(await parse('x.txt', headOnly)).toEqual({ calls: [], anomalies: ['no_turns'] });
  });
});

test('reads pages of the Motley Fool with divided heads and times of New York', async () => {
  const { calls, anomalies } = await parse('page.txt', motleyFoolText());
  expect(anomalies).toEqual([]);
  expect(calls).toMatchObject([
    {
      source: 'motley-fool',
      nativeId: 'fict-q4-2025-earnings-call-2026-02-05',
      company: { name: 'Fictional Works', ticker: 'FICT', marketId: 'us' },
      title: 'Fictional Works Q4 2025 Earnings Call',
      fiscalYear: 2025,
      fiscalPeriod: 'q4',
      eventAt: '2026-02-05T21:30:00Z',
      speakers: [
        { speaker: 'Operator', role: 'operator' },
        { speaker: 'Avery Novel', role: 'executive', jobTitle: 'Chief Executive Officer', firm: null },
        { speaker: 'Drew Fable', role: 'analyst', jobTitle: 'Analyst', firm: 'Legend Securities' },
      ],
    },
  ]);
  expect(calls[0]?.turns.map(({ speaker, session, text }) => [speaker, session, text])).toEqual([
    ['Operator', 'prepared', 'Welcome. [Operator instructions]'],
    ['Avery Novel', 'prepared', 'Thank you.\nWe had a good year -- the best of all.'],
    ['Operator', 'qa', 'The first question is from Drew Fable.'],
    ['Drew Fable', 'qa', 'How good?'],
    ['Avery Novel', 'qa', 'Very.'],
  ]);
});

test('reads plain texts without speakers, with company and day from the file name', async () => {
  const { calls } = await parse('Fictional Works_20251030.txt', 'We grew.\n\nThank you.\u0000');
  expect(calls).toMatchObject([
    {
      source: 'plain',
      nativeId: 'fictional-works-2025-10-30',
      company: { name: 'Fictional Works', ticker: null, marketId: null },
      callType: 'other',
      fiscalYear: null,
      eventAt: null,
      eventDate: '2025-10-30',
      language: null,
      speakers: [],
      turns: [{ speaker: null, session: null, text: 'We grew.\nThank you.' }],
    },
  ]);
});

test.each([
  ['a text without a company in its name', 'notes.txt', 'We grew.'],
  ['a name with an invalid day', 'Fictional_20251331.txt', 'We grew.'],
  ['a response of a service', 'Fictional_20251030.txt', '{"symbol":"FICT"}'],
  ['machine-made notes of a call', 'Fictional_20251030.txt', '# Fictional\n## Memo\n- They grew.'],
])('%s is not read', (_, name, text) => {
  expect(() => transcripts.identifyImport(name, Buffer.from(text))).toThrow(/Unrecognised file/);
});

test('reads hostile texts quickly', async () => {
  const rules = `${'-'.repeat(80)}\nA, B [1]\n`.repeat(20_000);
  await parse(
    'x.txt',
    `${streetEventsText().split('Presentation')[0]}${'='.repeat(80)}\nPresentation\n${'='.repeat(80)}\n${rules}`,
  );
  await parse('x.txt', `${'('.repeat(50_000)}\nPrepared Remarks:\n${'A -- B '.repeat(50_000)}\nCall participants:\n`);
});

test('expects a transcript in each text', () => {
  expect(transcripts.expectations([{ url: 'plain/a' }, { url: 'plain/b' }], 'registry')).toEqual({
    published: { min: 2, max: 2 },
  });
});

const SHARED = new URL('../../../../../shared/data/market/transcripts', import.meta.url).pathname;

describe.skipIf(!existsSync(SHARED))('published texts (needs ../shared/data/market)', () => {
  async function parseFile(path: string) {
    const packed = readFileSync(join(SHARED, path));
    const bytes = path.endsWith('.gz') ? gunzipSync(packed) : packed;
    return {
      ...(await parse(path.split('/').at(-1)?.replace(/\.gz$/, '') ?? '', bytes)),
      chars: bytes.toString('utf8').length,
    };
  }

  test('of StreetEvents are read with every numbered turn, and nothing after the last', async () => {
    for (const name of readdirSync(join(SHARED, 'streetevents'))) {
      const { calls, anomalies } = await parseFile(`streetevents/${name}`);
      const [call] = calls;
      const text = gunzipSync(readFileSync(join(SHARED, 'streetevents', name))).toString('utf8');
      expect(call?.turns.length, name).toBe(text.match(/^\S.*\s\[\d+\]$/gm)?.length);
      // Two of three Apple texts are briefs, which summarise the presentation.
      expect(anomalies, name).toEqual(name.includes('AAPL') ? ['summarised_presentation'] : []);
      expect(JSON.stringify(call?.turns), name).not.toContain('PRELIMINARY TRANSCRIPT');
      expect(call?.company.ticker).toBe(/-([A-Z]+)\.txt/.exec(name)?.[1]);
    }
  });

  test('give the speakers of Microsoft’s call of April 2018', async () => {
    const { calls } = await parseFile('streetevents/2018-Apr-26-MSFT.txt.gz');
    expect(calls).toMatchObject([
      {
        title: 'Q3 2018 Microsoft Corp Earnings Call',
        fiscalYear: 2018,
        fiscalPeriod: 'q3',
        eventAt: '2018-04-26T21:30:00Z',
        company: { name: 'Microsoft Corp', ticker: 'MSFT' },
      },
    ]);
    const [call] = calls;
    expect(call?.turns.filter(turn => turn.session === 'prepared')).toHaveLength(5);
    expect(call?.turns.filter(turn => turn.session === 'qa')).toHaveLength(43);
    expect(call?.speakers.filter(speaker => speaker.role === 'analyst')).toHaveLength(10);
    expect(call?.speakers).toContainEqual({
      speaker: 'Kasthuri Gopalan Rangan',
      role: 'analyst',
      jobTitle: 'MD and Head of Software',
      firm: 'BofA Merrill Lynch, Research Division',
    });
  });

  test('of the Motley Fool are read without their heads only', async () => {
    for (const [name, eventAt, turns, prepared] of [
      ['nvda-q1-2025.txt', '2024-05-22T21:00:00Z', 43, 5],
      ['nvda-q2-2025.txt', '2024-08-28T21:00:00Z', 34, 3],
    ] as const) {
      const { calls, chars, anomalies } = await parseFile(`motleyfool/${name}`);
      expect(anomalies).toEqual([]);
      const [call] = calls;
      expect(call).toMatchObject({
        eventAt,
        fiscalYear: 2025,
        company: { name: 'Nvidia', ticker: 'NVDA', marketId: 'us' },
      });
      expect(call?.turns).toHaveLength(turns);
      expect(call?.turns.filter(turn => turn.session === 'prepared')).toHaveLength(prepared);
      expect(charsOf(call?.turns ?? [])).toBeGreaterThan(chars * 0.94);
    }
  });

  test('include the plain sentences of 3M', async () => {
    const { calls } = await parseFile('plain/3M_20170425.txt');
    expect(calls).toMatchObject([{ company: { name: '3M' }, eventDate: '2017-04-25', eventAt: null, language: 'en' }]);
  });

  test('of machine-made notes are not read', async () => {
    await expect(parseFile('alphamemo/2454_2026Q2.txt')).rejects.toThrow(/Unrecognised file/);
  });
});
