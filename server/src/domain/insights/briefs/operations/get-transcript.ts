import { z } from 'zod';
import { takeAttempt } from '../../../../accounts/limits/throttle.ts';
import { DEFAULT_PLANS } from '../../../../accounts/plans.ts';
import { type Database, sql } from '../../../../db/database.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import {
  CALL_SESSIONS,
  type CallGuidance,
  SPEAKER_ROLES,
  type SpokenTurn,
  unpackWords,
} from '../../../disclosures/transcripts/model.ts';
import { readTopics, TOPICS_VERSION } from '../../../disclosures/transcripts/rules/read-topics.ts';
import { cutTurns, MAX_PART_CHARS } from '../../../disclosures/transcripts/views/cut-turns.ts';
import {
  newestCall,
  TRANSCRIPT_COLUMNS,
  type TranscriptOfEntityRow,
  toTranscript,
  transcriptFields,
} from '../../../disclosures/transcripts/views/transcript.ts';
import { toGuidanceAnswer, turnKey } from '../../../figures/guidance/model.ts';
import { evidence, guidance } from '../../../figures/guidance/views/guidance-shapes.ts';
import { entityOfRegistrant } from '../../../filings/issuers/views/entity-refs.ts';
import { fresh } from '../../../kit/fields.ts';
import { text } from '../../../kit/input-fields.ts';
import { type OperationContext, operation } from '../../../kit/operation.ts';
import { inputRefused } from '../../../kit/refuse-input.ts';
import { type CallRow, judgeStoredCall } from '../views/call-verdict.ts';
import { qualityOf, type VerdictAnswer, verdict } from '../views/verdict.ts';

const speaker = z.object({
  speaker: z.string().describe('As the transcript names them; voices that it only tells apart go by its mark: spk03.'),
  speaker_role: z.enum(SPEAKER_ROLES),
  speaker_title: z.string().nullable(),
  firm: z.string().nullable(),
});

const turn = z.object({
  order: z.int().describe('Place in the whole call, from 0; a turn that goes on in the next part keeps it.'),
  session: z
    .enum(CALL_SESSIONS)
    .nullable()
    .describe('The prepared remarks, or the questions and answers; null where the transcript does not tell.'),
  speaker: z.string().nullable().describe('Null where the transcript names nobody.'),
  text: z.string(),
});

const analysis = z
  .object({
    method: z.literal('rules'),
    rules_version: z.string(),
    data_quality: z.enum(['ok', 'partial', 'missing']).describe('missing: no verdict to conclude anything from.'),
    verdict: verdict.nullable().describe('Of the published rules; null where there is nothing to judge the call by.'),
    guidance: z
      .array(guidance)
      .describe(
        'What executives state of coming periods in one sentence: measure, period, range and what becomes of it.',
      ),
    topics: z.array(
      z.object({
        label: z.string(),
        mentions: z.int().describe('Sentences in which words of the topic are said.'),
        evidence: z.array(evidence).describe('The first of them, two at most.'),
      }),
    ),
  })
  .meta({ id: 'TranscriptAnalysis', description: 'What rules find in the words of a call, each with its sentence.' });

export const getTranscript = operation({
  name: 'getTranscript',
  route: 'GET /api/v1/transcripts/{transcript_id}',
  tool: 'get_transcript',
  summary: 'The words of a call',
  description: `A call as one source has written it down: who speaks, as what and for whom, and every turn, in parts of at most ${MAX_PART_CHARS.toLocaleString('en-US')} characters of words, cut between turns where that is possible; all parts together are the whole. include_analysis adds, in every part, what published rules find in the whole call: guidance of executives, and topics with their sentences (section_key turn_<order>, offsets in that turn). The verdict is that of published rules over the words of this call and of those before it. How often an account may ask for analyses is limited by its plan (429 rate_limited).`,
  tag: 'Companies',
  plan: 'free',
  credits: 1,
  errors: ['not_found', 'rate_limited'],
  input: z.strictObject({
    transcript_id: text(200).describe('Id of the transcript, as lists of calls have it.'),
    part: z.int().min(1).max(10_000).default(1).describe('Which part of a long call, from 1.'),
    include_analysis: z.boolean().default(false).describe('Adds what rules find in the words.'),
  }),
  output: z
    .object({
      ...transcriptFields,
      speakers: z.array(speaker),
      turns: z.array(turn),
      part: z.int().describe('1-based.'),
      parts: z.int(),
      analysis: analysis.optional().describe('Only with include_analysis.'),
      ...fresh,
    })
    .meta({ id: 'TranscriptOut' }),
  example: { transcript_id: 'earningscall:fictional-dmfr-2025q4', include_analysis: true },
  async run(context, { transcript_id: id, part, include_analysis }) {
    const row = await readTranscript(context.db, id);
    const { speakers, turns } = unpackWords(row.words);
    const parts = cutTurns(turns);
    const shown = parts[part - 1];
    if (shown === undefined) throw noSuchPart(part, parts.length);
    if (include_analysis) await guardAnalyses(context);
    return {
      ...toTranscript(row),
      speakers: speakers.map(({ speaker: name, role, jobTitle, firm }) => ({
        speaker: name,
        speaker_role: role,
        speaker_title: jobTitle,
        firm,
      })),
      turns: shown,
      part,
      parts: parts.length,
      ...(include_analysis ? { analysis: analyse(row, turns, await judgeStoredCall(context.db, row)) } : {}),
      data_as_of: newestCall([row]),
      empty_reason: null,
    };
  },
});

type WholeRow = TranscriptOfEntityRow & CallRow;

async function readTranscript(db: Database, id: string): Promise<WholeRow> {
  const row = await db.queryOne<WholeRow>(sql`
    select ${TRANSCRIPT_COLUMNS}, t.words, t.guidance, t.issuer_id, t.sorted_at,
      coalesce(t.published_at, t.event_at, t.sorted_at, t.stored_at) as known_at
    from transcripts t join issuers i on i.issuer_id = t.issuer_id ${entityOfRegistrant()}
    where t.transcript_id = ${id}`);
  if (row !== null) return row;
  throw new AsfiledError('not_found', `There is no transcript ${id}; listEventTranscripts has those of a company.`);
}

function noSuchPart(part: number, parts: number): AsfiledError {
  const message = parts === 1 ? 'This call has one part.' : `This call has ${parts} parts.`;
  return inputRefused('query', 'part', message, part);
}

/** Throws `rate_limited` where an account asks for analyses faster than its plan allows, over all processes. */
async function guardAnalyses({ db, account, now, plans = DEFAULT_PLANS }: OperationContext): Promise<void> {
  if (account === null) return;
  const { analysesPerMinute: perMinute } = plans[account.plan];
  const throttle = { name: 'analysis', burst: perMinute, everySeconds: 60 / perMinute };
  const waitSeconds = await takeAttempt(db, throttle, account.accountId, now);
  if (waitSeconds === 0) return;
  throw new AsfiledError('rate_limited', `The plan ${account.plan} allows ${perMinute} analyses a minute.`, {
    retry_after_seconds: waitSeconds,
  });
}

function analyse(
  { transcript_id, guidance: stated }: WholeRow,
  turns: readonly SpokenTurn[],
  judged: VerdictAnswer | null,
): z.input<typeof analysis> {
  const placeOf = (at: number) => ({ filing_id: null, transcript_id, section_key: turnKey(at) });
  return {
    method: 'rules',
    rules_version: TOPICS_VERSION,
    data_quality: judged === null ? 'missing' : qualityOf(judged),
    verdict: judged,
    guidance: (JSON.parse(stated) as CallGuidance[]).map(one => toGuidanceAnswer(one, placeOf(one.turn))),
    topics: readTopics(turns).map(({ label, mentions, evidence: sentences }) => ({
      label,
      mentions,
      evidence: sentences.map(({ turn: at, quote, charStart, charEnd }) => ({
        ...placeOf(at),
        quote,
        char_start: charStart,
        char_end: charEnd,
        url: null,
      })),
    })),
  };
}
