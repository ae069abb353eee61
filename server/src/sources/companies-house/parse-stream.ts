import type { FilingStanding } from '../../domain/filings/filings/model/filing-standing.ts';
import type { Filing, Issuer } from '../../domain/filings/issuers/model/issuer.ts';
import { type JsonObject, objectOf, parseJsonObject } from '../../formats/json-object.ts';
import { splitLines } from '../../formats/tsv.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { toInstant } from '../../kernel/dates.ts';
import { companyNumber } from './company-number.ts';
import { toFiling } from './parse-filing-history.ts';
import { parseProfile } from './parse-profile.ts';
import { textOrNull } from './read-json.ts';

/** What the lines of a stream say. */
export interface StreamedResources {
  companies: StreamedCompany[];
  /** Filings that the registry deleted. */
  standings: FilingStanding[];
}

/** What the events of a stream say of one company. */
export interface StreamedCompany {
  companyNumber: string;
  issuer: Issuer | null;
  filings: Filing[];
}

/**
 * Lines of the streams `companies` and `filings` of the Companies House streaming API: an envelope each, with the
 * resource in `data` as the API has it. Blank lines keep the connection open. The last event of a resource counts. A
 * filing that is deleted counts as withdrawn; of anything else that is an anomaly `deleted_resource`, as the store forgets
 * nothing that was published.
 */
export function parseStream(text: string, log: AnomalyLog): StreamedResources {
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
    const company = companies.get(number) ?? { companyNumber: number, issuer: null, filings: new Map() };
    companies.set(number, company);
    addResource(company, envelope, `line ${at + 1}`, log);
  }
  const found = [...companies.values()].map(one => ({ ...one, filings: [...one.filings.values()] }));
  return { companies: found, standings };
}

function deletedFiling(envelope: JsonObject): FilingStanding | null {
  const nativeId = textOrNull(envelope.resource_id);
  if (envelope.resource_kind !== 'filing-history' || nativeId === null) return null;
  const publishedAt = Date.parse(`${textOrNull(objectOf(envelope.event).published_at)?.replace(/Z?$/, 'Z')}`);
  const since = Number.isNaN(publishedAt) ? null : toInstant(publishedAt);
  return { nativeId, status: 'withdrawn', since };
}

/** Filings by their transaction. */
type Company = Omit<StreamedCompany, 'filings'> & { filings: Map<string, Filing> };

function addResource(company: Company, envelope: JsonObject, locator: string, log: AnomalyLog): void {
  const data = objectOf(envelope.data);
  if (envelope.resource_kind === 'company-profile') {
    company.issuer = parseProfile(data, log) ?? company.issuer;
  } else if (envelope.resource_kind === 'filing-history') {
    const filing = toFiling(company.companyNumber, data, log);
    if (filing !== null) company.filings.set(filing.nativeId, filing);
  } else {
    log.add('unknown_kind', locator, String(envelope.resource_kind));
  }
}
