import type { FilingStanding } from '../../domain/filings/filings/model/filing-standing.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing, Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { type JsonObject, objectOf, parseJsonObject } from '../../formats/json-object.ts';
import { splitLines } from '../../formats/tsv.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { toInstant } from '../../kernel/dates.ts';
import { address } from '../kit/address.ts';
import { documentKind } from '../kit/document-kind.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { failed, formOfResponse, startOf } from '../kit/http/response-form.ts';
import type { StreamedChannel } from '../kit/source.ts';
import { canonicalKeyOfNumber, companyNumber } from './company-number.ts';
import { SEARCHED_BYTES } from './company-pages.ts';
import { toFiling } from './filing-history.ts';
import { parseProfile } from './profile.ts';
import { textOrNull } from './read-response.ts';

export const STREAM_HOST = 'stream.companieshouse.gov.uk';

const continued = address(`https://${STREAM_HOST}/{name}?timepoint={timepoint?}`, {
  name: /companies|filings/,
  timepoint: /\d+/,
});

/** The URL of a stream from the event `timepoint` on; `''` for the events that come next. */
function streamUrl(values: { name: string; timepoint: string }): string {
  return values.timepoint === '' ? `https://${STREAM_HOST}/${values.name}` : continued.url(values);
}

/** With as many digits each, the later timepoint is the greater name. */
const TIMEPOINT_DIGITS = 16;

/** Pieces of the streams. Each is a source of its own: what came later does not replace what came before. */
export const stream = documentKind({
  address: { ...continued, url: streamUrl },
  source: 'stream/{name}/{number}',
  named: ({ timepoint }) => ({ number: timepoint.padStart(TIMEPOINT_DIGITS, '0') }),
  states: 'issuers and filings; deleted filings count as withdrawn',
  task: 'stream',
  key: streamUrl,
  read: (bytes, log) => parseStream(bytes.toString('utf8'), log),
  map({ companies, standings }, { source }) {
    const records = companies.map(({ number, issuer, filings }): IssuerRecords => {
      return { ...emptyRecords(canonicalKeyOfNumber(number), source), issuer, filings };
    });
    return { records, standings };
  },
  validate: bytes =>
    formOfResponse(bytes) === 'markup' ? failed('html_instead_of_json', startOf(bytes).slice(0, 200)) : null,
  accepts: 'lines of streams',
  identify({ bytes }) {
    const start = bytes.toString('utf8', 0, SEARCHED_BYTES);
    if (/"resource_kind"\s*:\s*"company-profile"/.test(start)) return { name: 'companies', timepoint: '' };
    return /"resource_kind"\s*:\s*"filing-history"/.test(start) ? { name: 'filings', timepoint: '' } : null;
  },
});

/** The streams that are read. The registry grants an account two connections. `timepoint` numbers the events of a stream. */
export const streams: readonly StreamedChannel[] = ['companies', 'filings'].map(name => ({
  channel: `stream-${name}`,
  host: STREAM_HOST,
  urlFrom: position => streamUrl({ name, timepoint: position ?? '' }),
  positionOf: timepointOf,
}));

function timepointOf(line: string): string | null {
  const timepoint = objectOf(parseJsonObject(line)?.event).timepoint;
  return Number.isSafeInteger(timepoint) ? String(timepoint) : null;
}

/** The contents of a piece of a stream. */
interface StreamedResources {
  companies: StreamedCompany[];
  /** Filings that the registry deleted. */
  standings: FilingStanding[];
}

/** What the events of a stream state of one company. */
interface StreamedCompany {
  number: string;
  issuer: Issuer | null;
  filings: Filing[];
}

/**
 * Reads lines of the streams `companies` and `filings`: an envelope each, with the resource in `data` as the API has it.
 * Blank lines keep the connection open. The last event of a resource counts. A deleted filing counts as withdrawn; other
 * deletions are an anomaly `deleted_resource`, because the store keeps what was published.
 */
function parseStream(text: string, log: AnomalyLog): StreamedResources {
  const standings: FilingStanding[] = [];
  const companies = new Map<string, Company>();
  for (const [at, line] of splitLines(text).entries()) {
    if (line.trim() === '') continue;
    const envelope = parseJsonObject(line);
    const number = companyNumber(/^\/company\/([^/]+)/.exec(textOrNull(envelope?.resource_uri) ?? '')?.[1]);
    if (envelope === null || number === null) {
      log.add('bad_line', `line ${at + 1}`, line.slice(0, 100));
      continue;
    }
    if (objectOf(envelope.event).type === 'deleted') {
      const standing = deletedFiling(envelope);
      if (standing !== null) standings.push(standing);
      else log.add('deleted_resource', `line ${at + 1}`, textOrNull(envelope.resource_uri) ?? '');
      continue;
    }
    const company = companies.get(number) ?? { number, issuer: null, filings: new Map() };
    companies.set(number, company);
    addResource(company, envelope, `line ${at + 1}`, log);
  }
  const found = [...companies.values()].map(company => ({ ...company, filings: [...company.filings.values()] }));
  return { companies: found, standings };
}

function deletedFiling(envelope: JsonObject): FilingStanding | null {
  const nativeId = textOrNull(envelope.resource_id);
  if (envelope.resource_kind !== 'filing-history' || nativeId === null) return null;
  const publishedAt = Date.parse(`${textOrNull(objectOf(envelope.event).published_at)?.replace(/Z?$/, 'Z')}`);
  const since = Number.isNaN(publishedAt) ? null : toInstant(publishedAt);
  return { nativeId, status: 'withdrawn', since };
}

/** Filings by transaction id. */
type Company = Omit<StreamedCompany, 'filings'> & { filings: Map<string, Filing> };

function addResource(company: Company, envelope: JsonObject, locator: string, log: AnomalyLog): void {
  const data = objectOf(envelope.data);
  if (envelope.resource_kind === 'company-profile') {
    company.issuer = parseProfile(data, log) ?? company.issuer;
  } else if (envelope.resource_kind === 'filing-history') {
    const filing = toFiling(company.number, data, log);
    if (filing !== null) company.filings.set(filing.nativeId, filing);
  } else {
    log.add('unknown_kind', locator, String(envelope.resource_kind));
  }
}
