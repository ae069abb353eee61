import type { Transaction } from '../../db/database.ts';
import { claimIssuers } from '../../domain/filings/issuers/store/issuer-state.ts';
import type { Source } from '../../sources/kit/source.ts';
import type { PipelineTools } from '../tools.ts';
import { persistBatch } from './persist-batch.ts';
import type { Processed, ThreadItem } from './process-types.ts';
import { processWithSets } from './thread-requests.ts';

/**
 * Stores the results of some tasks. Merging duplicate filings may change when a filing became known, so figures of these
 * issuers are computed again. Returns the native ids of opened filings that no list and no header has named.
 */
export async function storeResults(
  tools: PipelineTools,
  source: Source,
  tx: Transaction,
  results: readonly Processed[],
): Promise<ReadonlySet<string>> {
  const { registry } = source.description;
  const issuers = results.flatMap(result => (result.state === 'processed' ? result.issuers : []));
  const { unknown, merged } = await persistBatch(tx, registry, results, tools.announcesForHours);
  const keys = issuers.filter(({ issuerId }) => merged.includes(issuerId)).map(({ canonicalKey }) => canonicalKey);
  const states = keys.length === 0 ? [] : [...(await claimIssuers(tx, keys)).values()];
  const given = { documents: [], origin: 'replay' as const, force: false, storedSets: null, modelReadings: [] };
  let waiting = states.map((state): ThreadItem => ({ ...given, states: [state] }));
  while (waiting.length > 0) {
    const figures = await processWithSets(tools, source, tx, waiting);
    await persistBatch(tx, registry, figures, tools.announcesForHours);
    waiting = waiting.slice(figures.length);
  }
  return unknown;
}
