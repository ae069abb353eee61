import type { Speaker, SpokenTurn, Transcript } from '../../domain/disclosures/transcripts/model.ts';
import type { FiscalPeriod } from '../../domain/figures/financials/model/financials.ts';
import { isJsonObject, type JsonObject } from '../../formats/json-object.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { type Address, address } from '../kit/address.ts';
import { idOf } from '../kit/calls/call-titles.ts';
import { eachOnce, findSessions, MAX_TURNS, plainText, roleOf } from '../kit/calls/spoken-turns.ts';
import { failed } from '../kit/http/response-form.ts';
import { readJsonObjectResponse } from '../kit/http/response-json.ts';
import { publishedKind } from '../kit/published-kind.ts';
import type { ResponseFault } from '../kit/source.ts';
import { API_URL, functionOf, listingOf, readResponse } from './service.ts';

/** A call by symbol and quarter of the company's fiscal year, `2024Q1`. */
interface CallName {
  symbol: string;
  quarter: string;
}

const SYMBOL = /^[A-Z0-9][A-Z0-9.-]{0,15}$/;
const QUARTER = /^(?:19|20)\d\dQ[1-4]$/;
const FUNCTION = 'EARNINGS_CALL_TRANSCRIPT';

const parameters = address(`${API_URL}?function=${FUNCTION}&symbol={symbol}&quarter={quarter}`);

const callAddress: Address<CallName> = {
  ...parameters,
  read(url) {
    const values = functionOf(url) === FUNCTION ? parameters.read(url) : null;
    return values && callName(values.symbol, values.quarter);
  },
};

/** A symbol and a quarter in upper case; null if either is invalid. */
export function callName(symbol: string, quarter: string): CallName | null {
  const call = { symbol: symbol.trim().toUpperCase(), quarter: quarter.trim().toUpperCase() };
  return SYMBOL.test(call.symbol) && QUARTER.test(call.quarter) ? call : null;
}

/** Transcripts of calls (EARNINGS_CALL_TRANSCRIPT). */
export const calls = publishedKind({
  address: callAddress,
  source: 'calls',
  task: 'call',
  key: ({ symbol, quarter }) => `${symbol}:${quarter}`,
  states: 'transcripts: speakers, turns',
  read: (bytes, { url, values, log }) => {
    const transcript = readCall(bytes, values, log);
    return transcript === null ? {} : { transcripts: [{ ...transcript, documentUrl: url }] };
  },
  validate: faultOfCall,
  expect: { min: 1, max: 1 },
  accepts: 'responses of EARNINGS_CALL_TRANSCRIPT (symbol, quarter, transcript)',
  identify: ({ name, bytes }) => {
    const response = readJsonObjectResponse(bytes.toString('utf8'), new AnomalyLog('alphavantage', name));
    const call = callName(String(response?.symbol ?? ''), String(response?.quarter ?? ''));
    return Array.isArray(response?.transcript) ? call : null;
  },
});

/** An empty object, or one without turns, means that the call has no transcript. */
function faultOfCall(bytes: Buffer, log: AnomalyLog): ResponseFault | null {
  const response = readResponse(bytes, log);
  if ('action' in response) return response;
  if (Object.keys(response.fields).length === 0) {
    return { kind: 'empty_answer', detail: 'an empty object', action: 'absent' };
  }
  const { transcript } = response.fields;
  if (!Array.isArray(transcript)) return failed('unexpected_document', 'no list of turns');
  return transcript.some(isJsonObject) ? null : { kind: 'empty_answer', detail: 'no turns', action: 'absent' };
}

function readCall(bytes: Buffer, requested: CallName, log: AnomalyLog): Omit<Transcript, 'documentUrl'> | null {
  const response = readJsonObjectResponse(bytes.toString('utf8'), log);
  if (response === null) return null;
  const stated = callName(textOf(response, 'symbol') ?? '', textOf(response, 'quarter') ?? '');
  if (stated === null || stated.symbol !== requested.symbol || stated.quarter !== requested.quarter) {
    const detail = `requested ${requested.symbol} ${requested.quarter}, received ${stated?.symbol} ${stated?.quarter}`;
    log.add('other_call', '', detail);
    return null;
  }
  const rows = Array.isArray(response.transcript) ? response.transcript.slice(0, MAX_TURNS) : [];
  const spoken = rows.flatMap((row, at) => toTurn(row, at, log) ?? []);
  if (spoken.length === 0) {
    log.add('no_turns', 'transcript', 'no turn has a speaker and words');
    return null;
  }
  const speakers = eachOnce(spoken.map(item => item.speaker));
  const turns = findSessions(
    spoken.map(item => item.turn),
    speakers,
  );
  return { ...headOf(requested), speakers, turns };
}

/** The service states neither the time nor the title of a call. */
function headOf({ symbol, quarter }: CallName): Omit<Transcript, 'documentUrl' | 'speakers' | 'turns'> {
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
