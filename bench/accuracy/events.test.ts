import { expect, test } from 'vitest';
import { compareEvents, hasEvents } from './events.ts';

const US = new URL('../../../shared/data/us', import.meta.url).pathname;

test.skipIf(!hasEvents(US))(
  'events as people read them in current reports (skipped without ../shared/data/us)',
  () => {
    const compared = compareEvents(US);
    const sum = (of: 'labelled' | 'stated' | 'right' | 'sameVariant') =>
      compared.reduce((total, comparison) => total + comparison[of], 0);
    expect(compared.flatMap(comparison => comparison.wrong.map(wrong => `${comparison.kind} ${wrong}`))).toEqual([]);
    expect(sum('labelled')).toBe(70);
    expect(sum('right')).toBeGreaterThanOrEqual(64);
    expect(sum('sameVariant')).toBeGreaterThanOrEqual(63);
  },
  120_000,
);
