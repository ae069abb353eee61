import { expect, test } from 'vitest';
import { compareSupplyChain, hasSupplyChain } from './supply-chain.ts';

const US = new URL('../../../shared/data/us', import.meta.url).pathname;

test.skipIf(!hasSupplyChain(US))(
  'customers and suppliers as people read them in filings (skipped without ../shared/data/us)',
  () => {
    const compared = compareSupplyChain(US);
    const sum = (of: 'labelled' | 'found' | 'stated' | 'right') =>
      compared.reduce((total, comparison) => total + comparison[of], 0);
    // The table lists some of the sole sources and small groups without a name, not all.
    const complete = compared.filter(comparison => comparison.kind !== 'not named, without a percentage');
    expect(complete.flatMap(comparison => comparison.wrong)).toEqual([]);
    expect(complete.every(comparison => comparison.right === comparison.stated)).toBe(true);
    expect(sum('labelled')).toBe(135);
    expect(sum('found')).toBeGreaterThanOrEqual(106);
  },
  300_000,
);
