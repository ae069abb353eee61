import type { Speaker, SpokenTurn, Transcript } from '../../domain/disclosures/transcripts/model.ts';
import type { CalendarEntry } from '../../domain/figures/earnings/model/earnings-calendar.ts';
import type { FiscalPeriod } from '../../domain/figures/financials/model/financials.ts';
import { isJsonObject, type JsonObject } from '../../formats/json-object.ts';
import type { Anomaly } from '../../kernel/anomaly.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { idOf } from '../kit/calls/call-titles.ts';
import { eachOnce, findSessions, MOST_TURNS, plainText, roleOf } from '../kit/calls/spoken-turns.ts';
import { readJsonObjectAnswer } from '../kit/http/answer-json.ts';
import type { ParsedDocuments, SourceDocument } from '../kit/source.ts';
import { type CallQuestion, callQuestion, isCalendar, listingOf, questionAt } from './addresses.ts';
import { readCalendar } from './read-calendar.ts';

/** The calls of some answers of EARNINGS_CALL_TRANSCRIPT, the entries of EARNINGS_CALENDAR. Never throws: what can't be read is an anomaly. */
export async function parseDocuments(documents: readonly SourceDocument[]): Promise<ParsedDocuments> {
  const anomalies: Anomaly[] = [];
  const transcripts: Transcript[] = [];
  const calendarEntries: CalendarEntry[] = [];
  for (const { url, bytes } of documents) {
    const log = new AnomalyLog('alphavantage', url);
    if (isCalendar(url)) calendarEntries.push(...readCalendar(url, bytes, log));
    else transcripts.push(...(readCall(url, bytes, log) ?? []));
    anomalies.push(...log.list());
  }
  return { records: [], anomalies, published: { transcripts, calendarEntries } };
}

function readCall(url: string, bytes: Buffer, log: AnomalyLog): [Transcript] | null {
  const answer = readJsonObjectAnswer(bytes.toString('utf8'), log);
  const asked = questionAt(url);
  if (answer === null || asked === null) return null;
  const stated = callQuestion(textOf(answer, 'symbol') ?? '', textOf(answer, 'quarter') ?? '');
  if (stated === null || stated.symbol !== asked.symbol || stated.quarter !== asked.quarter) {
    log.add(
      'other_call',
      '',
      `asked for ${asked.symbol} ${asked.quarter}, told of ${stated?.symbol} ${stated?.quarter}`,
    );
    return null;
  }
  const rows = Array.isArray(answer.transcript) ? answer.transcript.slice(0, MOST_TURNS) : [];
  const spoken = rows.flatMap((row, at) => toTurn(row, at, log) ?? []);
  if (spoken.length === 0) {
    log.add('no_turns', 'transcript', 'nobody speaks in it');
    return null;
  }
  const speakers = eachOnce(spoken.map(one => one.speaker));
  const turns = findSessions(
    spoken.map(one => one.turn),
    speakers,
  );
  return [{ ...headOf(asked), documentUrl: url, speakers, turns }];
}

/** The service tells neither when a call was nor what it was called. */
function headOf({ symbol, quarter }: CallQuestion): Omit<Transcript, 'documentUrl' | 'speakers' | 'turns'> {
  const year = quarter.slice(0, 4);
  const period = quarter.slice(4);
  return {
    source: 'alphavantage',
    nativeId: idOf(symbol, quarter),
    company: { name: null, ...listingOf(symbol) },
    callType: 'earnings_call',
    title: `${symbol} ${period} ${year} earnings call`,
    fiscalYear: Number(year),
    fiscalPeriod: PERIODS[period] ?? null,
    eventAt: null,
    eventDate: null,
    publishedAt: null,
    language: 'en',
    url: null,
  };
}

const PERIODS: Readonly<Record<string, FiscalPeriod>> = { Q1: 'q1', Q2: 'q2', Q3: 'q3', Q4: 'q4' };

function toTurn(row: unknown, at: number, log: AnomalyLog): { turn: SpokenTurn; speaker: Speaker } | null {
  const fields = isJsonObject(row) ? row : {};
  const speaker = textOf(fields, 'speaker');
  const text = textOf(fields, 'content');
  if (speaker === null || text === null) {
    log.add('bad_row', `transcript[${at}]`, 'a turn without speaker or words');
    return null;
  }
  const jobTitle = textOf(fields, 'title');
  const role = roleOf(speaker, jobTitle);
  return {
    turn: { speaker, session: null, text },
    speaker: { speaker, role, jobTitle: role === 'operator' ? null : jobTitle, firm: null },
  };
}

function textOf(fields: JsonObject, name: string): string | null {
  const value = fields[name];
  const text = typeof value === 'string' ? plainText(value) : '';
  return text === '' ? null : text;
}
