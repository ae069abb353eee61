import type { Speaker, SpokenTurn, Transcript } from '../../domain/disclosures/transcripts/model.ts';
import { type CalendarEntry, emptyEntry } from '../../domain/figures/earnings/model/earnings-calendar.ts';
import type { FiscalPeriod } from '../../domain/figures/financials/model/financials.ts';
import { isJsonObject, type JsonObject } from '../../formats/json-object.ts';
import type { Anomaly } from '../../kernel/anomaly.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { type Instant, toInstant } from '../../kernel/dates.ts';
import { idOf } from '../kit/calls/call-titles.ts';
import { eachOnce, findSessions, MOST_TURNS, plainText, roleOf } from '../kit/calls/spoken-turns.ts';
import { readJsonAnswer, readJsonObjectAnswer } from '../kit/http/answer-json.ts';
import type { ParsedDocuments, SourceDocument } from '../kit/source.ts';
import { type CallQuestion, companyAt, eventsUrl, isCalendar, marketOf, questionAt } from './addresses.ts';

/** What the list of a company's calls says of each. */
interface ListedCall {
  year: number;
  quarter: number;
  moment: CallMoment | null;
}

interface CallMoment {
  instant: Instant;
  /** Where the call was held. */
  date: string;
}

/**
 * The calls of some answers. A text alone (level 1) says neither whose call it is nor when it was: its address says the first,
 * the list of the company's calls the second, where it is among the documents. Never throws.
 */
export async function parseDocuments(documents: readonly SourceDocument[]): Promise<ParsedDocuments> {
  const anomalies: Anomaly[] = [];
  const transcripts: Transcript[] = [];
  const lists = new Map<string, { companyName: string | null; calls: ListedCall[] }>();
  for (const { url, bytes } of documents) {
    if (companyAt(url) === null) continue;
    const log = new AnomalyLog('earningscall', url);
    lists.set(url, readEvents(bytes, log));
    anomalies.push(...log.list());
  }
  const calendarEntries: CalendarEntry[] = [];
  for (const { url, bytes } of documents.filter(one => isCalendar(one.url))) {
    const log = new AnomalyLog('earningscall', url);
    calendarEntries.push(...readDay(url, bytes, log));
    anomalies.push(...log.list());
  }
  for (const { url, bytes } of documents) {
    const asked = questionAt(url);
    if (asked === null) continue;
    const log = new AnomalyLog('earningscall', url);
    const list = lists.get(eventsUrl(asked));
    const listed = list?.calls.find(one => one.year === asked.year && one.quarter === asked.quarter);
    const body = readBody(bytes, asked, log);
    if (body !== null) {
      const { moment, ...words } = body;
      const head = headOf(asked, list?.companyName ?? null, moment ?? listed?.moment ?? null);
      transcripts.push({ ...head, documentUrl: url, ...words });
    }
    anomalies.push(...log.list());
  }
  return { records: [], anomalies, published: { transcripts, calendarEntries } };
}

/** The calls of a day. Results come out on it, or the evening before: the service does not say, so that the day is no more than likely. */
function readDay(url: string, bytes: Buffer, log: AnomalyLog): CalendarEntry[] {
  const rows = readJsonAnswer(bytes.toString('utf8'), log);
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row, at) => {
    const fields = isJsonObject(row) ? row : {};
    const symbol = textOf(fields, 'symbol');
    const exchange = textOf(fields, 'exchange')?.toUpperCase() ?? null;
    const call = toListed(row);
    if (symbol === null || exchange === null || call === null || call.moment === null) {
      log.add('bad_row', `[${at}]`, JSON.stringify(row).slice(0, 200));
      return [];
    }
    const marketId = marketOf(exchange);
    if (marketId === null) return [];
    return {
      ...emptyEntry({ ticker: symbol, marketId, documentUrl: url }),
      reportDate: call.moment.date,
      callAt: call.moment.instant,
      fiscalYear: call.year,
      fiscalPeriod: PERIODS[call.quarter - 1] ?? null,
    };
  });
}

/** A company's calls, with its name. */
export function readEvents(bytes: Buffer, log: AnomalyLog): { companyName: string | null; calls: ListedCall[] } {
  const answer = readJsonObjectAnswer(bytes.toString('utf8'), log);
  const rows = Array.isArray(answer?.events) ? answer.events : [];
  return { companyName: textOf(answer ?? {}, 'company_name'), calls: rows.flatMap(row => toListed(row) ?? []) };
}

function toListed(row: unknown): ListedCall | null {
  if (!isJsonObject(row)) return null;
  const { year, quarter } = row;
  if (typeof year !== 'number' || typeof quarter !== 'number') return null;
  return { year, quarter, moment: momentOf(row.conference_date) };
}

/** `2022-01-27T14:00:00.000-08:00`: a moment with its offset from UTC. */
function momentOf(value: unknown): CallMoment | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value))
    return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : { instant: toInstant(at), date: value.slice(0, 10) };
}

function headOf(
  { exchange, symbol, year, quarter }: CallQuestion,
  companyName: string | null,
  moment: CallMoment | null,
): Omit<Transcript, 'documentUrl' | 'speakers' | 'turns'> {
  return {
    source: 'earningscall',
    nativeId: idOf(exchange, symbol, `${year}Q${quarter}`),
    company: { name: companyName, ticker: symbol, marketId: marketOf(exchange) },
    callType: 'earnings_call',
    title: `${companyName ?? symbol} Q${quarter} ${year} earnings call`,
    fiscalYear: year,
    fiscalPeriod: PERIODS[quarter - 1] ?? null,
    eventAt: moment?.instant ?? null,
    eventDate: moment?.date ?? null,
    publishedAt: null,
    language: 'en',
    url: null,
  };
}

const PERIODS: readonly FiscalPeriod[] = ['q1', 'q2', 'q3', 'q4'];

interface CallBody {
  moment: CallMoment | null;
  speakers: Speaker[];
  turns: SpokenTurn[];
}

function readBody(bytes: Buffer, asked: CallQuestion, log: AnomalyLog): CallBody | null {
  const answer = readJsonObjectAnswer(bytes.toString('utf8'), log);
  if (answer === null) return null;
  const event = isJsonObject(answer.event) ? toListed(answer.event) : null;
  if (event !== null && (event.year !== asked.year || event.quarter !== asked.quarter)) {
    log.add(
      'other_call',
      'event',
      `asked for ${asked.year} Q${asked.quarter}, told of ${event.year} Q${event.quarter}`,
    );
    return null;
  }
  const { speakers, turns } = Array.isArray(answer.speakers)
    ? readTurns(answer.speakers, answer.speaker_name_map_v2, log)
    : { speakers: [], turns: bareText(answer) };
  if (turns.length > 0) return { moment: event?.moment ?? null, speakers, turns };
  log.add('no_turns', '', 'nobody speaks in it');
  return null;
}

function bareText(answer: JsonObject): SpokenTurn[] {
  const text = textOf(answer, 'text');
  return text === null ? [] : [{ speaker: null, session: null, text }];
}

/** Voices are told apart as `spk01`; whose they are stands in a map of its own, where the service knows. */
function readTurns(
  rows: readonly unknown[],
  names: unknown,
  log: AnomalyLog,
): { speakers: Speaker[]; turns: SpokenTurn[] } {
  const known = isJsonObject(names) ? names : {};
  const speakers: Speaker[] = [];
  const turns: SpokenTurn[] = [];
  for (const [at, row] of rows.slice(0, MOST_TURNS).entries()) {
    const fields = isJsonObject(row) ? row : {};
    const mark = textOf(fields, 'speaker');
    const text = textOf(fields, 'text');
    if (mark === null || text === null) {
      log.add('bad_row', `speakers[${at}]`, 'a turn without speaker or words');
      continue;
    }
    const person = known[mark];
    const speaker = toSpeaker(mark, isJsonObject(person) ? person : {});
    speakers.push(speaker);
    turns.push({ speaker: speaker.speaker, session: null, text });
  }
  const unique = eachOnce(speakers);
  return { speakers: unique, turns: findSessions(turns, unique) };
}

/** `Morgan Stanley Analyst` is an analyst, of Morgan Stanley. */
function toSpeaker(mark: string, person: JsonObject): Speaker {
  const speaker = textOf(person, 'name') ?? mark;
  const title = textOf(person, 'title');
  const role = roleOf(speaker, title);
  const [, firm] =
    role === 'analyst' ? (/^(.+?),?(?: (?:senior|lead|equity|research))* Analyst$/i.exec(title ?? '') ?? []) : [];
  return { speaker, role, jobTitle: firm === undefined ? title : 'Analyst', firm: firm ?? null };
}

function textOf(fields: JsonObject, name: string): string | null {
  const value = fields[name];
  const text = typeof value === 'string' ? plainText(value) : '';
  return text === '' ? null : text;
}
