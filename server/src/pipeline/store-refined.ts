import { sql, type Transaction } from '../db/database.ts';
import { replaceEventReadings, settleEvents } from '../domain/disclosures/events/store.ts';
import { settleRedFlags } from '../domain/disclosures/red-flags/resolve-red-flags.ts';
import { replaceIssuerFlags, replaceTextFlags } from '../domain/disclosures/red-flags/store.ts';
import { replaceSupplyReadings } from '../domain/disclosures/supply-chain/store.ts';
import { checkTranscriptPeriods } from '../domain/disclosures/transcripts/store.ts';
import { tellReported } from '../domain/figures/earnings/announce-releases.ts';
import { replaceEarningsRelease } from '../domain/figures/earnings/store.ts';
import { replaceFinancials } from '../domain/figures/financials/store.ts';
import { queueGuidanceEvents } from '../domain/figures/guidance/guidance-events.ts';
import { upsertFilingFiles } from '../domain/filings/documents/store.ts';
import { deleteFactSets, redateFactSets, replaceFactSets } from '../domain/filings/facts/store/facts.ts';
import { replaceFilingReport } from '../domain/filings/facts/store/filing-reports.ts';
import { queueFilingEvents } from '../domain/filings/filings/filing-events.ts';
import { upsertStandings } from '../domain/filings/filings/store/filing-standings.ts';
import { loadFilings, mergeFilings } from '../domain/filings/filings/store/filings.ts';
import { refreshProminenceOfIssuers } from '../domain/filings/issuers/store/entities.ts';
import { upsertIssuers, upsertStatements } from '../domain/filings/issuers/store/issuers.ts';
import { replaceFilingText, retagSections } from '../domain/filings/sections/store/filing-sections.ts';
import { settleCallVerdicts, settleFilingVerdicts } from '../domain/insights/briefs/resolve-verdicts.ts';
import { markSignalChanges, markStandings } from '../domain/insights/signals/store/signals.ts';
import { redateHoldings, replaceHoldings, withoutOpened } from '../domain/ownership/holders/store/holdings-reports.ts';
import { redateStakeReports, replaceStakeReports } from '../domain/ownership/holders/store/stake-reports.ts';
import { queueInsiderEvents } from '../domain/ownership/insiders/insider-events.ts';
import { redateInsiderReports, replaceInsiderReports } from '../domain/ownership/insiders/store.ts';
import {
  markPeople,
  markPeopleOfFilings,
  replaceRoleStatements,
} from '../domain/ownership/people/store/role-statements.ts';
import type { Instant } from '../kernel/dates.ts';
import { joinTwins } from './join-twins.ts';
import type { PackedContents } from './pack-contents.ts';
import { releaseRows } from './packed-rows.ts';
import type { Refined, RefinedIssuer } from './refine-types.ts';
import { replaceAnomalies } from './store/anomalies.ts';
import { storePublished } from './store-published.ts';

/**
 * Stores what threads made of some tasks, all or nothing; each issuer stands in one answer only. Returns the native ids of
 * opened filings that no list and no header has named: what their documents hold can't be filed before that. Filings that
 * became known in the last `announcesForHours` hours are announced with it. The packed rows of the answers are given up.
 */
export async function storeRefined(
  tx: Transaction,
  registry: string,
  answers: readonly Refined[],
  announcesForHours: number,
): Promise<ReadonlySet<string>> {
  const refined = answers.filter(answer => answer.state === 'refined');
  const issuers = refined.flatMap(answer => answer.issuers);
  await upsertIssuers(
    tx,
    issuers.map(issuer => issuer.row),
  );
  await upsertStatements(
    tx,
    issuers.flatMap(issuer => issuer.statements),
  );
  const withFilings = issuers.filter(issuer => issuer.filingsCount > 0);
  await loadFilings(
    tx,
    withFilings.filter(issuer => !issuer.mergesFilings).map(issuer => issuer.filings),
  );
  await mergeFilings(
    tx,
    withFilings.filter(issuer => issuer.mergesFilings).map(issuer => issuer.filings),
  );
  await joinTwins(tx, registry, withFilings);
  await refreshProminenceOfIssuers(
    tx,
    issuers.map(issuer => issuer.row.issuerId),
  );
  await upsertStandings(
    tx,
    registry,
    refined.flatMap(answer => answer.standings),
  );
  for (const { published } of refined) {
    if (published !== null) await storePublished(tx, registry, published, announcesForHours);
  }
  await replaceFactSets(
    tx,
    issuers.flatMap(issuer => issuer.facts),
  );
  await deleteFactSets(
    tx,
    issuers.flatMap(issuer => issuer.superseded),
  );
  await redateFactSets(
    tx,
    issuers.flatMap(issuer => issuer.redated),
  );
  await replaceFinancials(
    tx,
    issuers.flatMap(issuer => issuer.financials ?? []),
  );
  await checkTranscriptPeriods(
    tx,
    issuers.flatMap(issuer => (issuer.financials === null ? [] : [issuer.row.issuerId])),
  );
  const opened = issuers.flatMap(issuer => issuer.contents);
  const unknown = await unknownFilings(tx, opened);
  const known = opened.filter(one => !unknown.has(one.nativeId));
  await storeContents(tx, known);
  await storeRedFlags(tx, issuers, known);
  await storeEvents(tx, issuers, known);
  await redateInsiderReports(
    tx,
    withFilings.map(issuer => issuer.row.issuerId),
  );
  const insiderReports = await replaceInsiderReports(tx, known);
  await redateStakeReports(
    tx,
    withFilings.map(issuer => issuer.row.issuerId),
  );
  await replaceStakeReports(tx, known);
  await redateHoldings(
    tx,
    withFilings.map(issuer => issuer.row.issuerId),
  );
  const stated = issuers.flatMap(issuer => issuer.holdings);
  await replaceHoldings(tx, [...known, ...(await withoutOpened(tx, stated))]);
  await replaceRoleStatements(
    tx,
    issuers.flatMap(issuer => issuer.roles),
  );
  await markPeople(
    tx,
    [...insiderReports, ...known.filter(one => one.stakeReport !== null)].map(one => one.issuerId),
  );
  await retagSections(
    tx,
    issuers.map(issuer => issuer.row.issuerId),
  );
  await replaceAnomalies(
    tx,
    registry,
    refined.flatMap(answer => answer.anomalySources),
    refined.flatMap(answer => answer.anomalies),
  );
  const standings = refined.flatMap(answer => answer.standings);
  const restated = standings.map(one => one.nativeId);
  await markStandings(tx, registry, restated);
  await markPeopleOfFilings(tx, registry, restated);
  await markSignalChanges(
    tx,
    issuers.map(issuer => issuer.row.issuerId),
  );
  // Last of all: who queues the same filing for another filer waits for this transaction to end.
  const since = new Date(Date.now() - announcesForHours * HOUR_MS).toISOString();
  const withNew = filedSince(withFilings, since);
  await queueFilingEvents(tx, registry, withNew, since);
  await queueInsiderEvents(tx, insiderReports, since);
  await queueGuidanceEvents(tx, known, since);
  await tellReported(tx, withNew, since);
  releaseRows(issuers);
  return unknown;
}

/** What figures and texts raise, then what they raise together, and what verdicts rest on them. */
async function storeRedFlags(
  tx: Transaction,
  issuers: readonly RefinedIssuer[],
  opened: readonly PackedContents[],
): Promise<void> {
  const figured = issuers.filter(one => one.figureFlags !== null);
  await replaceIssuerFlags(
    tx,
    'figures',
    figured.map(one => one.row.issuerId),
    figured.flatMap(one => one.figureFlags ?? []),
  );
  await replaceTextFlags(
    tx,
    opened.map(one => one.redFlags),
  );
  const changed = [...figured, ...issuers.filter(one => one.filingsCount > 0)].map(one => one.row.issuerId);
  await settleRedFlags(tx, [...new Set([...changed, ...opened.map(one => one.issuerId)])]);
  const judged = figured.map(one => one.row.issuerId);
  await settleFilingVerdicts(tx, [...new Set([...judged, ...opened.map(one => one.issuerId)])]);
  await settleCallVerdicts(tx, judged);
}

const HOUR_MS = 3_600_000;

/** The ids of issuers whose newest filing became known after a moment. */
function filedSince(issuers: readonly RefinedIssuer[], since: Instant): string[] {
  const isNew = ({ newestFilingAt }: RefinedIssuer) =>
    newestFilingAt !== null && Date.parse(newestFilingAt) > Date.parse(since);
  return issuers.filter(isNew).map(one => one.row.issuerId);
}

/** Events by lists, then by documents; what they are together changes with the dates of filings too. */
async function storeEvents(
  tx: Transaction,
  issuers: readonly RefinedIssuer[],
  opened: readonly PackedContents[],
): Promise<void> {
  await replaceEventReadings(
    tx,
    issuers.flatMap(issuer => issuer.listedEvents),
  );
  await replaceEventReadings(
    tx,
    opened.flatMap(one => one.events ?? []),
  );
  const touched = [
    ...issuers.filter(one => one.filingsCount > 0).map(one => one.row.issuerId),
    ...opened.map(one => one.issuerId),
  ];
  await settleEvents(tx, [...new Set(touched)]);
}

async function unknownFilings(tx: Transaction, opened: readonly PackedContents[]): Promise<ReadonlySet<string>> {
  if (opened.length === 0) return new Set();
  const rows = await tx.query<{ native_id: string }>(sql`
    select native_id from unnest(
      ${opened.map(one => one.issuerId)}::bigint[], ${opened.map(one => one.registry)}::text[],
      ${opened.map(one => one.nativeId)}::text[]) as filing (issuer_id, registry, native_id)
    where not exists (
      select from filings g
      where g.issuer_id = filing.issuer_id and g.registry = filing.registry and g.native_id = filing.native_id)`);
  return new Set(rows.map(row => row.native_id));
}

/** Files, text, tagged facts, earnings releases and what is said of customers and suppliers of opened filings. */
async function storeContents(tx: Transaction, opened: readonly PackedContents[]): Promise<void> {
  for (const { issuerId, registry, nativeId, files, report, earningsRelease } of opened) {
    await upsertFilingFiles(tx, { registry, nativeId }, files, new Date());
    await replaceFilingReport(tx, report);
    await replaceEarningsRelease(tx, { issuerId, registry, nativeId }, earningsRelease);
  }
  await replaceFilingText(
    tx,
    opened.map(one => one.text),
  );
  await replaceSupplyReadings(
    tx,
    opened.map(one => one.supplyChain),
  );
}
