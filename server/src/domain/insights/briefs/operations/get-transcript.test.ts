import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, useTestApi } from '../../../../../test/api.ts';
import { useTestDatabase } from '../../../../../test/database.ts';
import { fictionalTranscript } from '../../../../../test/fictional/calls.ts';
import { seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { seedTranscripts } from '../../../../../test/seeds/transcripts.ts';
import { DEFAULT_PLANS } from '../../../../accounts/plans.ts';
import { cutTurns, MAX_PART_CHARS } from '../../../disclosures/transcripts/views/cut-turns.ts';
import { getTranscript } from './get-transcript.ts';

const database = useTestDatabase();
const api = useTestApi(database);

const GUIDANCE = 'We raised our fiscal 2026 revenue guidance to a range of $90 million to $95 million.';
const TURNS = [
  { speaker: 'Operator', session: 'prepared', text: 'Welcome to the call.' },
  { speaker: 'Avery Novel', session: 'prepared', text: `Demand was good. ${GUIDANCE} Demand will stay.` },
  { speaker: 'Drew Fable', session: 'qa', text: `So ${GUIDANCE.toLowerCase()} How is demand?` },
] as const;

beforeAll(async () => {
  await seedIssuer(database.db, { key: 'cik:900051', name: 'Fictional Works Inc', listings: [{ ticker: 'FICT' }] });
  const { speakers } = fictionalTranscript();
  await seedTranscripts(database.db, [
    fictionalTranscript({
      speakers: [
        ...speakers,
        { speaker: 'Drew Fable', role: 'analyst', jobTitle: 'Analyst', firm: 'Legend Securities' },
      ],
      turns: [...TURNS],
    }),
    fictionalTranscript({
      nativeId: 'long',
      turns: Array.from({ length: 30 }, (_, at) => ({
        speaker: 'Avery Novel',
        session: null,
        text: `${at} ${'"word" '.repeat(at === 7 ? 5_000 : 300)}`.trim(),
      })),
    }),
    fictionalTranscript({ nativeId: 'nobody', company: { name: 'Nobody', ticker: 'NOBO', marketId: 'us' } }),
  ]);
});

const ask = (id: string, query = '') => api.get(`/api/v1/transcripts/${encodeURIComponent(id)}${query}`);
const CALL = 'plain:fictional-works-2025q3';

describe('GET /api/v1/transcripts/{transcript_id}', () => {
  it('returns speakers and turns', async () => {
    const { status, json, headers } = await ask(CALL);
    expect(status).toBe(200);
    expect(headers['x-credits-cost']).toBe('1');
    expect(getTranscript.output.safeParse(json).error).toBeUndefined();
    expect(json).toMatchObject({
      transcript_id: CALL,
      ticker: 'FICT',
      speakers: [
        { speaker: 'Operator', speaker_role: 'operator', speaker_title: null, firm: null },
        { speaker: 'Avery Novel', speaker_role: 'executive', speaker_title: 'CEO', firm: null },
        { speaker: 'Drew Fable', speaker_role: 'analyst', speaker_title: 'Analyst', firm: 'Legend Securities' },
      ],
      turns: TURNS.map((turn, order) => ({ order, ...turn })),
      part: 1,
      parts: 1,
      data_as_of: '2025-10-30T21:30:00Z',
      empty_reason: null,
    });
    expect(json).not.toHaveProperty('analysis');
  });

  it('adds guidance of executives and topics with their sentences, and the verdict', async () => {
    const { json } = await ask(CALL, '?include_analysis=true');
    expect(getTranscript.output.safeParse(json).error).toBeUndefined();
    const analysis = json.analysis as {
      guidance: { evidence: Evidence[] }[];
      topics: { label: string; evidence: Evidence[] }[];
    };
    // A single call: guidance was raised, but too few other inputs are known.
    expect(analysis).toMatchObject({
      method: 'rules',
      data_quality: 'partial',
      verdict: { stance: 'no_conviction', stance_score: 4, method: 'rules', transcript_id: CALL },
    });
    expect(analysis.guidance).toMatchObject([
      {
        metric: 'revenue',
        fiscal_year: 2026,
        fiscal_period: 'fy',
        new_low: 90_000_000,
        new_high: 95_000_000,
        direction: 'raised',
      },
    ]);
    expect(analysis.topics.map(topic => topic.label)).toEqual(['demand']);
    for (const { evidence } of [...analysis.guidance, ...analysis.topics]) {
      for (const { transcript_id, section_key, quote, char_start, char_end } of evidence) {
        expect(transcript_id).toBe(CALL);
        const turn = TURNS[Number(/^turn_(\d+)$/.exec(section_key)?.[1])];
        expect(turn?.text.slice(char_start, char_end)).toBe(quote);
      }
    }
  });

  it('splits a long call into parts that together are the whole text', async () => {
    const first = await ask('plain:long', '?include_analysis=true');
    const { parts } = first.json as { parts: number };
    expect(parts).toBeGreaterThan(6);
    let text = '';
    let last = -1;
    for (let part = 1; part <= parts; part++) {
      const response = await ask('plain:long', `?part=${part}`);
      expect(response.text.length).toBeLessThan(25_000);
      for (const turn of response.json.turns as { order: number; text: string }[]) {
        text += `${turn.order === last ? '' : '\n'}${turn.text}`;
        last = turn.order;
      }
    }
    const whole = Array.from({ length: 30 }, (_, at) =>
      `\n${at} ${'"word" '.repeat(at === 7 ? 5_000 : 300)}`.trimEnd(),
    );
    expect(text).toBe(whole.join(''));
    const beyond = await ask('plain:long', `?part=${parts + 1}`);
    expect([beyond.status, beyond.json.detail]).toEqual([422, [expect.objectContaining({ loc: ['query', 'part'] })]]);
  });

  it('returns 404 for unknown transcripts and for calls of unknown companies', async () => {
    expect((await ask('plain:none')).status).toBe(404);
    expect((await ask('plain:nobody')).status).toBe(404);
    expect((await ask(CALL, '?include_analysis=maybe')).status).toBe(422);
  });

  it('limits analyses by plan but still returns the text', async () => {
    const plans = { ...DEFAULT_PLANS, pro: { ...DEFAULT_PLANS.pro, analysesPerMinute: 2 } };
    const now = new Date('2026-01-01T00:00:00Z');
    const guarded = await createTestApi(database.db, { plans, now: () => now }, 'pro');
    const askAnalysis = () => guarded.get(`/api/v1/transcripts/${encodeURIComponent(CALL)}?include_analysis=true`);
    expect([(await askAnalysis()).status, (await askAnalysis()).status]).toEqual([200, 200]);
    const refused = await askAnalysis();
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ error: 'rate_limited', retry_after_seconds: 30 });
    expect((await guarded.get(`/api/v1/transcripts/${encodeURIComponent(CALL)}`)).status).toBe(200);
    now.setUTCSeconds(31);
    expect((await askAnalysis()).status).toBe(200);
    await guarded.server.close();
  });
});

interface Evidence {
  transcript_id: string;
  section_key: string;
  quote: string;
  char_start: number;
  char_end: number;
}

describe('cutTurns', () => {
  it('cuts between turns or at paragraph, sentence and word ends, never inside a character', () => {
    const said = (text: string) => [{ speaker: null, session: null, text }];
    const lengths = (text: string) =>
      cutTurns(said(text)).map(part => part.reduce((sum, turn) => sum + turn.text.length, 0));
    expect(cutTurns([])).toEqual([[]]);
    expect(lengths('a'.repeat(MAX_PART_CHARS))).toEqual([MAX_PART_CHARS]);
    expect(lengths(`${'a'.repeat(10_000)}\n${'b'.repeat(10_000)}`)).toEqual([10_001, 10_000]);
    expect(lengths(`a${'😀'.repeat(10_000)}`)).toEqual([MAX_PART_CHARS - 1, 8_002]);
  });
});
