import type { JsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { faultIfUnread } from '../kit/document-kind.ts';
import { failed } from '../kit/http/response-form.ts';
import { readJsonObjectResponse } from '../kit/http/response-json.ts';
import type { ResponseFault } from '../kit/source.ts';

export const API_HOST = 'www.alphavantage.co';
export const API_URL = `https://${API_HOST}/query`;

/** The function that a URL calls; null for other URLs. */
export function functionOf(address: string): string | null {
  const url = URL.parse(address);
  return url?.host === API_HOST && url.pathname === '/query' ? url.searchParams.get('function') : null;
}

/** Members in which the service states, with status 200, why a request failed. */
const MESSAGES = ['Note', 'Information', 'Error Message', 'message'];

/** The object of a response, or its fault: quotas, refused keys and errors are objects with a message. */
export function readResponse(bytes: Buffer, log: AnomalyLog): ResponseFault | { fields: JsonObject } {
  const fields = readJsonObjectResponse(bytes.toString('utf8'), log);
  if (fields === null) return faultIfUnread(null, log) ?? failed('unexpected_document', '');
  const message = 'transcript' in fields ? undefined : MESSAGES.map(name => fields[name]).find(isText);
  return message === undefined ? { fields } : toFault(message);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function toFault(message: string): ResponseFault {
  const detail = message.slice(0, 200);
  if (/\b(?:rate limit|requests per (?:day|minute|second)|call frequency|calls per)\b/i.test(message)) {
    return { kind: 'quota_exceeded', detail, action: 'back_off' };
  }
  if (/\bpremium\b/i.test(message)) return { kind: 'premium_only', detail, action: 'reject_key' };
  if (/\bapi ?key\b/i.test(message)) return { kind: 'key_refused', detail, action: 'reject_key' };
  return failed('error_answer', detail);
}

/** Ticker and market of a symbol; null if no market has its suffix. */
export function listingOf(symbol: string): { ticker: string; marketId: string | null } {
  const [, ticker = symbol, suffix] = /^(.+)\.([A-Z]{3,4})$/.exec(symbol) ?? [];
  return suffix === undefined ? { ticker: symbol, marketId: 'us' } : { ticker, marketId: MARKETS[suffix] ?? null };
}

const MARKETS: Readonly<Record<string, string>> = { LON: 'uk', SHH: 'cn', SHZ: 'cn', SAO: 'br' };
