import { sql, type Transaction } from '../db/database.ts';
import { queueFilingEvents } from '../delivery/filing-events.ts';
import { queueGuidanceEvents } from '../delivery/guidance-events.ts';
import { queueInsiderEvents } from '../delivery/insider-events.ts';
import { replaceAnomalies } from '../store/anomalies.ts';
import { refreshProminenceOfIssuers } from '../store/entities.ts';
import { deleteFactSets, redateFactSets, replaceFactSets } from '../store/facts.ts';
import { upsertFilingFiles } from '../store/filing-files.ts';
import { replaceEarningsRelease, replaceFilingReport } from '../store/filing-reports.ts';
import { replaceFilingText, retagSections } from '../store/filing-sections.ts';
import { upsertStandings } from '../store/filing-standings.ts';
import { loadFilings, mergeFilings } from '../store/filings.ts';
import { replaceFinancials } from '../store/financials.ts';
import { redateInsiderReports, replaceInsiderReports } from '../store/insider-reports.ts';
import { upsertIssuers, upsertStatements } from '../store/issuers.ts';
import { replaceSupplyReadings } from '../store/supply-chain.ts';
import { checkTranscriptPeriods } from '../store/transcripts.ts';
import { joinTwins } from './join-twins.ts';
import type { PackedContents } from './pack-contents.ts';
import { releaseRows } from './packed-rows.ts';
import type { Refined, RefinedIssuer } from './refine-types.ts';
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
  await redateInsiderReports(
    tx,
    withFilings.map(issuer => issuer.row.issuerId),
  );
  const insiderReports = await replaceInsiderReports(tx, known);
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
  const since = Date.now() - announcesForHours * HOUR_MS;
  await queueNewFilings(tx, registry, withFilings, since);
  await queueInsiderEvents(tx, insiderReports, new Date(since).toISOString());
  await queueGuidanceEvents(tx, known, new Date(since).toISOString());
  releaseRows(issuers);
  return unknown;
}

const HOUR_MS = 3_600_000;

/** Last of all: who queues the same filing for another filer waits for this transaction to end. */
async function queueNewFilings(
  tx: Transaction,
  registry: string,
  issuers: readonly RefinedIssuer[],
  since: number,
): Promise<void> {
  const withNew = issuers.filter(one => one.newestFilingAt !== null && Date.parse(one.newestFilingAt) > since);
  const ids = withNew.map(one => one.row.issuerId);
  await queueFilingEvents(tx, registry, ids, new Date(since).toISOString());
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
