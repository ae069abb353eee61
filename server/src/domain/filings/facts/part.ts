import type { Part } from '../../part.ts';
import {
  deleteFactSets,
  type EncodedFactSet,
  type FactSetDate,
  redateFactSets,
  replaceFactSets,
} from './store/facts.ts';
import { type EncodedFilingReport, encodeFilingReport, replaceFilingReport } from './store/filing-reports.ts';

/** The facts that summaries of a registry state about one issuer. */
export interface StatedFacts {
  sets: EncodedFactSet[];
  /** Stored fact sets of single filings that the registry's summary now contains. */
  superseded: { issuerId: string; source: string }[];
  /** Unchanged fact sets, with the instant at which their newest filing became known. */
  redated: FactSetDate[];
}

export const factsPart: Part<EncodedFilingReport, StatedFacts, void> = {
  name: 'facts',
  after: ['filings'],
  tables: [
    { table: 'fact_sources', of: 'issuers', order: ['source C'] },
    { table: 'fact_series', of: 'issuers', order: ['source C', 'concept C', 'unit C', 'dimensions C'] },
    { table: 'statement_faces', of: 'issuers', order: ['source C', 'accession C'] },
    {
      table: 'filing_reports',
      of: 'issuers',
      omit: ['stored_at', 'plain_facts', 'other_facts', 'statements'],
      add: `'sha256', encode(sha256(coalesce(one.plain_facts, '') || coalesce(one.other_facts, '') || coalesce(one.statements, '')), 'hex')`,
      order: ['registry C', 'native_id C'],
    },
  ],
  readFiling: ({ report }, filing) => encodeFilingReport(report, filing),
  statedRows: ({ sets }) => sets.flatMap(set => [set.series, set.faces]),
  async persist(tx, batch) {
    const stated = batch.statedBy(factsPart).map(issuer => issuer.value);
    await replaceFactSets(
      tx,
      stated.flatMap(facts => facts.sets),
    );
    await deleteFactSets(
      tx,
      stated.flatMap(facts => facts.superseded),
    );
    await redateFactSets(
      tx,
      stated.flatMap(facts => facts.redated),
    );
    for (const { value: report } of batch.openedBy(factsPart)) await replaceFilingReport(tx, report);
  },
};
