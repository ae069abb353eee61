import type { Part } from '../../part.ts';
import { computeBaseRates } from './compute-base-rates.ts';
import { findAllPatterns } from './find-all-patterns.ts';
import { markChangedStatuses, markRegroupedSignals, markSignalChanges } from './store/signals.ts';

export const signalsPart: Part = {
  name: 'signals',
  tables: [
    {
      table: 'signal_patterns',
      of: 'issuers',
      omit: ['entity_id'],
      from: 'signal_patterns as one join issuers on issuers.issuer_id = one.entity_id',
      order: ['pattern C'],
    },
    { table: 'base_rates', of: 'publishers', order: ['market_id C', 'kind C', 'place'] },
  ],
  async persist(tx, batch) {
    await markChangedStatuses(
      tx,
      batch.registry,
      batch.standings.map(standing => standing.nativeId),
    );
    await markSignalChanges(tx, batch.issuerIds);
  },
  grouping: { around: markRegroupedSignals },
  background: [
    { name: 'find-patterns', completesIngest: true, run: (db, { signal }) => findAllPatterns(db, signal) },
    {
      name: 'compute-base-rates',
      completesIngest: true,
      maxShareOfTime: 0.01,
      run: (db, { signal }) => computeBaseRates(db, signal),
    },
  ],
};
