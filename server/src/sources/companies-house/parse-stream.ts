import { splitLines } from '../../formats/tsv.ts';
import type { AnomalyLog } from '../../model/anomaly-log.ts';
import type { Filing, Issuer } from '../../model/issuer.ts';
import { companyNumber } from './company-number.ts';
import { toFiling } from './parse-filing-history.ts';
import { parseProfile } from './parse-profile.ts';
import { isJsonObject, type JsonObject, objectOf, textOrNull } from './read-json.ts';

/** What the events of a stream say of one company. */
export interface StreamedCompany {
  companyNumber: string;
  issuer: Issuer | null;
  filings: Filing[];
}

/**
 * Lines of the streams `companies` and `filings` of the Companies House streaming API: an envelope each, with the
 * resource in `data` as the API has it. Blank lines keep the connection open. The last event of a resource counts; one
 * that deletes it is an anomaly `deleted_resource`, as the store forgets nothing that was published.
 */
export function parseStream(text: string, log: AnomalyLog): StreamedCompany[] {
  const companies = new Map<string, Company>();
  for (const [at, line] of splitLines(text).entries()) {
    if (line.trim() === '') continue;
    const envelope = readEnvelope(line);
    const number = companyNumber(/^\/company\/([^/]+)/.exec(textOrNull(envelope?.resource_uri) ?? '')?.[1]);
    if (envelope === null || number === null) {
      log.add('bad_line', `line ${at + 1}`, line.slice(0, 100));
      continue;
    }
    if (objectOf(envelope.event).type === 'deleted') {
      log.add('deleted_resource', `line ${at + 1}`, textOrNull(envelope.resource_uri) ?? '');
      continue;
    }
    const company = companies.get(number) ?? { companyNumber: number, issuer: null, filings: new Map() };
    companies.set(number, company);
    addResource(company, envelope, `line ${at + 1}`, log);
  }
  return [...companies.values()].map(one => ({ ...one, filings: [...one.filings.values()] }));
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

function readEnvelope(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
