import type { Speaker, SpokenTurn, Transcript } from '../../domain/disclosures/transcripts/model.ts';
import { isJsonObject, type JsonObject } from '../../formats/json-object.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { address } from '../kit/address.ts';
import { idOf } from '../kit/calls/call-titles.ts';
import { eachOnce, findSessions, MAX_TURNS, roleOf } from '../kit/calls/spoken-turns.ts';
import { faultIfUnread } from '../kit/document-kind.ts';
import { failed } from '../kit/http/response-form.ts';
import { readJsonObjectResponse } from '../kit/http/response-json.ts';
import type { ParsedDocuments, ResponseFault, SourceDocument } from '../kit/source.ts';
import { sourceKind } from '../kit/source-kind.ts';
import { API_HOST, type CallMoment, type ListedCall, marketOf, PERIODS, SYMBOL, textOf, toListed } from './service.ts';

export interface CallCompany {
  exchange: string;
  symbol: string;
}

/** A call of a fiscal quarter. Level 2 divides the text by speakers, level 1 is the plain text. */
export interface CallName extends CallCompany {
  year: number;
  quarter: number;
  level: 1 | 2;
}

const EVENTS = address(`https://${API_HOST}/events?exchange={exchange}&symbol={symbol}`);
const TRANSCRIPT = address(
  `https://${API_HOST}/transcript?exchange={exchange}&symbol={symbol}&year={year}&quarter={quarter}&level={level}`,
  { year: /\d{4}/, quarter: /[1-4]/, level: /[12]/ },
);

/** The list of a company's calls. */
export function eventsUrl({ exchange, symbol }: CallCompany): string {
  return EVENTS.url({ exchange, symbol });
}

export function transcriptUrl({ exchange, symbol, year, quarter, level }: CallName): string {
  return TRANSCRIPT.url({ exchange, symbol, year: String(year), quarter: String(quarter), level: String(level) });
}

/** The call of a transcript's URL; null for other URLs. */
export function callAt(url: string): CallName | null {
  const values = TRANSCRIPT.read(url);
  const company = values && companyOf(values);
  if (values === null || company === null) return null;
  const [year, quarter] = [Number(values.year), Number(values.quarter)];
  return year > 1990 && year < 2101 ? { ...company, year, quarter, level: values.level === '2' ? 2 : 1 } : null;
}

/** The company of the URL of a list of calls; null for other URLs. */
function companyAt(url: string): CallCompany | null {
  const values = EVENTS.read(url);
  return values && companyOf(values);
}

function companyOf(values: CallCompany): CallCompany | null {
  const [exchange, symbol] = [values.exchange.toUpperCase(), values.symbol.toUpperCase()];
  return /^[A-Z]{1,16}$/.test(exchange) && SYMBOL.test(symbol) ? { exchange, symbol } : null;
}

/**
 * Transcripts and the lists of calls, read together: a plain text states neither its company nor its time. The company is in
 * its URL, the time in the list.
 */
export const calls = sourceKind({
  shown: {
    address: `${EVENTS.template}, ${TRANSCRIPT.template}`,
    source: 'calls',
    states: 'transcripts: time, speakers, turns',
  },
  read: url => (companyAt(url) === null && callAt(url) === null ? null : { source: 'calls', issuer: null }),
  parse: (documents, _source, { registry }) => parseCalls(documents, registry),
  validate: (bytes, url, log) => (callAt(url) === null ? faultOfEvents(bytes, log) : faultOfTranscript(bytes, log)),
  expect: url => (callAt(url) === null ? {} : { published: { min: 1, max: 1 } }),
});

function faultOfEvents(bytes: Buffer, log: AnomalyLog): ResponseFault | null {
  const response = readJsonObjectResponse(bytes.toString('utf8'), log);
  return response === null || Array.isArray(response.events) ? faultIfUnread(response, log) : withoutContent(response);
}

function faultOfTranscript(bytes: Buffer, log: AnomalyLog): ResponseFault | null {
  const response = readJsonObjectResponse(bytes.toString('utf8'), log);
  const isComplete = response === null || Array.isArray(response.speakers) || typeof response.text === 'string';
  return isComplete ? faultIfUnread(response, log) : withoutContent(response);
}

function withoutContent(response: JsonObject): ResponseFault {
  return failed('unexpected_document', Object.keys(response).join(', ').slice(0, 200));
}

function parseCalls(documents: readonly SourceDocument[], registry: string): ParsedDocuments {
  const lists = new Map<string, CompanyCalls>();
  const logs = documents.map(({ url }) => new AnomalyLog(registry, url));
  const parsed = documents.map((document, at) => ({ ...document, log: logs[at] ?? new AnomalyLog(registry, '') }));
  for (const { url, bytes, log } of parsed) if (companyAt(url) !== null) lists.set(url, readEvents(bytes, log));
  const transcripts = parsed.flatMap(({ url, bytes, log }) => {
    const call = callAt(url);
    const transcript = call && readCall(bytes, call, lists.get(eventsUrl(call)) ?? null, log);
    return transcript === null ? [] : [{ ...transcript, documentUrl: url }];
  });
  return { records: [], anomalies: logs.flatMap(log => log.list()), published: { transcripts } };
}

interface CompanyCalls {
  companyName: string | null;
  calls: ListedCall[];
}

/** The calls of a company, with its name. */
export function readEvents(bytes: Buffer, log: AnomalyLog): CompanyCalls {
  const response = readJsonObjectResponse(bytes.toString('utf8'), log);
  const rows = Array.isArray(response?.events) ? response.events : [];
  return { companyName: textOf(response ?? {}, 'company_name'), calls: rows.flatMap(row => toListed(row) ?? []) };
}

function readCall(
  bytes: Buffer,
  call: CallName,
  list: CompanyCalls | null,
  log: AnomalyLog,
): Omit<Transcript, 'documentUrl'> | null {
  const body = readBody(bytes, call, log);
  if (body === null) return null;
  const { moment, ...words } = body;
  const listed = list?.calls.find(listedCall => listedCall.year === call.year && listedCall.quarter === call.quarter);
  return { ...headOf(call, list?.companyName ?? null, moment ?? listed?.moment ?? null), ...words };
}

function headOf(
  { exchange, symbol, year, quarter }: CallName,
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

interface CallBody {
  moment: CallMoment | null;
  speakers: Speaker[];
  turns: SpokenTurn[];
}

function readBody(bytes: Buffer, requested: CallName, log: AnomalyLog): CallBody | null {
  const response = readJsonObjectResponse(bytes.toString('utf8'), log);
  if (response === null) return null;
  const event = isJsonObject(response.event) ? toListed(response.event) : null;
  if (event !== null && (event.year !== requested.year || event.quarter !== requested.quarter)) {
    log.add(
      'other_call',
      'event',
      `requested ${requested.year} Q${requested.quarter}, received ${event.year} Q${event.quarter}`,
    );
    return null;
  }
  const { speakers, turns } = Array.isArray(response.speakers)
    ? readTurns(response.speakers, response.speaker_name_map_v2, log)
    : { speakers: [], turns: plainTurns(response) };
  if (turns.length > 0) return { moment: event?.moment ?? null, speakers, turns };
  log.add('no_turns', '', 'no turn has a speaker and words');
  return null;
}

function plainTurns(response: JsonObject): SpokenTurn[] {
  const text = textOf(response, 'text');
  return text === null ? [] : [{ speaker: null, session: null, text }];
}

/** Turns name voices as `spk01`. A separate map names the speakers that the service knows. */
function readTurns(
  rows: readonly unknown[],
  names: unknown,
  log: AnomalyLog,
): { speakers: Speaker[]; turns: SpokenTurn[] } {
  const known = isJsonObject(names) ? names : {};
  const speakers: Speaker[] = [];
  const turns: SpokenTurn[] = [];
  for (const [at, row] of rows.slice(0, MAX_TURNS).entries()) {
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
