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
import { toGuidanceResponse, turnKey } from '../../../figures/guidance/model.ts';
import { evidence, guidance } from '../../../figures/guidance/views.ts';
import { entityOfRegistrant } from '../../../filings/issuers/views/entity.ts';
import { fresh } from '../../../kit/fields.ts';
import { invalidInput, text } from '../../../kit/input-fields.ts';
import { type OperationContext, operation } from '../../../kit/operation.ts';
import { type CallRow, judgeStoredCall, qualityOf, type VerdictResponse, verdict } from '../views/verdict.ts';

const speaker = z.object({
  speaker: z.string().describe('Name in the transcript, or its label for an unnamed speaker, such as spk03.'),
  speaker_role: z.enum(SPEAKER_ROLES),
  speaker_title: z.string().nullable(),
  firm: z.string().nullable(),
});

const turn = z.object({
  order: z.int().describe('Index in the whole call, from 0; a turn that continues in the next part keeps its index.'),
  session: z
    .enum(CALL_SESSIONS)
    .nullable()
    .describe('Prepared remarks, or questions and answers; null if the transcript does not distinguish them.'),
  speaker: z.string().nullable().describe('Null if the transcript names no speaker.'),
  text: z.string(),
});

const analysis = z
  .object({
    method: z.literal('rules'),
    rules_version: z.string(),
    data_quality: z.enum(['ok', 'partial', 'missing']).describe('missing: no verdict.'),
    verdict: verdict.nullable().describe('Verdict of the documented rules; null if there are no inputs.'),
    guidance: z
      .array(guidance)
      .describe('Guidance that executives state in one sentence: measure, period, range and direction.'),
    topics: z.array(
      z.object({
        label: z.string(),
        mentions: z.int().describe('Number of sentences that mention the topic.'),
        evidence: z.array(evidence).describe('The first of these sentences, at most two.'),
      }),
    ),
  })
  .meta({ id: 'TranscriptAnalysis', description: 'Results of rules on the text of a call, each with its sentence.' });

export const getTranscript = operation({
  name: 'getTranscript',
  route: 'GET /api/v1/transcripts/{transcript_id}',
  tool: 'get_transcript',
  summary: 'Text of a call',
  description: `A call as one source transcribed it: speakers with role and firm, and every turn, in parts of up to ${MAX_PART_CHARS.toLocaleString('en-US')} characters, cut between turns if possible. include_analysis adds to every part the analysis of the whole call: guidance of executives, topics with their sentences (section_key turn_<order>, offsets in that turn), and the verdict of documented rules on this call and earlier ones. The plan limits the number of analyses per minute (429 rate_limited).`,
  tag: 'Companies',
  plan: 'free',
  credits: 1,
  errors: ['not_found', 'rate_limited'],
  input: z.strictObject({
    transcript_id: text(200).describe('Id of the transcript from a list of calls.'),
    part: z.int().min(1).max(10_000).default(1).describe('Part of a long call, from 1.'),
    include_analysis: z.boolean().default(false).describe('Adds the analysis.'),
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
  throw new AsfiledError(
    'not_found',
    `Unknown transcript ${id}. listEventTranscripts returns the transcripts of a company.`,
  );
}

function noSuchPart(part: number, parts: number): AsfiledError {
  const message = parts === 1 ? 'This call has one part.' : `This call has ${parts} parts.`;
  return invalidInput('query', 'part', message, part);
}

/** Throws `rate_limited` if an account exceeds the analyses per minute of its plan, counted over all processes. */
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
  judged: VerdictResponse | null,
): z.input<typeof analysis> {
  const placeOf = (at: number) => ({ filing_id: null, transcript_id, section_key: turnKey(at) });
  return {
    method: 'rules',
    rules_version: TOPICS_VERSION,
    data_quality: judged === null ? 'missing' : qualityOf(judged),
    verdict: judged,
    guidance: (JSON.parse(stated) as CallGuidance[]).map(callGuidance =>
      toGuidanceResponse(callGuidance, placeOf(callGuidance.turn)),
    ),
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
