import { expect, test } from 'vitest';
import { compareRedFlags, hasRedFlags, renderRedFlags } from './red-flags.ts';

const US = new URL('../../../shared/data/us', import.meta.url).pathname;

test.skipIf(!hasRedFlags(US))(
  'red flags as people judge the sentences of filings (skipped without ../shared/data/us)',
  () => {
    const compared = compareRedFlags(US);
    const sum = (of: 'labelled' | 'agreed' | 'events' | 'foundEvents' | 'statedEvents') =>
      compared.reduce((total, one) => total + one[of], 0);
    expect(sum('labelled')).toBe(193);
    expect(sum('events')).toBe(66);
    expect(sum('agreed')).toBeGreaterThanOrEqual(168);
    expect(sum('foundEvents')).toBeGreaterThanOrEqual(56);
    // People agree with more than nine in ten sentences that the rules judge an event.
    expect(sum('foundEvents') / sum('statedEvents')).toBeGreaterThan(0.9);
    expect(renderRedFlags(compared)).toContain('| all | 193 |');
  },
  120_000,
);
