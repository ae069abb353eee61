import { expect, test } from 'vitest';
import { compareSupplyChain, hasSupplyChain } from './supply-chain.ts';

const US = new URL('../../../shared/data/us', import.meta.url).pathname;

test.skipIf(!hasSupplyChain(US))(
  'customers and suppliers as people read them in filings (skipped without ../shared/data/us)',
  () => {
    const compared = compareSupplyChain(US);
    const sum = (of: 'labelled' | 'found' | 'stated' | 'right') => compared.reduce((total, one) => total + one[of], 0);
    expect(compared.flatMap(one => one.wrong)).toEqual([]);
    expect(sum('right')).toBe(sum('stated'));
    expect(sum('labelled')).toBe(135);
    expect(sum('found')).toBeGreaterThanOrEqual(119);
  },
  120_000,
);
