import type { Transaction } from '../db/database.ts';
import { replaceAnomalies } from '../store/anomalies.ts';
import { deleteFactSets, redateFactSets, replaceFactSets } from '../store/facts.ts';
import { loadFilings, mergeFilings } from '../store/filings.ts';
import { replaceFinancials } from '../store/financials.ts';
import { upsertIssuers, upsertStatements } from '../store/issuers.ts';
import type { Refined } from './refine-types.ts';

/** Stores what threads made of some tasks, all or nothing; each issuer stands in one answer only. */
export async function storeRefined(tx: Transaction, registry: string, answers: readonly Refined[]): Promise<void> {
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
  await replaceAnomalies(
    tx,
    registry,
    refined.flatMap(answer => answer.anomalySources),
    refined.flatMap(answer => answer.anomalies),
  );
}
