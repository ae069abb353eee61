import type { Database } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import type { IssuerOfReports } from '../../../filings/facts/views/fact-places.ts';
import type { KpiInput, KpiValue } from '../../financials/model/financials.ts';
import type { FactReader, FoundFact, ReadBytes } from '../model.ts';
import {
  type Check,
  checkClaim,
  checkElement,
  checkFormula,
  digitsOf,
  type Verdict,
  verdictOf,
} from '../rules/judge-value.ts';
import {
  findStoredFacts,
  loadFetches,
  loadSourceDocuments,
  type SourceDocuments,
  type StoredFact,
} from './stated-facts.ts';

/** A value with the steps that were checked of it. */
export interface ProvedValue {
  name: string;
  value: KpiValue;
  verdict: Verdict;
  checks: Check[];
  /** Null if it is derived, or if no archived document states it. */
  stated: { source: string; found: FoundFact } | null;
  /** What it was computed from: places in the list of values. */
  inputs: { input: KpiInput; at: number }[];
}

/** An archived document that was read again. */
export interface ProvedDocument {
  registry: string;
  source: string;
  url: string;
  /** As stored when it was fetched; null for a member of a bulk file that was not read. */
  sha256: string | null;
  read: ReadBytes;
  /** When its registry last returned the same bytes; null if they were imported. */
  fetchedAt: Instant | null;
}

export interface Proof {
  /** The value in question first, then what it was computed from. */
  values: ProvedValue[];
  documents: ProvedDocument[];
}

export interface ProofInput {
  name: string;
  value: KpiValue;
  /** What a caller claims; null if nothing. */
  claimed: number | null;
  /** The fact that states it, if the caller named it; else it is looked for. */
  stored?: StoredFact;
}

/** Values behind one that are proved; no formula has as many. */
const MAX_VALUES = 200;

/** Proves a value: reads the archived documents again that state it, or those of everything that it was computed from. */
export async function proveValue(
  db: Database,
  issuer: IssuerOfReports,
  { name, value, claimed, stored: named }: ProofInput,
  read: (requests: Parameters<FactReader['reread']>[1]) => ReturnType<FactReader['reread']>,
): Promise<Proof> {
  const listed = listValues(name, value);
  const stated = await findStoredFacts(
    db,
    issuer,
    listed.flatMap(({ value: of }) => (of.method === 'reported' && (of !== value || named === undefined) ? [of] : [])),
  );
  if (named !== undefined) stated.set(value, named);
  const bySource = Map.groupBy(stated, ([, fact]) => fact.source);
  const documents = await loadSourceDocuments(db, issuer.issuer_id, [...bySource.keys()]);
  const fetches = await loadFetches(db, documents.values());
  const requests = [...bySource].flatMap(([source, facts]) => {
    const of = documents.get(source);
    return of === undefined ? [] : [{ source, ...of, wanted: facts.map(([, fact]) => fact.wanted) }];
  });
  const results = requests.length === 0 ? [] : await read(requests);
  const proved: ProvedDocument[] = [];
  const found = new Map<KpiValue, FoundFact | null>();
  for (const [at, { source, registry, documents: refs }] of requests.entries()) {
    const result = results[at];
    for (const [place, ref] of refs.entries()) {
      const bytes = result?.documents[place] ?? { url: ref.url, sha256: null, byteSize: null, failure: 'not read' };
      const fetchedAt = fetches.get(`${registry} ${ref.url} ${ref.sha256}`) ?? null;
      proved.push({ registry, source, url: ref.url, sha256: ref.sha256, read: bytes, fetchedAt });
    }
    for (const [place, [of]] of (bySource.get(source) ?? []).entries()) found.set(of, result?.facts[place] ?? null);
  }
  const values: ProvedValue[] = listed.map(({ name: of, value: one, inputs }) => ({
    name: of,
    value: one,
    verdict: 'not_verifiable',
    checks:
      one.method === 'reported' ? checkReported(one, stated.get(one), documents, proved, found.get(one) ?? null) : [],
    stated: statedBy(stated.get(one), found.get(one) ?? null),
    inputs,
  }));
  // Inputs come after what is computed from them.
  for (const of of values.toReversed()) {
    if (of.value.method !== 'reported') of.checks = checkDerived(of, values);
    of.verdict = verdictOf(of.checks);
  }
  const [first] = values;
  if (first !== undefined && claimed !== null) {
    first.checks = [checkClaim(claimed, digitsOf(value)), ...first.checks];
    first.verdict = verdictOf(first.checks);
  }
  return { values, documents: proved };
}

type ListedValue = Pick<ProvedValue, 'name' | 'value' | 'inputs'>;

/** A value and everything behind it, each once, computed values before their inputs. */
function listValues(name: string, value: KpiValue): ListedValue[] {
  const ordered: KpiValue[] = [];
  const names = new Map<KpiValue, string>();
  const visit = (of: string, one: KpiValue): void => {
    if (names.has(one) || names.size >= MAX_VALUES) return;
    names.set(one, of);
    for (const input of (one.inputs ?? []).toReversed()) visit(input.name, input.value);
    ordered.unshift(one);
  };
  visit(name, value);
  const places = new Map(ordered.map((one, at) => [one, at]));
  return ordered.map(one => ({
    name: names.get(one) ?? '',
    value: one,
    inputs: (one.inputs ?? []).map(input => ({ input, at: places.get(input.value) ?? -1 })),
  }));
}

function statedBy(stored: StoredFact | undefined, found: FoundFact | null): ProvedValue['stated'] {
  return stored === undefined || found === null ? null : { source: stored.source, found };
}

function checkReported(
  value: KpiValue,
  stored: StoredFact | undefined,
  sources: ReadonlyMap<string, SourceDocuments>,
  documents: readonly ProvedDocument[],
  found: FoundFact | null,
): Check[] {
  if (stored === undefined) {
    const detail = `No stored fact of ${value.accession} states it as ${value.concept}.`;
    return [{ step: 'fact', result: 'not_checked', detail }];
  }
  const { source, wanted } = stored;
  const fact: Check = {
    step: 'fact',
    result: 'confirmed',
    detail: `${wanted.concept} in ${wanted.accession}, from ${source}.`,
  };
  if (!sources.has(source)) {
    return [fact, { step: 'archive', result: 'not_checked', detail: `No archived document of ${source} is known.` }];
  }
  const own = documents.filter(document => document.source === source);
  const archive = checkArchive(own);
  if (archive.result !== 'confirmed') return [fact, archive];
  const element: Check =
    found === null
      ? { step: 'element', result: 'refuted', detail: `The archived bytes of ${source} do not state it.` }
      : checkElement(value, digitsOf(value), wanted, found);
  return [fact, archive, element, ...own.map(checkRegistry)];
}

function checkArchive(documents: readonly ProvedDocument[]): Check {
  const failed = documents.find(({ read }) => read.failure !== null || read.sha256 === null);
  if (failed) {
    const detail = `${failed.url} could not be read from the archive (${failed.read.failure ?? 'no bytes'}).`;
    return { step: 'archive', result: 'not_checked', detail };
  }
  const other = documents.find(({ sha256, read }) => sha256 !== null && sha256 !== read.sha256);
  if (other) {
    const detail = `${other.url} has the digest ${other.read.sha256} now, and had ${other.sha256} when it was archived.`;
    return { step: 'archive', result: 'refuted', detail };
  }
  const digests = documents.map(({ read }) => read.sha256).join(', ');
  return { step: 'archive', result: 'confirmed', detail: `The archived bytes have the stored digest ${digests}.` };
}

/** The registry is not asked: the step says whether it returned these bytes when they were archived. */
function checkRegistry({ url, fetchedAt }: ProvedDocument): Check {
  return fetchedAt === null
    ? { step: 'registry', result: 'not_checked', detail: `Imported; the registry publishes it at ${url}.` }
    : { step: 'registry', result: 'confirmed', detail: `${url} returned these bytes, last at ${fetchedAt}.` };
}

function checkDerived({ value, inputs }: ProvedValue, values: readonly ProvedValue[]): Check[] {
  const behind = inputs.map(({ at }) => values[at]);
  const wrong = behind.filter(one => one?.verdict === 'refuted').length;
  const open = behind.filter(one => one?.verdict !== 'confirmed').length;
  if (inputs.length === 0) {
    return [{ step: 'inputs', result: 'not_checked', detail: `The inputs of ${value.formula} are not known.` }];
  }
  const result = wrong > 0 ? 'refuted' : open > 0 ? 'not_checked' : 'confirmed';
  const counted = `${behind.length - open} of ${behind.length} inputs are confirmed`;
  const detail = wrong > 0 ? `${counted}, ${wrong} refuted.` : `${counted}.`;
  return [{ step: 'inputs', result, detail }, checkFormula(value)];
}
