import { isJsonObject, objectOf } from '../../formats/json-object.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { DocumentKind, ExpectedCounts, ImportCandidate } from '../kit/document-kind.ts';
import { formOfResponse, wrongForm } from '../kit/http/response-form.ts';
import type { ResponseFault } from '../kit/source.ts';
import { sourceKind } from '../kit/source-kind.ts';
import { API, API_HOST, isinsAddress, listNameOf, recordAddress, relationshipsAddress } from './addresses.ts';
import { canonicalKeyOfLei } from './identifiers.ts';
import { parseEntities } from './parse-entities.ts';
import { parseResponse } from './parse-response.ts';
import { readResponse } from './read-response.ts';
import type { LeiRecords } from './records.ts';

/** All entities of the registry number some three million. */
const MAX_ENTITIES = 20_000_000;

/** Beginning of the source names of lists of entities: each list is a source of its own. */
export const LISTS_SOURCE = 'lei-records/';

export const records = responseKind({
  shown: {
    address: recordAddress.template,
    source: 'lei-record',
    states: 'issuer: names, legal form, status, identifiers, successor',
  },
  read: url => ofEntity('lei-record', recordAddress.read(url)),
  expect: { issuers: { min: 1, max: 1 } },
  accepts: 'API responses about entities',
});

export const isins = responseKind({
  shown: { address: isinsAddress.template, source: 'isins', states: 'ISINs of an issuer, at most 10,000' },
  read: url => ofEntity('isins', isinsAddress.read(url)),
});

export const relationships = responseKind({
  shown: {
    address: relationshipsAddress.template,
    source: 'relationships',
    states:
      'relations `parent`, `ultimate_parent`, `head_office`, `fund_manager`, `umbrella_fund`, `master_fund`; reporting exceptions are parsed, not stored',
  },
  read: url => ofEntity('relationships', relationshipsAddress.read(url)),
});

/** Responses to filters, and the parents or children of an entity. */
export const entityLists = responseKind({
  shown: {
    address: `${API}/lei-records?filter[{field}]={value}, ${API}/lei-records/{lei}/direct-children …`,
    source: `${LISTS_SOURCE}{list}`,
    states: 'issuers, as a record states them',
  },
  read(url) {
    const name = listNameOf(url);
    return name === null ? null : { source: LISTS_SOURCE + name, issuer: null };
  },
  // An entity without children has an empty list of them.
  expect: { issuers: { min: 0, max: MAX_ENTITIES } },
});

interface ResponseKindOptions {
  shown: DocumentKind['shown'];
  read(url: string): { source: string; issuer: string | null } | null;
  expect?: ExpectedCounts;
  accepts?: string;
}

/** A kind of responses of the API about entities. Pages of one source are read together. */
function responseKind(options: ResponseKindOptions): DocumentKind {
  return sourceKind({
    ...options,
    parse: (documents, source) => parseEntities(documents, source, ({ bytes }, log) => parseResponse(bytes, log)),
    validate: (bytes, _, log) => wrongResponse(bytes, log),
    identify(file) {
      const url = urlOfResponse(file);
      return url !== null && options.read(url) !== null ? url : null;
    },
  });
}

function ofEntity(source: string, values: { lei: string } | null): { source: string; issuer: string } | null {
  return values && { source, issuer: canonicalKeyOfLei(values.lei) };
}

/** The API (JSON:API 1.0) responds with data or with errors; one of the errors is "not found". */
function wrongResponse(bytes: Buffer, log: AnomalyLog): ResponseFault | null {
  if (formOfResponse(bytes) === 'empty') return wrongForm(bytes, ['json']);
  const { damage } = readResponse(bytes, log);
  if (damage === null) return null;
  const detail = log.list()[0]?.detail ?? '';
  const isAbsent = damage === 'error_answer' && /^404\b/.test(detail);
  return { kind: damage, detail, action: isAbsent ? 'absent' : /^429\b/.test(detail) ? 'back_off' : 'retry' };
}

function urlOfResponse({ bytes, start }: ImportCandidate): string | null {
  if (!/^\s*[[{]/.test(start)) return null;
  return linkedUrl(bytes) ?? urlOfContent(parseResponse(bytes, new AnomalyLog('gleif', '')));
}

/** A list states the URL of its first page. The first page needs no page parameters. */
function linkedUrl(bytes: Buffer): string | null {
  let root: unknown;
  try {
    root = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
  if (!isJsonObject(root)) return null;
  const first = URL.parse(String(objectOf(root.links).first ?? ''));
  if (first === null || first.hostname !== API_HOST) return null;
  const page = objectOf(objectOf(root.meta).pagination).currentPage;
  if (page === 1) for (const parameter of ['page[number]', 'page[size]']) first.searchParams.delete(parameter);
  else first.searchParams.set('page[number]', String(page));
  return first.href;
}

function urlOfContent({ records: found, relationships: related, exceptions, isins: securities }: LeiRecords) {
  const [record, security, relationship, exception] = [found[0], securities[0], related[0], exceptions[0]];
  if (record !== undefined) return found.length > 1 ? null : recordAddress.url(record);
  if (security !== undefined) return isinsAddress.url(security);
  if (relationship !== undefined) {
    return parentUrl(relationship.startLei, scopeOf(relationship.type), 'relationship');
  }
  return exception === undefined ? null : parentUrl(exception.lei, scopeOf(exception.category), 'reporting-exception');
}

function parentUrl(lei: string, scope: string | null, part: string): string | null {
  return scope === null ? null : relationshipsAddress.url({ lei, part: `${scope}-parent-${part}` });
}

/** `IS_DIRECTLY_CONSOLIDATED_BY`, `DIRECT_ACCOUNTING_CONSOLIDATION_PARENT` → `direct` */
function scopeOf(type: string): string | null {
  return /^(?:IS_)?(DIRECT|ULTIMATE)/.exec(type)?.[1]?.toLowerCase() ?? null;
}
