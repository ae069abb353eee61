import type { Instant, IsoDate } from '../../../kernel/dates.ts';
import { pack, unpack } from '../../../kernel/packed-json.ts';
import type { Guidance } from '../../figures/earnings/model/earnings-release.ts';
import type { FiscalPeriod } from '../../figures/financials/model/financials.ts';

export const CALL_TYPES = ['earnings_call', 'investor_day', 'conference', 'shareholder_meeting', 'other'] as const;
export type CallType = (typeof CALL_TYPES)[number];

export const SPEAKER_ROLES = ['executive', 'analyst', 'operator', 'other'] as const;
export type SpeakerRole = (typeof SPEAKER_ROLES)[number];

/** The prepared remarks, and the questions and answers. */
export const CALL_SESSIONS = ['prepared', 'qa'] as const;
export type CallSession = (typeof CALL_SESSIONS)[number];

/** A speaker of a call. */
export interface Speaker {
  /** The name in the transcript, or its label for an unnamed speaker. */
  speaker: string;
  role: SpeakerRole;
  jobTitle: string | null;
  /** The analyst's firm or the executive's company; null if the transcript states none. */
  firm: string | null;
}

/** The words of one speaker until the next one speaks. */
export interface SpokenTurn {
  /** One of the {@link Speaker}s; null if the transcript names none. */
  speaker: string | null;
  /** Null if neither the transcript nor the words show it. */
  session: CallSession | null;
  /** Plain text; paragraphs are separated by a line break. */
  text: string;
}

/** The company of a call as the transcript names it. */
export interface CallCompany {
  name: string | null;
  ticker: string | null;
  /** The market of the ticker; null if the transcript states none. */
  marketId: string | null;
}

/** A call as one source transcribed it. Several sources of one call yield several transcripts. */
export interface Transcript {
  /** The transcriber: `streetevents`, `motley-fool` and so on. */
  source: string;
  /** Stable id within its source. */
  nativeId: string;
  company: CallCompany;
  callType: CallType;
  title: string;
  /** The company's own fiscal year and period, as the source states them. */
  fiscalYear: number | null;
  fiscalPeriod: FiscalPeriod | null;
  eventAt: Instant | null;
  /** The day of the call as stated; local if the source states a time. */
  eventDate: IsoDate | null;
  publishedAt: Instant | null;
  /** ISO 639-1; null if unknown. */
  language: string | null;
  /** A page that people can read; null if there is none. */
  url: string | null;
  /** The URL of the source document. */
  documentUrl: string;
  speakers: Speaker[];
  turns: SpokenTurn[];
}

/** `<source>:<native id>`. */
export function transcriptId({ source, nativeId }: Pick<Transcript, 'source' | 'nativeId'>): string {
  return `${source}:${nativeId}`;
}

/** Returns the total number of characters of all turns. */
export function charsOf(turns: readonly SpokenTurn[]): number {
  return turns.reduce((sum, { text }) => sum + text.length, 0);
}

/** Guidance that a company states in a call. Offsets refer to the text of the turn. */
export interface CallGuidance extends Guidance {
  /** Index of the turn, from 0. */
  turn: number;
}

const EXCERPT_CHARS = 300;

/** Returns the start of the spoken text, cut at the end of a word. */
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

/** The speakers and turns of a call. */
interface SpokenWords {
  speakers: Speaker[];
  turns: SpokenTurn[];
}

/** Packs the words of a call for storage. */
export function packWords({ speakers, turns }: SpokenWords): Uint8Array {
  return pack({ speakers, turns });
}

/** Reverses {@link packWords}. */
export function unpackWords(packed: Uint8Array): SpokenWords {
  return unpack(packed) as SpokenWords;
}

declare module '../../filings/filings/model/published-records.ts' {
  interface PublishedRecords {
    transcripts?: Transcript[];
  }
}
