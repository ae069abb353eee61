import { isJsonObject } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { isFigi } from '../../kernel/identifiers/check-digits.ts';

/** An instrument as OpenFIGI describes it; null if it does not state a value. */
export interface FigiInstrument {
  /** Of the listing on one exchange. */
  figi: string;
  /** Of all listings in one country, and of all listings of the share. */
  compositeFigi: string | null;
  shareClassFigi: string | null;
  name: string | null;
  ticker: string | null;
  /** Bloomberg's code of the exchange (`US`, `GY`), not a MIC. */
  exchangeCode: string | null;
  /** `Common Stock`, `Depositary Receipt`, `Equity Option` …, in detail and in a coarser classification. */
  securityType: string | null;
  securityKind: string | null;
  /** `Equity`, `Corp`, `Index` … */
  marketSector: string | null;
  description: string | null;
}

/** The result of one job of a mapping request. */
export type MappingResult =
  | { state: 'found'; instruments: FigiInstrument[] }
  /** The job is valid and the service knows no such instrument. */
  | { state: 'none'; warning: string }
  /** The job is invalid. */
  | { state: 'refused'; error: string };

/** A page of a search or of a filter. */
export interface InstrumentPage {
  instruments: FigiInstrument[];
  /** The cursor of the next page; null on the last. */
  next: string | null;
  /** Over all pages; null for searches, which do not state it. */
  total: number | null;
}

/**
 * Reads the response to a mapping request (`POST /v3/mapping`, OpenFIGI API v3): one result per job, in the order of the
 * jobs. A response with another number of results (`result_count`) gives none, because results name no job. Invalid
 * responses give none either (`error_answer`, `html_instead_of_json`, `truncated_json`, `unexpected_document`). Never throws.
 */
export function parseMappingResponse(bytes: Buffer, jobs: number, log: AnomalyLog): MappingResult[] {
  const results = readJson(bytes, log);
  if (results === undefined) return [];
  if (!Array.isArray(results)) return logUnexpected(results, log);
  if (results.length !== jobs) {
    log.add('result_count', '', `${results.length} results for ${jobs} jobs`);
    return [];
  }
  return results.map((result, at) => toResult(result, `[${at}]`, log));
}

/** Reads a page of `POST /v3/search` or `/v3/filter`; null for an invalid response, as in {@link parseMappingResponse}. */
export function parseInstrumentPage(bytes: Buffer, log: AnomalyLog): InstrumentPage | null {
  const page = readJson(bytes, log);
  if (page === undefined) return null;
  if (!isJsonObject(page) || !Array.isArray(page.data)) {
    logUnexpected(page, log);
    return null;
  }
  return {
    instruments: toInstruments(page.data, 'data', log),
    next: textOrNull(page.next),
    total: typeof page.total === 'number' ? page.total : null,
  };
}

/** Undefined if the response is not JSON. */
function readJson(bytes: Buffer, log: AnomalyLog): unknown {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  try {
    return JSON.parse(text);
  } catch (error) {
    const isMarkup = /^\s*</.test(text);
    log.add(
      isMarkup ? 'html_instead_of_json' : 'truncated_json',
      '',
      isMarkup ? text.trim().slice(0, 200) : String(error),
    );
    return undefined;
  }
}

function logUnexpected(response: unknown, log: AnomalyLog): [] {
  const error = isJsonObject(response) ? textOrNull(response.error) : null;
  if (error !== null) log.add('error_answer', '', error);
  else log.add('unexpected_document', '', 'neither results nor data');
  return [];
}

function toResult(result: unknown, place: string, log: AnomalyLog): MappingResult {
  const { data, warning, error } = isJsonObject(result) ? result : {};
  if (Array.isArray(data)) return { state: 'found', instruments: toInstruments(data, `${place}.data`, log) };
  const reason = textOrNull(warning);
  if (reason !== null) return { state: 'none', warning: reason };
  return { state: 'refused', error: textOrNull(error) ?? 'neither data nor warning nor error' };
}

function toInstruments(data: readonly unknown[], place: string, log: AnomalyLog): FigiInstrument[] {
  return data.flatMap((item, at) => toInstrument(item, `${place}[${at}]`, log) ?? []);
}

function toInstrument(item: unknown, place: string, log: AnomalyLog): FigiInstrument | null {
  const fields = isJsonObject(item) ? item : {};
  const figi = figiOrNull(fields.figi, place, log);
  if (figi === null) {
    log.add('bad_row', place, textOrNull(fields.name) ?? 'no FIGI');
    return null;
  }
  return {
    figi,
    compositeFigi: figiOrNull(fields.compositeFIGI, place, log),
    shareClassFigi: figiOrNull(fields.shareClassFIGI, place, log),
    name: textOrNull(fields.name),
    ticker: textOrNull(fields.ticker),
    exchangeCode: textOrNull(fields.exchCode),
    securityType: textOrNull(fields.securityType),
    securityKind: textOrNull(fields.securityType2),
    marketSector: textOrNull(fields.marketSector),
    description: textOrNull(fields.securityDescription),
  };
}

function figiOrNull(value: unknown, place: string, log: AnomalyLog): string | null {
  const figi = textOrNull(value);
  if (figi === null || isFigi(figi)) return figi;
  log.add('bad_identifier', place, `FIGI ${figi}`);
  return null;
}

/** PostgreSQL accepts no NUL. */
function textOrNull(value: unknown): string | null {
  const text = typeof value === 'string' ? value.replaceAll('\u0000', '').trim() : '';
  return text === '' ? null : text;
}
