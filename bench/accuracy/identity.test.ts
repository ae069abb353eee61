import { expect, test } from 'vitest';
import { compareIdentity, hasIdentity } from './identity.ts';

const INTL = new URL('../../../shared/data/intl', import.meta.url).pathname;
const US = new URL('../../../shared/data/us', import.meta.url).pathname;

test.skipIf(!hasIdentity(INTL))(
  'who is one company and who is not, as people wrote it down (skipped without ../shared/data/intl)',
  async () => {
    const { compared, wrong, missing } = await compareIdentity(INTL, US);
    expect(wrong).toEqual([]);
    expect(missing).toEqual([]);
    expect(compared).toBeGreaterThan(300);
  },
  240_000,
);
