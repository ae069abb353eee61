import type { CallSession, Speaker, SpokenTurn } from '../../domain/disclosures/transcripts/model.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { fromNewYorkClock, parseDay } from '../../kernel/dates.ts';
import { callTypeOf, idOf, periodOfTitle } from '../kit/calls/call-titles.ts';
import { eachOnce, MAX_TURNS, plainText, roleOf } from '../kit/calls/spoken-turns.ts';
import { monthOf, type TranscriptOfText } from './read-street-events.ts';

/** The text of a transcript's page at fool.com: a speaker, `--`, and a job title precede each turn. */
const PREPARED = /^Prepared Remarks:$/i;
const QUESTIONS = /^Questions (?:&|and) Answers:$/i;
const END = /^(?:Duration: \d+ minutes|Call participants:)$/i;
const HEAD_LINES = 60;

export function isMotleyFool(text: string): boolean {
  return /^Prepared Remarks:\s*$/m.test(text) && /^Call participants:\s*$/im.test(text);
}

/** `Nvidia (NVDA +0.03%) Q1 2025 Earnings Call May 22, 2024, 5:00 p.m. ET`, on one line or several. */
const HEAD =
  /^(?:Image source: [^.]*\. )?(.{1,120}?) ?\( ?(?:[A-Z]+: ?)?([A-Z]{1,5}(?:[.-][A-Z]{1,2})?)\b[^)]{0,40}\) ?(.{1,160}? Call)\b.{0,40}? ([A-Z][a-z]{2,8})\.? (\d{1,2}), (\d{4}) ?, ?(\d{1,2}):(\d{2}) ([ap])\.?m\.? ET\b/;

/** Null, with an anomaly, if the head or the turns cannot be read. */
export function readMotleyFool(text: string, log: AnomalyLog): TranscriptOfText | null {
  const lines = text.split(/\r\n?|\n/).map(line => line.trim());
  const start = lines.slice(0, HEAD_LINES).findIndex(line => PREPARED.test(line));
  const head = HEAD.exec(lines.slice(0, Math.max(0, start)).join(' ').replace(/\s+/g, ' '));
  if (head === null) {
    log.add('unreadable_head', '', 'no company, ticker, title and time before the remarks');
    return null;
  }
  const [, name = '', ticker = '', title = '', month = '', day = '', year = '', hour = '', minute = '', half = ''] =
    head;
  const date = `${year}-${monthOf(month)}-${day.padStart(2, '0')}`;
  const hours = (Number(hour) % 12) + (half === 'p' ? 12 : 0);
  if (parseDay(date) === null || Number(hour) > 12 || Number(minute) > 59) {
    log.add('bad_date', '', `${month} ${day}, ${year} ${hour}:${minute}`);
    return null;
  }
  const body = readBody(lines.slice(start));
  if (body.turns.length === 0) {
    log.add('no_turns', '', 'no turn has a speaker and words');
    return null;
  }
  return {
    source: 'motley-fool',
    nativeId: idOf(ticker, title, date),
    company: { name, ticker, marketId: 'us' },
    callType: callTypeOf(title),
    title: `${name} ${title}`,
    ...periodOfTitle(title),
    eventAt: fromNewYorkClock(date, `${String(hours).padStart(2, '0')}:${minute}:00`),
    eventDate: date,
    publishedAt: null,
    language: 'en',
    url: null,
    ...body,
  };
}

const LONGEST_NAME = 80;

function readBody(lines: readonly string[]): { speakers: Speaker[]; turns: SpokenTurn[] } {
  const speakers: Speaker[] = [];
  const turns: SpokenTurn[] = [];
  let session: CallSession = 'prepared';
  let paragraphs: string[] = [];
  const close = (): void => {
    const last = turns.at(-1);
    if (last !== undefined && paragraphs.length > 0) last.text = plainText(paragraphs.join('\n'));
    paragraphs = [];
  };
  for (let at = 0; at < lines.length && turns.length < MAX_TURNS; at++) {
    const line = lines[at] ?? '';
    if (END.test(line)) break;
    if (QUESTIONS.test(line) || PREPARED.test(line)) {
      close();
      session = QUESTIONS.test(line) ? 'qa' : 'prepared';
      continue;
    }
    const head = speakerAt(lines, at);
    if (head === null) {
      paragraphs.push(line);
      continue;
    }
    close();
    speakers.push(head.speaker);
    turns.push({ speaker: head.speaker.speaker, session, text: '' });
    at += head.lines - 1;
  }
  close();
  return { speakers: eachOnce(speakers), turns: turns.filter(turn => turn.text !== '') };
}

/** `Operator`, or `Name -- Job title` on one line or three. */
function speakerAt(lines: readonly string[], at: number): { speaker: Speaker; lines: number } | null {
  const line = lines[at] ?? '';
  if (line === '' || line.length > LONGEST_NAME * 3) return null;
  if (/^Operator$/i.test(line)) return { speaker: toSpeaker(line, null), lines: 1 };
  if (lines[at + 1] === '--' && line.length <= LONGEST_NAME) {
    return { speaker: toSpeaker(line, lines[at + 2] ?? ''), lines: 3 };
  }
  const [, name, work] =
    /^([\p{Lu}][^.!?]{1,60}?(?: [A-Z]\.[^.!?]{1,40})?) -- (\p{Lu}[^.!?]{1,120})$/u.exec(line) ?? [];
  return name === undefined || work === undefined ? null : { speaker: toSpeaker(name, work), lines: 1 };
}

/** The job title follows the last `--`, the firm precedes it. */
function toSpeaker(speaker: string, work: string | null): Speaker {
  const parts = (work ?? '').split(/\s*--\s*/).filter(part => part !== '');
  const jobTitle = parts.at(-1) ?? null;
  return { speaker, role: roleOf(speaker, jobTitle), jobTitle, firm: parts.length > 1 ? (parts[0] ?? null) : null };
}
