import { createHash } from 'node:crypto';
import { encodeLines } from '../db/encode-text.ts';
import type { Anomaly } from '../kernel/anomaly-log.ts';
import { compareText } from '../kernel/compare-text.ts';
import { type Instant, type IsoDate, toInstant } from '../kernel/dates.ts';
import { messageOf } from '../kernel/errors.ts';
import { appendAll } from '../kernel/lists.ts';
import type { Financials } from './figures/financials/model/financials.ts';
import { CODEC_VERSION } from './figures/financials/model/financials-codec.ts';
import { financialsPart } from './figures/financials/part.ts';
import { packFinancials, RULES_VERSION } from './figures/financials/rules/financials.ts';
import { encodeIssuerFinancials } from './figures/financials/store.ts';
import type { DocumentRef } from './filings/documents/model.ts';
import { type FactFiling, type FactSet, FILING_SOURCE, isSuperseded } from './filings/facts/model/facts.ts';
import { decodeFactFilings } from './filings/facts/model/facts-codec.ts';
import { factsPart, type StatedFacts } from './filings/facts/part.ts';
import { decodeFactSet, encodeFactSet, type StoredFactSet } from './filings/facts/store/facts.ts';
import {
  type DatedStanding,
  type FilingStanding,
  laterStanding,
  voidSince,
} from './filings/filings/model/filing-standing.ts';
import type { IssuerRecords } from './filings/filings/model/issuer-records.ts';
import { filingsPart, type ListedFilings } from './filings/filings/part.ts';
import { filingLine } from './filings/filings/store/filings.ts';
import type { Issuer } from './filings/issuers/model/issuer.ts';
import { issuersPart, type StatedIssuer } from './filings/issuers/part.ts';
import { withReplacedNames } from './filings/issuers/rules/replaced-names.ts';
import type { IssuerState, Statement } from './filings/issuers/store/issuer-state.ts';
import {
  countFacts,
  hasWholeStatement,
  marketOf,
  mergeStatements,
  standingStatements,
  statementOf,
} from './issuer-statements.ts';
import { chooseFilings, newestKnown, newestOf, overlayKnown } from './known-filings.ts';
import type { BatchIssuer, Part } from './part.ts';

/** What processing needs to know about a registry. */
export interface RegistryRules {
  registry: string;
  /** The precedence of a source; the lowest value is the most trusted. */
  rankOf(source: string): number;
  leastTrusted: number;
  sourceOf(url: string): string | null;
  /** When a filing that the registry dates by day only counts as known. */
  knownAtOfDay(date: IsoDate): Instant;
}

/** One issuer: its stored state and what its documents state. */
export interface IssuerInput {
  rules: RegistryRules;
  parts: readonly Part[];
  state: IssuerState;
  records: readonly IssuerRecords[];
  /** Status changes of filings that the documents state. */
  standings: readonly FilingStanding[];
  /** The documents that the records come from, with their digests. */
  documents: readonly DocumentRef[];
  force: boolean;
  storedSets: readonly StoredFactSet[] | null;
}

export interface IssuerOutput {
  issuer: BatchIssuer;
  anomalies: Anomaly[];
  /** Whether `anomalies` includes those of {@link financialsSource}. */
  computedFigures: boolean;
  failure: string | null;
}

/**
 * Merges what sources state about one issuer, computes its figures if any of their inputs changed, and encodes everything
 * for the store, part by part. Returns `needs_sets` if the figures depend on stored fact sets that were not passed.
 */
export function processIssuer(input: IssuerInput): IssuerOutput | 'needs_sets' {
  const { rules, state } = input;
  const { registry } = rules;
  const { issuerId } = state;
  const stated = input.records.map(record => ({
    ...record,
    damage: record.damage ?? emptiedSince(state, registry, record),
  }));
  const records = stated.filter(item => item.damage === null || !hasWholeStatement(state, registry, item.source));
  const statements = records.map(record => toStatement(input, record));
  const standing = standingStatements(state, statements);
  const merged = mergeStatements(state.canonicalKey, standing);
  const filings = chooseFilings(rules.rankOf, records);
  const known = overlayKnown(state.known, filings);
  const newSets = records.flatMap(record => record.facts.map(set => completed(rules, set, record.damage, known)));
  const stored = state.factSources.map(source => ({ ...source, filings: decodeFactFilings(source.filings) }));
  const sets = newSets.filter(set => !isSuperseded(set.source, [...newSets, ...stored]));
  const digests = new Map(
    records.flatMap(record => record.facts.map(set => [set.source, digestOf(input, record.source)])),
  );
  const untouched = stored.filter(item => !digests.has(item.source));
  const superseded = untouched.filter(item => isSuperseded(item.source, [...newSets, ...stored]));
  const kept = untouched.filter(item => !superseded.includes(item));
  const voided = voidSince(standingsOf(state, input.standings));
  const version = versionOf(input.parts, merged, sets, digests, kept, known, voided);
  const isStale = (sets.length > 0 || kept.length > 0) && (input.force || version !== state.financialsVersion);
  if (isStale && kept.length > 0 && input.storedSets === null) return 'needs_sets';

  const facts: StatedFacts = {
    sets: sets.map(set =>
      encodeFactSet(set, {
        ...{ issuerId, registry },
        digest: digests.get(set.source) ?? '',
        newestKnown: newestKnown([set.filings], known),
      }),
    ),
    superseded: superseded.map(set => ({ issuerId, source: set.source })),
    redated: kept.map(set => ({ issuerId, source: set.source, newestKnown: newestKnown([set.filings], known) })),
  };
  const listed: ListedFilings = {
    lines: encodeLines(filings.map(({ filing, precedence }) => filingLine(issuerId, filing, precedence))),
    mergesFilings: state.hasFilings,
  };
  const issuer: StatedIssuer = {
    row: { issuerId, marketId: marketOf(standing, merged), issuer: merged },
    statements,
  };
  const reading = {
    ...{ issuerId, registry, hasFilings: state.hasFilings, records },
    filings: filings.map(({ filing }) => filing),
  };
  const output: IssuerOutput = {
    issuer: {
      issuerId,
      canonicalKey: merged.canonicalKey,
      filingsCount: filings.length,
      factsCount: facts.sets.reduce((sum, set) => sum + set.factsCount, 0),
      newestFilingAt: newestOf(filings),
      parts: {
        [issuersPart.name]: issuer,
        [filingsPart.name]: listed,
        [factsPart.name]: facts,
        ...readParts(input.parts, part => part.readIssuer?.(reading)),
      },
      opened: [],
    },
    anomalies: [],
    computedFigures: false,
    failure: null,
  };
  for (const one of stated) if (one.damage !== null) reportDamage(input, one, output);
  reportFutureFilings(input, records, output);
  if (isStale) {
    const keptNames = new Set(kept.map(item => item.source));
    const keptSets = (input.storedSets ?? []).filter(set => keptNames.has(set.source)).map(decodeFactSet);
    computeFigures(input, merged, [...sets, ...keptSets], { known, voided }, version, output);
  }
  return output;
}

/**
 * A fact set in canonical order. A set from a damaged document is marked partial; filings without an acceptance time are
 * dated by the registry's rule.
 */
function completed(
  rules: RegistryRules,
  set: FactSet,
  damage: string | null,
  known: ReadonlyMap<string, number>,
): FactSet {
  const filings = set.filings.map(filing => {
    if (filing.acceptedAt !== null || known.has(filing.accession)) return filing;
    return { ...filing, assumedKnownAt: rules.knownAtOfDay(filing.filed) };
  });
  return inCanonicalOrder({ ...set, filings, ...(damage === null ? {} : { isPartial: true }) });
}

/** Merges the stored statuses of an issuer's filings with new ones; undated statuses start now. */
function standingsOf(state: IssuerState, added: readonly FilingStanding[]): DatedStanding[] {
  const standings = new Map<string, DatedStanding>(state.standings.map(standing => [standing.nativeId, standing]));
  for (const one of added) {
    const dated = { ...one, since: one.since ?? new Date().toISOString() };
    const known = standings.get(one.nativeId);
    standings.set(one.nativeId, known === undefined ? dated : laterStanding(known, dated));
  }
  return [...standings.values()].sort((a, b) => compareText(a.nativeId, b.nativeId));
}

/** The source name of anomalies in an issuer's canonical values. */
export function financialsSource(canonicalKey: string): string {
  return `normalise/${canonicalKey}`;
}

/** The values of parts that return one, by part name. */
function readParts(parts: readonly Part[], read: (part: Part) => unknown): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const part of parts) {
    const value = read(part);
    if (value !== undefined) values[part.name] = value;
  }
  return values;
}

/** Treats a source that had filings or facts of the issuer and now has none as damaged. */
function emptiedSince(state: IssuerState, registry: string, records: IssuerRecords): string | null {
  const before = statementOf(state, registry, records.source);
  if (before === undefined) return null;
  const hasLost =
    (before.filingsCount > 0 && records.filings.length === 0) || (before.factsCount > 0 && countFacts(records) === 0);
  return hasLost ? 'emptied_answer' : null;
}

function reportDamage(input: IssuerInput, records: IssuerRecords, output: IssuerOutput): void {
  output.failure ??= `${records.damage}: ${records.source} of ${input.state.canonicalKey}`;
  if (records.damage !== 'emptied_answer') return;
  output.anomalies.push({
    registry: input.rules.registry,
    source: documentsOf(input, records.source)[0]?.url ?? records.source,
    locator: '',
    kind: 'emptied_answer',
    detail: 'the source had filings or facts before and now has none; the earlier ones are retained',
  });
}

/** Clocks of registries and of this machine differ by less. */
const CLOCKS_DIFFER_MS = 86_400_000;

/** Filings that became known in the future: lists and data_as_of ignore them until then. */
function reportFutureFilings(input: IssuerInput, records: readonly IssuerRecords[], output: IssuerOutput): void {
  const latest = Date.now() + CLOCKS_DIFFER_MS;
  for (const { source, filings } of records) {
    for (const { nativeId, knownAt } of filings) {
      if (Date.parse(knownAt) <= latest) continue;
      output.anomalies.push({
        registry: input.rules.registry,
        source: documentsOf(input, source)[0]?.url ?? source,
        locator: nativeId,
        kind: 'future_instant',
        detail: `the filing became known at ${knownAt}, which is in the future`,
      });
    }
  }
}

function toStatement(input: IssuerInput, records: IssuerRecords): Statement & { issuerId: string } {
  const { rules, state } = input;
  return {
    issuerId: state.issuerId,
    source: records.source,
    registry: rules.registry,
    precedence: issuerPrecedence(rules, records.source),
    issuer: records.issuer === null ? null : JSON.stringify(sinceReplaced(input, records.source, records.issuer)),
    documents: JSON.stringify(documentsOf(input, records.source)),
    damage: records.damage,
    filingsCount: records.filings.length,
    factsCount: countFacts(records),
  };
}

/** An issuer with the names that its source stated before and no longer does as former names. */
function sinceReplaced({ rules, state }: IssuerInput, source: string, issuer: Issuer): Issuer {
  const before = statementOf(state, rules.registry, source)?.issuer ?? null;
  if (before === null) return issuer;
  return withReplacedNames(issuer, JSON.parse(before) as Issuer, new Date().toISOString().slice(0, 10));
}

/** A filing describes its issuer as of its date, so any registry summary takes precedence over it. */
function issuerPrecedence(rules: RegistryRules, name: string): number {
  return name.startsWith(FILING_SOURCE) ? rules.leastTrusted : rules.rankOf(name);
}

function documentsOf({ rules, documents }: IssuerInput, name: string): DocumentRef[] {
  return documents.filter(document => rules.sourceOf(document.url) === name).sort((a, b) => compareText(a.url, b.url));
}

/** The digest of the source's document, or one over the digests of several documents. */
function digestOf(input: IssuerInput, name: string): string {
  const digests = [...new Set(documentsOf(input, name).map(document => document.sha256 ?? ''))];
  if (digests.length === 1 && digests[0] !== undefined) return digests[0];
  return createHash('sha256').update(digests.join('\n')).digest('hex');
}

/** Sorts series as the store returns them, so that rules see the same order on the first run. */
function inCanonicalOrder(set: FactSet): FactSet {
  const series = [...set.series].sort(
    (a, b) =>
      compareText(a.concept, b.concept) || compareText(a.unit, b.unit) || compareText(a.dimensions, b.dimensions),
  );
  const faces = Object.fromEntries(Object.entries(set.faces).sort(([a], [b]) => compareText(a, b)));
  return { ...set, series, faces };
}

/** A retained fact set of the store, without its series. */
interface KeptSource {
  source: string;
  digest: string;
  filings: FactFiling[];
}

function versionOf(
  parts: readonly Part[],
  issuer: Issuer,
  sets: readonly FactSet[],
  digests: ReadonlyMap<string, string>,
  kept: readonly KeptSource[],
  known: ReadonlyMap<string, number>,
  voided: Readonly<Record<string, Instant>>,
): string {
  const filings = [...sets.map(set => set.filings), ...kept.map(source => source.filings)].flat();
  const dated = [...new Set(filings.map(filing => filing.accession))]
    .sort()
    .map(value => [value, known.get(value) ?? null]);
  const sources = [...digests, ...kept.map(source => [source.source, source.digest])].sort(([a], [b]) =>
    compareText(a ?? '', b ?? ''),
  );
  const gone = Object.keys(voided).filter(accession => filings.some(filing => filing.accession === accession));
  const inputs = JSON.stringify([
    RULES_VERSION,
    ...parts.flatMap(part => part.figuresVersion ?? []),
    CODEC_VERSION,
    sicOf(issuer),
    sources,
    dated,
    ...gone,
  ]);
  return createHash('sha256').update(inputs).digest('hex').slice(0, 32);
}

function sicOf(issuer: Issuer): string | null {
  return issuer.industry?.scheme === 'sic' ? issuer.industry.code : null;
}

function computeFigures(
  input: IssuerInput,
  issuer: Issuer,
  sets: FactSet[],
  { known, voided }: { known: ReadonlyMap<string, number>; voided: Readonly<Record<string, Instant>> },
  version: string,
  output: IssuerOutput,
): void {
  const { state, rules } = input;
  const { registry } = rules;
  const ordered = sets.sort((a, b) => compareText(a.source, b.source));
  const canonicalKey = state.canonicalKey;
  try {
    const financials = packFinancials({
      sets: ordered,
      knownAt: Object.fromEntries([...known].map(([accession, seconds]) => [accession, toInstant(seconds * 1_000)])),
      voidSince: voided,
      sic: sicOf(issuer),
      canonicalKey,
      asOf: null,
    });
    const dataAsOf = newestKnown(
      ordered.map(set => set.filings),
      known,
    );
    const { issuerId } = state;
    output.issuer.parts[financialsPart.name] = encodeIssuerFinancials(financials, { issuerId, version, dataAsOf });
    Object.assign(
      output.issuer.parts,
      readParts(input.parts, part => part.readFigures?.(financials, issuerId)),
    );
    appendAll(output.anomalies, toAnomalies(registry, canonicalKey, financials));
  } catch (error) {
    const detail = messageOf(error);
    output.failure ??= `normalise_failed: ${detail}`;
    output.anomalies.push({
      registry,
      source: financialsSource(canonicalKey),
      locator: '',
      kind: 'normalise_failed',
      detail,
    });
  }
  output.computedFigures = true;
}

/** Numbers anomalies of the same kind and filing. */
function toAnomalies(registry: string, canonicalKey: string, financials: Pick<Financials, 'anomalies'>): Anomaly[] {
  const counts = new Map<string, number>();
  return financials.anomalies.map(({ kind, accession, detail }) => {
    const place = `${accession ?? ''} ${kind}`;
    const count = (counts.get(place) ?? 0) + 1;
    counts.set(place, count);
    const locator = count === 1 ? (accession ?? '') : `${accession ?? ''}#${count}`;
    return { registry, source: financialsSource(canonicalKey), locator, kind, detail };
  });
}
