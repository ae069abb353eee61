import type {
  CallSession,
  Speaker,
  SpeakerRole,
  SpokenTurn,
  Transcript,
} from '../../domain/disclosures/transcripts/model.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { parseDay, toInstant, toIsoDate } from '../../kernel/dates.ts';
import { callTypeOf, idOf, periodOfTitle } from '../kit/calls/call-titles.ts';
import { eachOnce, MAX_TURNS, plainText, roleOf } from '../kit/calls/spoken-turns.ts';

/** Texts of StreetEvents (Thomson Reuters, later Refinitiv): double rules divide sections, single rules turns. */
const HEAD = /^\s*(?:thomson reuters|refinitiv|lseg) streetevents event (?:transcript|brief)/i;
const HEAD_CHARS = 2_000;

export function isStreetEvents(text: string): boolean {
  return HEAD.test(text.slice(0, HEAD_CHARS));
}

const SECTION_RULE = /^={20,}$/;
const TURN_RULE = /^-{20,}$/;
const SPEAKER_LINE = /^(.+?)\s+\[(\d{1,4})\]$/;
const DATE_LINE = /^([A-Z]+) (\d{1,2}), (\d{4}) \/ (\d{1,2}):(\d{2}) ?([AP])M GMT$/i;

/** Null, with an anomaly, if the head or the turns cannot be read. */
export function readStreetEvents(text: string, ticker: string | null, log: AnomalyLog): TranscriptOfText | null {
  const lines = text.split(/\r\n?|\n/).map(line => line.trimEnd());
  const dateAt = lines.slice(0, 40).findIndex(line => DATE_LINE.test(line.trim()));
  const title =
    lines
      .slice(0, Math.max(0, dateAt))
      .findLast(line => line.trim() !== '')
      ?.trim() ?? '';
  const at = dateAt < 0 ? null : momentOf(lines[dateAt]?.trim() ?? '');
  if (at === null || title === '') {
    log.add('unreadable_head', '', 'no title, or no date line in GMT');
    return null;
  }
  const body = readBody(lines, log);
  if (body.turns.length === 0) {
    log.add('no_turns', '', 'no turn has a speaker and words');
    return null;
  }
  return {
    source: 'streetevents',
    nativeId: idOf(title, at.date),
    company: { name: companyOf(title), ticker, marketId: null },
    callType: callTypeOf(title),
    title,
    ...periodOfTitle(title),
    eventAt: at.instant,
    eventDate: at.date,
    publishedAt: null,
    language: 'en',
    url: null,
    ...body,
  };
}

export type TranscriptOfText = Omit<Transcript, 'documentUrl'>;

function momentOf(line: string): { instant: string; date: string } | null {
  const [, month = '', day = '', year = '', hour = '', minute = '', half = ''] = DATE_LINE.exec(line) ?? [];
  const date = `${year}-${monthOf(month)}-${day.padStart(2, '0')}`;
  const number = parseDay(date);
  const hours = (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
  if (number === null || Number(hour) > 12 || Number(minute) > 59) return null;
  return { date: toIsoDate(number), instant: toInstant((number * 24 + hours) * 3_600_000 + Number(minute) * 60_000) };
}

/** `Q3 2018 Microsoft Corp Earnings Call` → `Microsoft Corp`; null for other titles. */
function companyOf(title: string): string | null {
  const [, name] =
    /^(?:Q[1-4]|Half Year|Full Year|Interim|Preliminary) (?:19|20)\d\d (.+?) (?:Earnings|Results|Sales)\b/i.exec(
      title,
    ) ?? [];
  return name ?? null;
}

const SESSIONS: Readonly<Record<string, CallSession>> = { presentation: 'prepared', 'questions and answers': 'qa' };

function readBody(lines: readonly string[], log: AnomalyLog): { speakers: Speaker[]; turns: SpokenTurn[] } {
  const listed: Speaker[] = [];
  const spoken: Speaker[] = [];
  const turns: SpokenTurn[] = [];
  let section = '';
  let paragraphs: string[] | null = null;
  const close = (): void => {
    const last = turns.at(-1);
    if (paragraphs !== null && last !== undefined) last.text = plainText(paragraphs.join('\n'));
    paragraphs = null;
  };
  for (let at = 0; at < lines.length && turns.length < MAX_TURNS; at++) {
    const line = lines[at] ?? '';
    if (SECTION_RULE.test(line) && SECTION_RULE.test(lines[at + 2] ?? '')) {
      close();
      section = (lines[at + 1] ?? '').trim().toLowerCase();
      if (section === 'presentation summary') {
        log.add('summarised_presentation', section, 'the presentation is summarised, not transcribed: omitted');
      }
      at += 2;
      continue;
    }
    if (TURN_RULE.test(line) && TURN_RULE.test(lines[at + 2] ?? '')) {
      close();
      const [, head] = SPEAKER_LINE.exec((lines[at + 1] ?? '').trim()) ?? [];
      const session = SESSIONS[section];
      at += 2;
      if (head === undefined || session === undefined) continue;
      const speaker = toSpeaker(head, section);
      spoken.push(speaker);
      turns.push({ speaker: speaker.speaker, session, text: '' });
      paragraphs = [];
      continue;
    }
    if (paragraphs !== null) paragraphs.push(line);
    else if (section.includes('partic') && /^ \* /.test(line)) {
      listed.push(toListed(line.slice(3).trim(), (lines[at + 1] ?? '').trim(), section));
    }
  }
  close();
  return { speakers: eachOnce([...listed, ...spoken]), turns: turns.filter(({ text }) => text !== '') };
}

/** `Amy E. Hood,  Microsoft Corporation - Executive VP & CFO`; `Operator`. */
function toSpeaker(head: string, section: string): Speaker {
  const [, name = head, rest = ''] = /^(.+?),\s{2,}(.*)$/.exec(head) ?? [];
  return toListed(name.trim(), rest.trim(), section);
}

/** Corporate participants are executives; other participants ask questions. */
function toListed(speaker: string, work: string, section: string): Speaker {
  const [, firm = '', jobTitle = ''] = /^(.*?)\s*-(?:\s+(.*))?$/s.exec(work) ?? ['', work, ''];
  const title = jobTitle.replace(/\s+/g, ' ').trim() || null;
  return { speaker, role: roleIn(section, speaker, title, firm), jobTitle: title, firm: firm.trim() || null };
}

/** The section gives the role of listed participants, the job title that of others. */
function roleIn(section: string, speaker: string, jobTitle: string | null, firm: string): SpeakerRole {
  if (section.startsWith('corporate partic')) return 'executive';
  if (section.includes('partic') || /\bresearch division\b/i.test(firm)) return 'analyst';
  return roleOf(speaker, jobTitle);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `01` to `12` of an English name or its beginning; `00` if unknown. */
export function monthOf(name: string): string {
  return String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1).padStart(2, '0');
}
