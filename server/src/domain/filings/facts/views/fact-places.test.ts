import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../../test/database.ts';
import { kpiValue, seedIssuer } from '../../../../../test/seeds/issuers.ts';
import { reportedFact, seedReport } from '../../../../../test/seeds/reports.ts';
import { extractInline } from '../../../../formats/ixbrl/extract-inline.ts';
import { parseCompanyFacts } from '../../../../sources/sec-edgar/facts/companyfacts.ts';
import type { KpiValue } from '../../../figures/financials/model/financials.ts';
import { normaliseFilingKpis } from '../../../figures/financials/rules/financials.ts';
import type { ReportedFact } from '../../filings/model/filing-contents.ts';
import { locateFacts } from './fact-places.ts';

const database = useTestDatabase();

let keys = 0;

async function opened(reports: Record<string, ReportedFact[]>): Promise<string> {
  const id = await seedIssuer(database.db, { key: `cik:90010${keys++}`, name: 'Opened Corp' });
  for (const [accession, facts] of Object.entries(reports)) {
    await seedReport(database.db, id, accession, { facts, statements: [] });
  }
  return id;
}

async function elementsOf(issuerId: string, values: KpiValue[]): Promise<(string | null)[]> {
  const places = await locateFacts(
    database.db,
    { issuer_id: issuerId, registry: 'sec-edgar', reports_version: '1' },
    values,
  );
  return values.map(value => places.get(value)?.elementId ?? null);
}

describe('findFactPlaces', () => {
  it('finds the values of several filings, each in its own filing', async () => {
    const id = await opened({
      a: [reportedFact({ value: '5', elementId: 'in-a' })],
      b: [reportedFact({ value: '5', elementId: 'in-b' })],
    });
    const in2023 = (accession: string) => kpiValue(5, accession, '2023-12-31');
    expect(await elementsOf(id, [in2023('b'), in2023('a'), in2023('c')])).toEqual(['in-b', 'in-a', null]);
  });

  it('requires the same concept, period, unit and digits', async () => {
    const id = await opened({ a: [reportedFact({ value: '1000.50', elementId: 'it', decimals: 2 })] });
    const value = (other: Partial<KpiValue>) => kpiValue(1000.5, 'a', '2023-12-31', other);
    expect(
      await elementsOf(id, [
        value({}),
        value({ value: -1000.5 }),
        value({ value: 1000.51 }),
        value({ unit: 'EUR' }),
        value({ concept: 'us-gaap:revenues' }),
        value({ concept: null }),
        value({ periodStart: null }),
        value({ periodStart: '2023-01-02' }),
        value({ method: 'derived' }),
        value({ method: 'summed' }),
        value({ value: 1000, exact: '1000.50000000000000001' }),
      ]),
    ).toEqual(['it', 'it', ...Array.from({ length: 9 }, () => null)]);
  });

  it('prefers the same sign, then the same accuracy, then the first fact', async () => {
    const id = await opened({
      a: [
        reportedFact({ value: '-7', elementId: 'turned' }),
        reportedFact({ value: '7', decimals: -6, elementId: 'rounded' }),
        reportedFact({ value: '7', elementId: 'first' }),
        reportedFact({ value: '7', elementId: 'second' }),
        reportedFact({ value: null, elementId: 'nil' }),
      ],
    });
    expect(await elementsOf(id, [kpiValue(7, 'a', '2023-12-31')])).toEqual(['first']);
    expect(await elementsOf(id, [kpiValue(7, 'a', '2023-12-31', { decimals: 0 })])).toEqual(['rounded']);
    expect(await elementsOf(id, [kpiValue(-7, 'a', '2023-12-31')])).toEqual(['turned']);
  });

  it('queries nothing if no filing has facts', async () => {
    const issuer = { issuer_id: 'not requested', registry: 'sec-edgar', reports_version: null };
    expect((await locateFacts(database.db, issuer, [kpiValue(7, 'a', '2023-12-31')])).size).toBe(0);
  });
});

const folder = new URL('../../../../../../../shared/data/us/', import.meta.url).pathname;

function read(path: string): Buffer {
  return gunzipSync(readFileSync(join(folder, path)));
}

/** The facts of an inline document as opening a filing gives them. */
function factsOf(document: string): ReportedFact[] {
  return extractInline([{ name: document, source: read(`periodic/${document}`) }]).facts.flatMap(fact =>
    fact.periodEnd === null
      ? []
      : [
          {
            ...fact,
            concept: `${fact.prefix}:${fact.localName}`,
            periodEnd: fact.periodEnd,
            dimensions: Object.fromEntries(fact.dimensions.map(({ axis, member }) => [axis, member])),
            elementId: fact.elementId ?? `@${fact.start}`,
          },
        ],
  );
}

describe.skipIf(!existsSync(folder))('recorded filings (requires ../shared/data/us)', () => {
  it.each([
    ['0000320193', '0000320193-24-000123', 'AAPL_10-K_0000320193-24-000123.htm.gz', 391_035_000_000],
    ['0001045810', '0001045810-24-000029', 'NVDA_10-K_0001045810-24-000029.htm.gz', 60_922_000_000],
    ['0000320187', '0000320187-24-000044', 'NKE_10-K_0000320187-24-000044.htm.gz', 51_362_000_000],
  ])('has an element for every value that %s reports in %s', async (cik, accession, document, revenue) => {
    const { set } = parseCompanyFacts(read(`companyfacts/CIK${cik}.json.gz`), cik).records;
    const input = { sets: [set], knownAt: {}, sic: null, canonicalKey: `cik:${Number(cik)}`, asOf: null };
    const period = normaliseFilingKpis(input, accession);
    expect(period?.values.revenue?.value).toBe(revenue);
    const reported = Object.values(period?.values ?? {}).filter(
      value => value.method === 'reported' && value.accession === accession,
    );
    expect(reported.length).toBeGreaterThan(30);
    const id = await opened({ [accession]: factsOf(document) });
    const elements = await elementsOf(id, reported);
    expect(reported.filter((_, index) => elements[index] === null)).toEqual([]);
    const text = read(`periodic/${document}`).toString('utf8');
    const places = await locateFacts(
      database.db,
      { issuer_id: id, registry: 'sec-edgar', reports_version: '1' },
      reported,
    );
    for (const [value, { start, end, elementId }] of places) {
      const element = text.slice(start, end);
      expect(element).toMatch(/^<ix:nonFraction\b[\s\S]*<\/ix:nonFraction>$/i);
      expect(element).toContain(`name="${value.concept}"`);
      expect(element).toContain(elementId.startsWith('@') ? '' : `id="${elementId}"`);
    }
  });
});
