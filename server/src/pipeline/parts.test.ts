import { describe, expect, it } from 'vitest';
import type { Part } from '../domain/part.ts';
import { orderParts, PARTS } from './parts.ts';

describe('PARTS', () => {
  it('writes issuers and filings first, then figures, then the parts that depend on them', () => {
    const names = PARTS.map(part => part.name);
    expect(names.slice(0, 2)).toEqual(['issuers', 'filings']);
    const oneOfEachArea = ['sections', 'financials', 'prices', 'insiders', 'red-flags', 'briefs'];
    expect(names.filter(name => oneOfEachArea.includes(name))).toEqual(oneOfEachArea);
  });

  it('writes every part once, after those that it names', () => {
    const names = PARTS.map(part => part.name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, after = [] } of PARTS) {
      for (const earlier of after)
        expect(names.indexOf(earlier), `${name} after ${earlier}`).toBeLessThan(names.indexOf(name));
    }
  });
});

describe('orderParts', () => {
  const part = (name: string, ...after: string[]): Part => ({ name, after });

  it('keeps the order of areas and orders parts by `after`, then by name', () => {
    const ordered = orderParts([[part('c'), part('b'), part('a', 'c')], [part('0')]]);
    expect(ordered.map(({ name }) => name)).toEqual(['b', 'c', 'a', '0']);
  });

  it('rejects parts with a cyclic or unknown dependency', () => {
    expect(() => orderParts([[part('a', 'b'), part('b', 'a')]])).toThrow('cannot be ordered');
    expect(() => orderParts([[part('a', 'x')]])).toThrow('cannot be ordered');
  });
});
