import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isCusip, isIsin, isLei } from './check-digits.ts';

const VECTORS = new URL('../../../../shared/data/intl/reference/check_digit_vectors.json', import.meta.url);

describe('check digits', () => {
  it('accepts published identifiers of Apple Inc.', () => {
    expect(isLei('HWUPKR0MPOU8FGXBT394')).toBe(true);
    expect(isIsin('US0378331005')).toBe(true);
    expect(isCusip('037833100')).toBe(true);
  });

  it('refuses a wrong digit, a wrong length, lower case and what is no identifier at all', () => {
    expect(isLei('HWUPKR0MPOU8FGXBT395')).toBe(false);
    expect(isIsin('US0378331006')).toBe(false);
    expect(isCusip('037833101')).toBe(false);
    for (const text of ['', 'us0378331005', 'US037833100', 'US03783310055', '０３７８３３１００', 'US0378331\u00005']) {
      expect([isLei(text), isIsin(text), isCusip(text)]).toEqual([false, false, false]);
    }
  });
});

describe.skipIf(!existsSync(VECTORS))(
  'check digits against the collected vectors (skipped where they are not at hand)',
  () => {
    const vectors = existsSync(VECTORS)
      ? (JSON.parse(readFileSync(VECTORS, 'utf8')) as Record<string, { valid: string[]; invalid: string[] }>)
      : {};
    it.each([
      ['lei', isLei],
      ['isin', isIsin],
      ['cusip', isCusip],
    ] as const)('%s', (scheme, isValid) => {
      const { valid = [], invalid = [] } = vectors[scheme] ?? {};
      expect(valid.length).toBeGreaterThan(0);
      expect(valid.filter(text => !isValid(text))).toEqual([]);
      expect(invalid.filter(isValid)).toEqual([]);
    });
  },
);
