import { describe, expect, it } from 'vitest';
import { type Position, splitResponse } from './split-response.ts';

/** Reads a response part by part. */
function readAll(response: object, limit: number): object[] {
  const parts: object[] = [];
  let from: Position | null = [];
  while (from !== null) {
    const cut: { part: object; next: Position | null } = splitResponse(response, from, limit);
    expect(JSON.stringify(cut.part).length).toBeLessThanOrEqual(limit);
    parts.push(cut.part);
    from = cut.next;
    expect(parts.length).toBeLessThan(1_000);
  }
  return parts;
}

describe('splitResponse', () => {
  it('returns a response that fits unchanged', () => {
    const response = { items: [1, 2, 3], total: 3 };
    expect(splitResponse(response, [], 100)).toEqual({ part: response, next: null });
  });

  it('splits the longest list, repeats the members beside it, and neither loses nor duplicates items', () => {
    const items = Array.from({ length: 500 }, (_, at) => ({ id: at, text: 'x'.repeat(at % 50) }));
    const response = { company_name: 'Aurora Widgets', items, data_as_of: '2024-05-01T00:00:00Z' };
    const parts = readAll(response, 2_000) as (typeof response)[];
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.flatMap(part => part.items)).toEqual(items);
    for (const part of parts) expect(part.company_name).toBe('Aurora Widgets');
  });

  it('splits an item that is too large by itself', () => {
    const values = Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [`code_${at}`, { value: at, unit: 'USD', concept: `c${at}` }]),
    );
    const periods = [2024, 2023].map(fiscal_year => ({ fiscal_year, values }));
    const parts = readAll({ entity: { canonical_key: 'cik:1' }, periods }, 1_500) as { periods: typeof periods }[];
    for (const fiscalYear of [2024, 2023]) {
      const ofYear = parts.flatMap(part => part.periods).filter(period => period.fiscal_year === fiscalYear);
      expect(Object.assign({}, ...ofYear.map(period => period.values))).toEqual(values);
    }
  });

  it('begins a large member in the first part, however large the members after it are', () => {
    const periods = Array.from({ length: 40 }, (_, at) => ({ fiscal_year: 2024 - at, text: 'x'.repeat(300) }));
    const missing = Array.from({ length: 400 }, (_, at) => ({ code: `code_${at}`, reason: 'not_reported' }));
    const response = { entity: { canonical_key: 'cik:1' }, currency: 'USD', periods, missing };
    const parts = readAll(response, 2_000) as Partial<typeof response>[];
    expect(parts[0]?.periods?.[0]?.fiscal_year).toBe(2024);
    expect(parts.flatMap(part => part.periods ?? [])).toEqual(periods);
    expect(parts.flatMap(part => part.missing ?? [])).toEqual(missing);
  });

  it('splits text between characters', () => {
    const content = '減損💹 and "quoted"\n'.repeat(800);
    const parts = readAll({ section_key: 'item_7', content }, 1_000) as { content: string }[];
    expect(parts.map(part => part.content).join('')).toBe(content);
    for (const part of parts) expect(part.content.isWellFormed()).toBe(true);
  });

  it('returns nothing for a position beyond the end', () => {
    expect(splitResponse({ items: [1, 2] }, [7], 100)).toEqual({ part: { items: [] }, next: null });
  });
});
