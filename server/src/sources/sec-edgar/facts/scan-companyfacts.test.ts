import { describe, expect, it } from 'vitest';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { parseCompanyFacts } from './companyfacts.ts';
import { FactColumns } from './fact-columns.ts';
import { scanCompanyFacts } from './scan-companyfacts.ts';

const FACTS = {
  cik: 1999999,
  entityName: 'Büro "Nord" Ltd',
  facts: {
    dei: {
      EntityCommonStockSharesOutstanding: {
        label: null,
        description: 'with a \\ and\nlines',
        units: { shares: [fact({ end: '2021-03-01', val: 1200 }), fact({ end: '2022-02-28', val: null })] },
      },
      Nothing: { label: 'x', description: 'y', units: {} },
    },
    'us-gaap': {
      Revenues: {
        label: 'Revenues',
        description: 'd',
        units: {
          USD: [
            fact({ start: '2020-01-01', end: '2020-12-31', val: 90 }),
            fact({ start: '2020-01-01', end: '2020-12-31', val: -1.5, accn: '0001999999-21-000002', form: '10-K/A' }),
            fact({
              start: '2020-01-01',
              end: '2020-12-31',
              val: 1e-7,
              fy: null,
              fp: null,
              accn: '0000000001-21-000001',
            }),
          ],
          'USD/shares': [],
        },
      },
    },
  },
};

function fact(of: Record<string, unknown>): Record<string, unknown> {
  return {
    accn: '0001999999-21-000001',
    fy: 2020,
    fp: 'FY',
    form: '10-K',
    filed: '2021-03-02',
    ...of,
    frame: 'CY2020',
  };
}

/** A member that the scanner does not know, so that the same text is read in the general way. */
function notPlain(text: string): string {
  return text.replace('{', '{"note":1,');
}

function isScanned(text: string): boolean {
  return scanCompanyFacts(Buffer.from(text), new FactColumns(new AnomalyLog('sec-edgar', 'test'))) !== null;
}

describe.each([
  ['compact', JSON.stringify(FACTS).replace('Büro', 'B\\u00fcro')],
  ['indented', JSON.stringify(FACTS, null, 2)],
])('%s companyfacts', (_form, text) => {
  it('give the same result when scanned as when parsed', () => {
    expect(isScanned(text)).toBe(true);
    expect(isScanned(notPlain(text))).toBe(false);
    expect(parseCompanyFacts(Buffer.from(text), 'test')).toEqual(
      parseCompanyFacts(Buffer.from(notPlain(text)), 'test'),
    );
  });

  it('give the result of the general parser if any one character is changed', () => {
    let scanned = 0;
    for (let at = 0; at < text.length; at++) {
      for (const character of '"\\,:{}[]0-9e. nx\u0001') {
        const changed = `${text.slice(0, at)}${character}${text.slice(at + 1)}`;
        if (changed === text || !isScanned(changed)) continue;
        scanned++;
        const general = parseCompanyFacts(Buffer.from(notPlain(changed)), 'test');
        expect(parseCompanyFacts(Buffer.from(changed), 'test'), `${character} at ${at}`).toEqual(general);
      }
    }
    expect(scanned).toBeGreaterThan(1_000);
  });

  it('are left to the general parser if cut off anywhere', () => {
    for (let at = 0; at < text.length; at++) expect(isScanned(text.slice(0, at))).toBe(false);
  });
});

it('keeps digits that a double loses', () => {
  const text = JSON.stringify(FACTS).replace('"val":90', '"val":12345678901234567891');
  expect(isScanned(text)).toBe(true);
  const { set } = parseCompanyFacts(Buffer.from(text), 'test').records;
  expect(set.series.find(series => series.concept === 'us-gaap:Revenues')?.exact).toEqual({
    0: '12345678901234567891',
  });
});
