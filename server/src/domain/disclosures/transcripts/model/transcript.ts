import type { Instant, IsoDate } from '../../../../kernel/dates.ts';
import type { Guidance } from '../../../figures/earnings/model/earnings-release.ts';
import type { FiscalPeriod } from '../../../figures/financials/model/financials.ts';

export const CALL_TYPES = ['earnings_call', 'investor_day', 'conference', 'shareholder_meeting', 'other'] as const;
export type CallType = (typeof CALL_TYPES)[number];

export const SPEAKER_ROLES = ['executive', 'analyst', 'operator', 'other'] as const;
export type SpeakerRole = (typeof SPEAKER_ROLES)[number];

/** The prepared remarks, and the questions with their answers. */
export const CALL_SESSIONS = ['prepared', 'qa'] as const;
export type CallSession = (typeof CALL_SESSIONS)[number];

/** Somebody who speaks in a call. */
export interface Speaker {
  /** As the transcript names them; those that it only tells apart go by its own mark. */
  speaker: string;
  role: SpeakerRole;
  jobTitle: string | null;
  /** For whom an analyst, or a company an executive, speaks; null where the transcript does not say. */
  firm: string | null;
}

/** What somebody says until another one speaks. */
export interface SpokenTurn {
  /** One of the {@link Speaker}s; null where the transcript names nobody. */
  speaker: string | null;
  /** Null where the transcript does not tell, and the words don't either. */
  session: CallSession | null;
  /** Plain text; paragraphs divided by a line break. */
  text: string;
}

/** The company of a call as the transcript names it. */
export interface CallCompany {
  name: string | null;
  ticker: string | null;
  /** Where the ticker is listed; null where the transcript does not say. */
  marketId: string | null;
}

/** A call as one source has written it down. Several sources of one call are several transcripts. */
export interface Transcript {
  /** Who wrote it down: `streetevents`, `motley-fool` … */
  source: string;
  /** Names it among those of its source, for ever. */
  nativeId: string;
  company: CallCompany;
  callType: CallType;
  title: string;
  /** The company's own fiscal year and period, as the source states them. */
  fiscalYear: number | null;
  fiscalPeriod: FiscalPeriod | null;
  eventAt: Instant | null;
  /** The day of the call where no hour is stated; where one is, the day where it is stated. */
  eventDate: IsoDate | null;
  publishedAt: Instant | null;
  /** ISO 639-1; null where it can't be told. */
  language: string | null;
  /** Where people can read it; null where there is no such place. */
  url: string | null;
  /** The address of the document that it was read from. */
  documentUrl: string;
  speakers: Speaker[];
  turns: SpokenTurn[];
}

/** `<source>:<native id>`. */
export function transcriptId({ source, nativeId }: Pick<Transcript, 'source' | 'nativeId'>): string {
  return `${source}:${nativeId}`;
}

/** Characters of all turns together. */
export function charsOf(turns: readonly SpokenTurn[]): number {
  return turns.reduce((sum, { text }) => sum + text.length, 0);
}

/** What a company says in a call of the periods ahead; the offsets are those of the turn's text. */
export interface CallGuidance extends Guidance {
  /** Place of the turn, from 0. */
  turn: number;
}

const EXCERPT_CHARS = 300;

/** The beginning of what is said, cut at the end of a word. */
export function excerptOfTurns(turns: readonly SpokenTurn[]): string {
  let text = '';
  for (const turn of turns) {
    text = `${text}${text === '' ? '' : ' '}${turn.text.replaceAll('\n', ' ')}`;
    if (text.length > EXCERPT_CHARS) break;
  }
  if (text.length <= EXCERPT_CHARS) return text;
  const cut = text.slice(0, EXCERPT_CHARS);
  return `${cut
    .slice(0, Math.max(cut.lastIndexOf(' '), EXCERPT_CHARS / 2))
    .toWellFormed()
    .trimEnd()} …`;
}

declare module '../../../filings/filings/model/published-records.ts' {
  interface PublishedRecords {
    transcripts?: Transcript[];
  }
}
