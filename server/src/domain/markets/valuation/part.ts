import type { Part } from '../../part.ts';
import { computeMarketValues } from './compute-market-values.ts';

export const valuationPart: Part = {
  name: 'valuation',
  after: ['prices'],
  background: [
    {
      name: 'compute-market-values',
      completesIngest: true,
      maxShareOfTime: 1,
      run: (db, { signal }) => computeMarketValues(db, signal),
    },
  ],
};
