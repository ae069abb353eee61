import { move, transferableSymbol, valueSymbol } from 'piscina';
import { openArchive } from '../../archive/open-archive.ts';
import type { DocumentRef } from '../../domain/filings/documents/model.ts';
import { FILING_SOURCE } from '../../domain/filings/facts/model/facts.ts';
import type { Filer, FilingContents } from '../../domain/filings/filings/model/filing-contents.ts';
import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import { countPublished } from '../../domain/filings/filings/model/published-records.ts';
import { unknownCodes } from '../../domain/filings/issuers/rules/merge-issuer.ts';
import type { IssuerState } from '../../domain/filings/issuers/store/issuer-state.ts';
import { countFacts } from '../../domain/issuer-statements.ts';
import type { FilingKey } from '../../domain/kit/store/filing-keys.ts';
import type { BatchFiling, FilingReading } from '../../domain/part.ts';
import { financialsSource, processIssuer, type RegistryRules } from '../../domain/process-issuer.ts';
import type { Anomaly } from '../../kernel/anomaly-log.ts';
import { appendAll } from '../../kernel/lists.ts';
import type { Tally } from '../../kernel/tally.ts';
import {
  type Expectation,
  MIN_TRUSTED,
  type ParsedDocuments,
  precedenceOf,
  type Source,
  type SourceDocument,
} from '../../sources/kit/source.ts';
import { sortFiles } from '../../sources/kit/tally/filing-files.ts';
import { loadSource } from '../../sources/load-source.ts';
import { PARTS, rowsOf } from '../parts.ts';
import type {
  Processed,
  ProcessedPublished,
  ProcessedRecords,
  ThreadDocument,
  ThreadItem,
  ThreadRequest,
} from './process-types.ts';
import { type ReadDocuments, readDocuments } from './read-documents.ts';

/**
 * Runs in a thread: reads documents from the archive, parses them, applies the rules, and packs the results for the
 * store. Returns results for the first items of the request, at least one, until they reach the requested size. Invalid
 * bytes never throw.
 */
export default async function processDocuments(request: ThreadRequest): Promise<Processed[]> {
  return transferRows(await processItems(request));
}

/** The same for a caller in another process. */
export async function processItems(request: ThreadRequest): Promise<Processed[]> {
  const source = await loadSource(request.registry);
  const archive = await openArchive(request.archive);
  const results: Processed[] = [];
  let resultBytes = 0;
  for (const item of request.items) {
    const result = await processItem(source, { archive, secondReader: request.secondReader }, item);
    results.push(result);
    resultBytes += sizeOf(result);
    if (resultBytes >= request.resultBytes) break;
  }
  return results;
}

/** What reading needs besides the documents. */
type ReadingTools = Pick<FilingReading, 'archive' | 'secondReader'>;

async function processItem(source: Source, tools: ReadingTools, requested: ThreadItem): Promise<Processed> {
  const registry = source.description.registry;
  const item = { ...requested, documents: withStoredFiles(source, requested) };
  const read = await readDocuments(registry, tools.archive, item.documents);
  if (!item.force && isUnchanged(source, item, read)) return { state: 'unchanged', byteSize: read.byteSize };
  const parsed = await parseOnce(source, item, read.documents);
  const failures = [...read.failures];
  const anomalies = [...read.anomalies, ...parsed.anomalies, ...codeAnomalies(source, item, parsed.records)];
  const breach =
    read.documents.length > 0 && read.failures.length === 0 ? checkExpectations(source, item, read, parsed) : null;
  if (breach !== null) {
    const { kind, detail } = causeOf(breach, anomalies);
    failures.push(`${kind}: ${detail}`);
    if (!anomalies.some(anomaly => anomaly.kind === breach.kind && anomaly.source === breach.source))
      anomalies.push(breach);
  }
  const records = breach === null ? parsed.records : parsed.records.map(record => withDamage(record, breach.kind));
  const urls = item.documents.map(document => document.ref.url);
  const published = publishedOf(parsed, read);
  const { lines: tallies, unread } = talliesOf(registry, item, parsed);
  appendAll(anomalies, unread);
  if (item.states === null || isReportedByOther(item.states, records)) {
    const keys = [...new Set(records.map(record => record.canonicalKey))].sort();
    const standings = parsed.standings ?? [];
    const failure = failures[0] ?? null;
    const { byteSize } = read;
    return { state: 'issuers', keys, standings, published, anomalies, tallies, documents: urls, failure, byteSize };
  }
  const processed = processStates(source, item, item.states, records, read, {
    state: 'processed',
    issuers: [],
    standings: parsed.standings ?? [],
    published,
    anomalies,
    tallies,
    anomalySources: urls,
    failure: failures[0] ?? null,
    byteSize: read.byteSize,
  });
  if (processed.state === 'processed') {
    await readFilings({ ...tools, modelReadings: item.modelReadings }, registry, processed, records);
  }
  return withShareSources(item, processed);
}

/**
 * What became of the files of opened filings and of the entries of lists. Shares of a table count as rows of their table.
 * Files that nothing reads are anomalies.
 */
function talliesOf(
  registry: string,
  { documents }: ThreadItem,
  { records, tallies = [] }: ParsedDocuments,
): { lines: Tally[]; unread: Anomaly[] } {
  const shares = new Set(documents.filter(({ text }) => text !== null).map(({ ref }) => ref.url));
  const lines = tallies.filter(line => !shares.has(line.source));
  const url = documents[0]?.ref.url ?? '';
  const anomalies: Anomaly[] = [];
  for (const contents of new Set(records.flatMap(contentsOf))) {
    const { read, explained, unread } = sortFiles(contents);
    const source = FILING_SOURCE + contents.nativeId;
    lines.push({ registry, source, kind: 'files', read, explained, unread: unread.length });
    for (const locator of unread) {
      const detail = `no part of filing ${contents.nativeId} comes from it, and no rule explains why`;
      anomalies.push({ registry, source: url, locator, kind: 'unread_member', detail });
    }
  }
  return { lines, unread: anomalies };
}

/** Whether a filing was found under a party that only reports in it. It belongs to the issuer that it is about. */
function isReportedByOther(states: readonly IssuerState[], records: readonly IssuerRecords[]): boolean {
  const [only, second] = states;
  if (only === undefined || second !== undefined || records.length === 0) return false;
  return records.every(
    ({ canonicalKey, contents }) =>
      canonicalKey !== only.canonicalKey &&
      contents?.filers.some(filer => REPORTING_ROLES.has(filer.role) && filer.canonicalKey === only.canonicalKey) ===
        true,
  );
}

/** Roles of parties that report on an issuer's securities: insiders and holders of large stakes. */
const REPORTING_ROLES: ReadonlySet<Filer['role']> = new Set(['reporting_owner', 'filed_by']);

function publishedOf({ published }: ParsedDocuments, { refs }: ReadDocuments): ProcessedPublished | null {
  if (published === undefined || countPublished(published) === 0) return null;
  return { records: published, documents: refs };
}

/** Reads the opened filings of the issuers, part by part. */
async function readFilings(
  tools: Omit<FilingReading, 'once'>,
  registry: string,
  processed: ProcessedRecords,
  records: readonly IssuerRecords[],
): Promise<void> {
  const byKey = Map.groupBy(records, record => record.canonicalKey);
  for (const { issuerId, canonicalKey, opened } of processed.issuers) {
    for (const contents of (byKey.get(canonicalKey) ?? []).flatMap(contentsOf)) {
      opened.push(await readFiling(tools, contents, { issuerId, registry, nativeId: contents.nativeId }));
    }
  }
}

/** What each part reads from a filing. Results that several parts need are computed once. */
async function readFiling(
  tools: Omit<FilingReading, 'once'>,
  contents: FilingContents,
  filing: FilingKey,
): Promise<BatchFiling> {
  const results = new Map<unknown, unknown>();
  const reading: FilingReading = {
    ...tools,
    once<Result>(read: (contents: FilingContents, reading: FilingReading) => Result): Result {
      if (!results.has(read)) results.set(read, read(contents, reading));
      return results.get(read) as Result;
    },
  };
  const parts: Record<string, unknown> = {};
  for (const part of PARTS) {
    if (part.readFiling !== undefined) parts[part.name] = await part.readFiling(contents, filing, reading);
  }
  return { ...filing, parts };
}

function contentsOf({ contents, furtherContents }: IssuerRecords): FilingContents[] {
  return [...(contents === null ? [] : [contents]), ...(furtherContents ?? [])];
}

/** Adds the stored files of the same filing: the files of a filing may arrive one by one. */
function withStoredFiles(source: Source, item: ThreadItem): ThreadDocument[] {
  const names = new Set(item.documents.map(document => source.sourceOf(document.ref.url)));
  const urls = new Set(item.documents.map(document => document.ref.url));
  const { registry } = source.description;
  const known = (item.states ?? [])
    .flatMap(state => state.statements)
    .filter(
      statement =>
        statement.registry === registry && statement.source.startsWith(FILING_SOURCE) && names.has(statement.source),
    )
    .flatMap(statement => JSON.parse(statement.documents) as DocumentRef[]);
  const missing = known.filter(ref => !urls.has(ref.url));
  return [...item.documents, ...missing.map(ref => ({ ref, text: null }))];
}

/**
 * Adds the issuer to the source of anomalies in shares of a table. All shares have one URL, and one issuer's anomalies
 * must not replace another's.
 */
function withShareSources(item: ThreadItem, processed: Processed): Processed {
  const issuer = item.states?.[0]?.canonicalKey;
  if (processed.state !== 'processed' || issuer === undefined) return processed;
  const shares = new Set(item.documents.filter(document => document.text !== null).map(document => document.ref.url));
  const sourceOf = (url: string) => (shares.has(url) ? `${url}#${issuer}` : url);
  return {
    ...processed,
    anomalies: processed.anomalies.map(anomaly => ({ ...anomaly, source: sourceOf(anomaly.source) })),
    anomalySources: processed.anomalySources.map(sourceOf),
  };
}

/** The last document of many issuers that this thread parsed: it is requested again for each group of its issuers. */
const lastParsed = { key: '', parsed: null as Promise<ParsedDocuments> | null };

async function parseOnce(
  source: Source,
  item: ThreadItem,
  documents: readonly SourceDocument[],
): Promise<ParsedDocuments> {
  if (item.states?.length === 1) return source.parse(documents);
  const key = documents.map(document => `${document.url} ${document.sha256}`).join('\n');
  if (lastParsed.parsed === null || lastParsed.key !== key) {
    lastParsed.key = key;
    lastParsed.parsed = source.parse(documents);
  }
  return lastParsed.parsed;
}

function processStates(
  source: Source,
  item: ThreadItem,
  states: readonly IssuerState[],
  records: readonly IssuerRecords[],
  read: ReadDocuments,
  result: ProcessedRecords,
): Processed {
  const missingSets: string[] = [];
  const byKey = Map.groupBy(records, record => record.canonicalKey);
  for (const state of states) {
    const own = byKey.get(state.canonicalKey) ?? [];
    const hasStanding = result.standings.some(standing =>
      state.standings.some(known => known.nativeId === standing.nativeId || known.aliasId === standing.nativeId),
    );
    if (own.length === 0 && !hasStanding && (item.documents.length > 0 || state.isNew)) continue;
    const storedSets = item.storedSets?.[state.issuerId] ?? null;
    const processed = processIssuer({
      rules: rulesOf(source),
      parts: PARTS,
      state,
      records: own,
      standings: result.standings,
      documents: read.refs,
      force: item.force,
      storedSets,
    });
    if (processed === 'needs_sets') {
      missingSets.push(state.issuerId);
      continue;
    }
    result.issuers.push(processed.issuer);
    appendAll(result.anomalies, processed.anomalies);
    if (processed.computedFigures) result.anomalySources.push(financialsSource(state.canonicalKey));
    result.failure ??= processed.failure;
  }
  if (missingSets.length > 0) return { state: 'needs_sets', issuerIds: missingSets };
  const only = states.length === 1 ? states[0] : undefined;
  const otherIssuer = records.find(record => only !== undefined && record.canonicalKey !== only.canonicalKey);
  if (otherIssuer !== undefined && only !== undefined && result.issuers.length === 0) {
    const detail = `is about ${otherIssuer.canonicalKey || 'no issuer'}, not ${only.canonicalKey}`;
    const url = item.documents[0]?.ref.url ?? '';
    result.failure ??= `issuer_mismatch: ${url} ${detail}`;
    const registry = source.description.registry;
    result.anomalies.push({ registry, source: url, locator: '', kind: 'issuer_mismatch', detail });
  }
  return result;
}

function rulesOf(source: Source): RegistryRules {
  return {
    registry: source.description.registry,
    rankOf: name => precedenceOf(source, name),
    leastTrusted: MIN_TRUSTED,
    sourceOf: url => source.sourceOf(url),
    knownAtOfDay: date => source.knownAtOfDay(date),
  };
}

/** Codes of countries, currencies and exchanges that are in no list. */
function codeAnomalies(source: Source, item: ThreadItem, records: readonly IssuerRecords[]): Anomaly[] {
  const { registry } = source.description;
  return records.flatMap(({ issuer, source: name }) =>
    (issuer === null ? [] : unknownCodes(issuer)).map(({ kind, code }) => {
      const url = item.documents.find(document => source.sourceOf(document.ref.url) === name)?.ref.url ?? name;
      return { registry, source: url, locator: issuer?.canonicalKey ?? '', kind, detail: code };
    }),
  );
}

/** Whether each document was already read as part of the same source, whatever its URL was if URLs state nothing else. */
function isUnchanged(source: Source, item: ThreadItem, read: ReadDocuments): boolean {
  const nameOf = ({ url, sha256 }: DocumentRef): string =>
    `${source.readsEachCopy === true ? url : source.sourceOf(url)} ${sha256}`;
  if (item.states === null || read.refs.length === 0 || read.failures.length > 0) return false;
  return item.states.every(state => {
    if (state.factSources.length > 0 && state.financialsVersion === null) return false;
    const seen = new Set(
      state.statements
        .filter(statement => statement.registry === source.description.registry && statement.damage === null)
        .flatMap(statement => (JSON.parse(statement.documents) as DocumentRef[]).map(nameOf)),
    );
    return read.refs.every(ref => seen.has(nameOf(ref)));
  });
}

function checkExpectations(
  source: Source,
  item: ThreadItem,
  read: ReadDocuments,
  { records, published = {} }: ParsedDocuments,
): Anomaly | null {
  const expected = source.expectations(
    item.documents.map(document => ({ url: document.ref.url })),
    item.origin,
  );
  const counts = {
    issuers: new Set(records.filter(record => record.issuer !== null).map(record => record.canonicalKey)).size,
    filings: records.reduce((sum, record) => sum + record.filings.length, 0),
    facts: records.reduce((sum, record) => sum + countFacts(record), 0),
    published: countPublished(published),
  };
  const url = read.refs[0]?.url ?? item.documents[0]?.ref.url ?? '';
  for (const subject of ['issuers', 'filings', 'facts', 'published'] as const) {
    const detail = describeBreach(SUBJECT_NAMES[subject], counts[subject], expected[subject]);
    if (detail === null) continue;
    const kind = counts[subject] === 0 ? 'empty_answer' : 'count_out_of_range';
    return { registry: source.description.registry, source: url, locator: '', kind, detail };
  }
  return null;
}

/** Kinds of anomalies about bytes that are incomplete or of another format. */
const DAMAGE = /^(?:truncated|damaged|not_well_formed|not_a_)|_damaged$/;

/** Why a document contains nothing: the damage of its bytes if there is any. */
function causeOf(breach: Anomaly, anomalies: readonly Anomaly[]): Anomaly {
  if (breach.kind !== 'empty_answer') return breach;
  return anomalies.find(({ kind }) => DAMAGE.test(kind)) ?? breach;
}

const SUBJECT_NAMES = {
  issuers: 'issuers',
  filings: 'filings',
  facts: 'facts',
  published: 'published records',
} as const;

function describeBreach(subject: string, count: number, expected: Expectation | undefined): string | null {
  if (expected === undefined || (count >= expected.min && count <= expected.max)) return null;
  return `${count} ${subject}, expected ${expected.min} to ${expected.max}`;
}

function withDamage(records: IssuerRecords, damage: string): IssuerRecords {
  return { ...records, damage: records.damage ?? damage };
}

function sizeOf(result: Processed): number {
  if (result.state !== 'processed') return 0;
  return rowsOf(result.issuers).reduce((sum, bytes) => sum + bytes.byteLength, 0);
}

/** Transfers the packed rows to the main thread without copying them. */
function transferRows(results: Processed[]): Processed[] {
  const buffers = results
    .flatMap(result => (result.state === 'processed' ? rowsOf(result.issuers) : []))
    .map(bytes => bytes.buffer as ArrayBuffer);
  return move({ [transferableSymbol]: buffers, [valueSymbol]: results }) as unknown as Processed[];
}
