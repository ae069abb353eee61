import { describe, expect, it } from 'vitest';
import type { Part } from '../domain/part.ts';
import { orderParts, PARTS } from './parts.ts';

describe('PARTS', () => {
  it('writes issuers and filings first, then figures, then the parts that depend on them', () => {
    expect(PARTS.map(part => part.name)).toEqual([
      ...['issuers', 'filings', 'documents', 'facts', 'sections'],
      ...['currencies', 'earnings', 'financials', 'guidance'],
      ...['climate', 'macro', 'prices', 'street'],
      ...['holders', 'insiders', 'people'],
      ...['events', 'press', 'red-flags', 'supply-chain', 'transcripts'],
      ...['briefs', 'signals'],
    ]);
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
