import { createHash } from 'node:crypto';
import { encodeLines } from '../db/encode-lines.ts';
import { EVENT_RULES_VERSION } from '../domain/disclosures/events/rules/event-kinds.ts';
import { readListedEvents } from '../domain/disclosures/events/rules/listed-events.ts';
import { type EncodedEventReading, encodeEventReading } from '../domain/disclosures/events/store.ts';
import { RED_FLAG_RULES_VERSION } from '../domain/disclosures/red-flags/rules/flag-rules.ts';
import { readFigureFlags } from '../domain/disclosures/red-flags/rules/read-figure-flags.ts';
import { toFlagRow } from '../domain/disclosures/red-flags/store.ts';
import type { Financials } from '../domain/figures/financials/model/financials.ts';
import { CODEC_VERSION } from '../domain/figures/financials/model/financials-codec.ts';
import { packFinancials, RULES_VERSION } from '../domain/figures/financials/rules/financials.ts';
import { encodeIssuerFinancials } from '../domain/figures/financials/store.ts';
import type { DocumentRef } from '../domain/filings/documents/model.ts';
import { type FactFiling, type FactSet, FILING_SOURCE, isSuperseded } from '../domain/filings/facts/model/facts.ts';
import { decodeFactFilings } from '../domain/filings/facts/model/facts-codec.ts';
import { decodeFactSet, encodeFactSet, type StoredFactSet } from '../domain/filings/facts/store/facts.ts';
import {
  type DatedStanding,
  type FilingStanding,
  laterStanding,
  voidSince,
} from '../domain/filings/filings/model/filing-standing.ts';
import type { IssuerRecords } from '../domain/filings/filings/model/issuer-records.ts';
import { filingLine } from '../domain/filings/filings/store/filings.ts';
import type { Issuer } from '../domain/filings/issuers/model/issuer.ts';
import { marketOfRegistries, mergeIssuer } from '../domain/filings/issuers/rules/merge-issuer.ts';
import type { IssuerState, Statement } from '../domain/filings/issuers/store/issuer-state.ts';
import { encodeRoles } from '../domain/ownership/people/store/role-statements.ts';
import type { Anomaly } from '../kernel/anomaly.ts';
import { compareText } from '../kernel/compare-text.ts';
import { type Instant, toInstant } from '../kernel/dates.ts';
import { messageOf } from '../kernel/errors.ts';
import { LEAST_TRUSTED, precedenceOf, type Source } from '../sources/kit/source.ts';
import { chooseFilings, newestKnown, newestOf, overlayKnown, type RankedFiling } from './known-filings.ts';
import type { RefinedIssuer } from './refine-types.ts';

/** What is to be made of one issuer: its stored state and what its documents say now. */
export interface IssuerInput {
  source: Source;
  state: IssuerState;
  records: readonly IssuerRecords[];
  /** What the documents say became of filings. */
  standings: readonly FilingStanding[];
  /** The documents that the records come from, with their digests. */
  documents: readonly DocumentRef[];
  force: boolean;
  storedSets: readonly StoredFactSet[] | null;
}

export interface IssuerOutput {
  issuer: RefinedIssuer;
  anomalies: Anomaly[];
  /** Whether {@link financialsSource}'s anomalies are among them. */
  isNormalised: boolean;
  failure: string | null;
}

/** Merges, normalises and packs one issuer; `needs_sets` where the values rest on stored fact sets not handed along. */
export function refineIssuer(input: IssuerInput): IssuerOutput | 'needs_sets' {
  const { source, state } = input;
  const registry = source.description.registry;
  const stated = input.records.map(one => ({ ...one, damage: one.damage ?? emptiedSince(state, registry, one) }));
  const records = stated.filter(one => one.damage === null || !hasWholeStatement(state, registry, one.source));
  const statements = records.map(one => toStatement(input, one));
  const standing = standingStatements(state, statements);
  const merged = mergeStatements(state.canonicalKey, standing);
  const filings = chooseFilings(source, records);
  const known = overlayKnown(state.known, filings);
  const told = records.flatMap(one => one.facts.map(set => completed(source, set, one.damage, known)));
  const stored = state.factSources.map(one => ({ ...one, filings: decodeFactFilings(one.filings) }));
  const sets = told.filter(set => !isSuperseded(set.source, [...told, ...stored]));
  const digests = new Map(records.flatMap(one => one.facts.map(set => [set.source, digestOf(input, one.source)])));
  const untouched = stored.filter(one => !digests.has(one.source));
  const superseded = untouched.filter(one => isSuperseded(one.source, [...told, ...stored]));
  const kept = untouched.filter(one => !superseded.includes(one));
  const voided = voidSince(standingsOf(state, input.standings));
  const version = versionOf(merged, sets, digests, kept, known, voided);
  const isStale = (sets.length > 0 || kept.length > 0) && (input.force || version !== state.financialsVersion);
  if (isStale && kept.length > 0 && input.storedSets === null) return 'needs_sets';

  const output: IssuerOutput = {
    issuer: {
      row: { issuerId: state.issuerId, marketId: marketOf(standing, merged), issuer: merged },
      statements,
      filings: encodeLines(filings.map(({ filing, precedence }) => filingLine(state.issuerId, filing, precedence))),
      filingsCount: filings.length,
      newestFilingAt: newestOf(filings),
      mergesFilings: state.hasFilings,
      facts: sets.map(set =>
        encodeFactSet(set, {
          issuerId: state.issuerId,
          registry,
          digest: digests.get(set.source) ?? '',
          newestKnown: newestKnown([set.filings], known),
        }),
      ),
      superseded: superseded.map(({ source: name }) => ({ issuerId: state.issuerId, source: name })),
      redated: kept.map(one => ({
        issuerId: state.issuerId,
        source: one.source,
        newestKnown: newestKnown([one.filings], known),
      })),
      listedEvents: listedEventsOf(state, filings),
      contents: [],
      holdings: [],
      roles: records.flatMap(({ people, source: name }) =>
        people === undefined ? [] : [encodeRoles(people, { issuerId: state.issuerId, registry, source: name })],
      ),
      financials: null,
      figureFlags: null,
    },
    anomalies: [],
    isNormalised: false,
    failure: null,
  };
  for (const one of stated) if (one.damage !== null) tellDamage(input, one, output);
  if (isStale) {
    const keptNames = new Set(kept.map(one => one.source));
    const keptSets = (input.storedSets ?? []).filter(one => keptNames.has(one.source)).map(decodeFactSet);
    normalise(input, merged, [...sets, ...keptSets], { known, voided }, version, output);
  }
  return output;
}

/**
 * A set in the store's order; what a damaged document holds is a part of what it should, and what nobody dates by the
 * moment is dated by the registry's rule.
 */
function completed(source: Source, set: FactSet, damage: string | null, known: ReadonlyMap<string, number>): FactSet {
  const filings = set.filings.map(filing => {
    if (filing.acceptedAt !== null || known.has(filing.accession)) return filing;
    return { ...filing, assumedKnownAt: source.knownAtOfDay(filing.filed) };
  });
  return inCanonicalOrder({ ...set, filings, ...(damage === null ? {} : { isPartial: true }) });
}

/** The stored standings of an issuer's filings with what is said now; what is not dated is of today. */
function standingsOf(state: IssuerState, told: readonly FilingStanding[]): DatedStanding[] {
  const standings = new Map<string, DatedStanding>(state.standings.map(one => [one.nativeId, one]));
  for (const one of told) {
    const dated = { ...one, since: one.since ?? new Date().toISOString() };
    const known = standings.get(one.nativeId);
    standings.set(one.nativeId, known === undefined ? dated : laterStanding(known, dated));
  }
  return [...standings.values()].sort((a, b) => compareText(a.nativeId, b.nativeId));
}

/** The name under which anomalies of an issuer's canonical values stand. */
export function financialsSource(canonicalKey: string): string {
  return `normalise/${canonicalKey}`;
}

/** Readings without events matter only where there may have been some. */
function listedEventsOf(
  { issuerId, hasFilings }: IssuerState,
  filings: readonly RankedFiling[],
): EncodedEventReading[] {
  return filings.flatMap(({ filing }) => {
    const events = readListedEvents(filing);
    if (events.length === 0 && !hasFilings) return [];
    const { registry, nativeId } = filing;
    return [encodeEventReading(events, { issuerId, registry, nativeId }, 'list', EVENT_RULES_VERSION)];
  });
}

/** That of the home listing; an unlisted issuer's is what its documents say, else the one of its registries. */
function marketOf(statements: readonly Statement[], issuer: Issuer): string {
  const home = issuer.listings.find(listing => listing.isHome);
  return home?.marketId ?? issuer.marketId ?? marketOfRegistries(statements.map(one => one.registry)) ?? '';
}

function hasWholeStatement(state: IssuerState, registry: string, source: string): boolean {
  return statementOf(state, registry, source)?.damage === null;
}

function statementOf(state: IssuerState, registry: string, source: string): Statement | undefined {
  return state.statements.find(one => one.registry === registry && one.source === source);
}

/** A source that had filings or facts of the issuer and has none now has not lost them: something is wrong with it. */
function emptiedSince(state: IssuerState, registry: string, records: IssuerRecords): string | null {
  const before = statementOf(state, registry, records.source);
  if (before === undefined) return null;
  const hasLost =
    (before.filingsCount > 0 && records.filings.length === 0) || (before.factsCount > 0 && countFacts(records) === 0);
  return hasLost ? 'emptied_answer' : null;
}

function tellDamage(input: IssuerInput, records: IssuerRecords, output: IssuerOutput): void {
  output.failure ??= `${records.damage}: ${records.source} of ${input.state.canonicalKey}`;
  if (records.damage !== 'emptied_answer') return;
  output.anomalies.push({
    registry: input.source.description.registry,
    source: documentsOf(input, records.source)[0]?.url ?? records.source,
    locator: '',
    kind: 'emptied_answer',
    detail: 'there were filings or facts before, and there are none now; the earlier ones are kept',
  });
}

/** The number of observations in some records. */
export function countFacts(records: IssuerRecords): number {
  return records.facts.reduce((sum, set) => sum + set.series.reduce((of, series) => of + series.ends.length, 0), 0);
}

function toStatement(input: IssuerInput, records: IssuerRecords): Statement & { issuerId: string } {
  const { source, state } = input;
  return {
    issuerId: state.issuerId,
    source: records.source,
    registry: source.description.registry,
    precedence: issuerPrecedence(source, records.source),
    issuer: records.issuer === null ? null : JSON.stringify(records.issuer),
    documents: JSON.stringify(documentsOf(input, records.source)),
    damage: records.damage,
    filingsCount: records.filings.length,
    factsCount: countFacts(records),
  };
}

/** What a filing says of its issuer was true when it was filed: any summary of the registry knows better. */
function issuerPrecedence(source: Source, name: string): number {
  return name.startsWith(FILING_SOURCE) ? LEAST_TRUSTED : precedenceOf(source, name);
}

function documentsOf({ source, documents }: IssuerInput, name: string): DocumentRef[] {
  return documents.filter(one => source.sourceOf(one.url) === name).sort((a, b) => compareText(a.url, b.url));
}

/** The document's own digest, or one over those of several. */
function digestOf(input: IssuerInput, name: string): string {
  const digests = [...new Set(documentsOf(input, name).map(one => one.sha256 ?? ''))];
  if (digests.length === 1 && digests[0] !== undefined) return digests[0];
  return createHash('sha256').update(digests.join('\n')).digest('hex');
}

/** Every statement of the issuer as it will stand, whichever registry it is of. */
function standingStatements(state: IssuerState, added: readonly Statement[]): Statement[] {
  const keyOf = ({ registry, source }: Statement): string => `${registry} ${source}`;
  const replaced = new Set(added.map(keyOf));
  return [...state.statements.filter(one => !replaced.has(keyOf(one))), ...added];
}

function mergeStatements(canonicalKey: string, statements: readonly Statement[]): Issuer {
  const merged = mergeIssuer(
    statements.flatMap(({ registry, source, precedence, issuer }) =>
      issuer === null ? [] : [{ registry, source, precedence, issuer: JSON.parse(issuer) as Issuer }],
    ),
  );
  return merged ?? anonymous(canonicalKey);
}

/** An issuer of which nothing but its key is known. */
function anonymous(canonicalKey: string): Issuer {
  return {
    canonicalKey,
    companyName: canonicalKey,
    countryCode: null,
    legalForm: null,
    status: 'active',
    industry: null,
    fiscalYearEnd: null,
    identifiers: [],
    formerNames: [],
    listings: [],
  };
}

/** The store gives series in the order of their names; the rules must see the same order at first sight. */
function inCanonicalOrder(set: FactSet): FactSet {
  const series = [...set.series].sort(
    (a, b) =>
      compareText(a.concept, b.concept) || compareText(a.unit, b.unit) || compareText(a.dimensions, b.dimensions),
  );
  const faces = Object.fromEntries(Object.entries(set.faces).sort(([a], [b]) => compareText(a, b)));
  return { ...set, series, faces };
}

/** A stored fact set that stays, without its series. */
interface KeptSource {
  source: string;
  digest: string;
  filings: FactFiling[];
}

function versionOf(
  issuer: Issuer,
  sets: readonly FactSet[],
  digests: ReadonlyMap<string, string>,
  kept: readonly KeptSource[],
  known: ReadonlyMap<string, number>,
  voided: Readonly<Record<string, Instant>>,
): string {
  const filings = [...sets.map(set => set.filings), ...kept.map(one => one.filings)].flat();
  const dated = [...new Set(filings.map(one => one.accession))].sort().map(one => [one, known.get(one) ?? null]);
  const sources = [...digests, ...kept.map(one => [one.source, one.digest])].sort(([a], [b]) =>
    compareText(a ?? '', b ?? ''),
  );
  const gone = Object.keys(voided).filter(accession => filings.some(one => one.accession === accession));
  const inputs = JSON.stringify([
    RULES_VERSION,
    RED_FLAG_RULES_VERSION,
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

function normalise(
  input: IssuerInput,
  issuer: Issuer,
  sets: FactSet[],
  { known, voided }: { known: ReadonlyMap<string, number>; voided: Readonly<Record<string, Instant>> },
  version: string,
  output: IssuerOutput,
): void {
  const { state, source } = input;
  const registry = source.description.registry;
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
    output.issuer.financials = encodeIssuerFinancials(financials, { issuerId: state.issuerId, version, dataAsOf });
    output.issuer.figureFlags = readFigureFlags(financials.years, financials.companyType).map(({ nativeId, flag }) =>
      toFlagRow(flag, { issuerId: state.issuerId, registry: null, nativeId }, RED_FLAG_RULES_VERSION),
    );
    output.anomalies.push(...toAnomalies(registry, canonicalKey, financials));
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
  output.isNormalised = true;
}

/** Of one kind and filing there may be several: they are numbered. */
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
