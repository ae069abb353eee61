import { describe, expect, test } from 'vitest';
import { fictionalSection } from '../../../../../test/fictional/section.ts';
import type { FilingContents, ReportedFact } from '../../../filings/filings/model/filing-contents.ts';
import { readSupplyChain } from './read-supply-chain.ts';

const AXES = {
  type: 'us-gaap:ConcentrationRiskByTypeAxis',
  benchmark: 'us-gaap:ConcentrationRiskByBenchmarkAxis',
  customer: 'srt:MajorCustomersAxis',
  place: 'srt:StatementGeographicalAxis',
};
const OF_REVENUE = {
  [AXES.benchmark]: 'us-gaap:SalesRevenueNetMember',
  [AXES.type]: 'us-gaap:CustomerConcentrationRiskMember',
};

function fact(stated: Partial<ReportedFact>): ReportedFact {
  return {
    concept: 'us-gaap:ConcentrationRiskPercentage1',
    periodStart: '2024-01-01',
    periodEnd: '2024-12-31',
    unit: 'pure',
    value: '0.18',
    decimals: 2,
    dimensions: {},
    document: 'demo.htm',
    elementId: 'f-1',
    start: 0,
    end: 1,
    ...stated,
  };
}

function contentsOf(
  sections: Record<string, string>,
  facts: ReportedFact[] = [],
  labels?: Map<string, string>,
): FilingContents {
  const written = Object.entries(sections).map(([sectionKey, text], at) =>
    fictionalSection(sectionKey, text, { order: at + 1 }),
  );
  const cover = fact({ concept: 'dei:DocumentPeriodEndDate', unit: null, value: '2024-12-31', elementId: 'f-0' });
  return {
    nativeId: 'demo',
    filing: null,
    filers: [{ canonicalKey: 'cik:1', companyName: 'Fictional Mills Inc.', role: 'filer' }],
    files: [],
    text: { status: 'found', reason: null, sections: written },
    report: { facts: [cover, ...facts], statements: [], ...(labels === undefined ? {} : { labels }) },
    earningsRelease: null,
  };
}

describe('readSupplyChain', () => {
  test('merges a tagged share and its sentence into one statement with both as evidence', () => {
    const sentence = 'Brook Retail, Inc. accounted for 18% of our net sales in fiscal 2024.';
    const text = `We mill. ${sentence}`;
    const facts = [
      fact({ dimensions: { ...OF_REVENUE, [AXES.customer]: 'demo:BrookRetailMember' }, elementId: 'f-7' }),
    ];
    expect(readSupplyChain(contentsOf({ item_1: text, item_8: text }, facts))).toEqual({
      isRead: true,
      statements: [
        {
          concentrationType: 'customer',
          nameAsFiled: 'Brook Retail, Inc.',
          label: 'Brook Retail, Inc.',
          groupSize: null,
          concentrationPct: 18,
          concentrationOf: 'revenue',
          concentrationBase: null,
          isAtLeast: false,
          thresholdPct: null,
          amount: null,
          currency: null,
          periodStart: '2024-01-01',
          periodEnd: '2024-12-31',
          confidence: 0.95,
          evidence: [
            {
              sectionKey: 'item_1',
              quote: sentence,
              charStart: text.indexOf(sentence),
              charEnd: text.length,
              elementId: 'f-7',
              value: 18,
            },
          ],
        },
      ],
    });
  });

  test('names the government of a tagged customer and merges its spellings', () => {
    const facts = [fact({ dimensions: { ...OF_REVENUE, [AXES.customer]: 'demo:U.S.GovernmentAgenciesMember' } })];
    const text = 'Our customers include public bodies, including the U.S. federal government.';
    const { statements } = readSupplyChain(contentsOf({ item_1: text }, facts));
    expect(statements.map(({ nameAsFiled, concentrationPct }) => [nameAsFiled, concentrationPct])).toEqual([
      ['U.S. Government', 18],
    ]);
  });

  test('takes the initials of the registrant for no supplier and no customer', () => {
    const text = 'Our products are manufactured by FM. Our lenses are manufactured by Elm Corp.';
    const { statements } = readSupplyChain(contentsOf({ item_1: text }));
    expect(statements.map(({ nameAsFiled }) => nameAsFiled)).toEqual(['Elm Corp.']);
  });

  test('reads tagged names, anonymous labels, vendors on the customer axis and places, but no totals or missing scales', () => {
    const on = (member: string, more: Partial<ReportedFact> = {}) =>
      fact({
        dimensions: { ...OF_REVENUE, [AXES.customer]: `demo:${member}Member` },
        elementId: `f-${member}`,
        ...more,
      });
    const vendor = {
      [AXES.benchmark]: 'demo:NonTradeReceivableMember',
      [AXES.type]: 'us-gaap:CreditConcentrationRiskMember',
      [AXES.customer]: 'demo:VendorOneMember',
    };
    const facts = [
      on('BrookRetailInc'),
      on('CustomerA', { value: '0.13' }),
      on('TenCustomers', { value: '0.769' }),
      fact({ dimensions: vendor, value: '0.44', elementId: 'f-vendor' }),
      fact({ dimensions: { ...OF_REVENUE, [AXES.place]: 'us-gaap:NonUsMember' }, value: '0.56', elementId: 'f-place' }),
      fact({ dimensions: OF_REVENUE, value: '1', elementId: 'f-total' }),
      on('ElmStoresInc', { value: '12' }),
      on('OakStoresInc', { value: null }),
      fact({ dimensions: { ...OF_REVENUE, 'srt:RangeAxis': 'srt:MinimumMember' }, value: '0.1', elementId: 'f-range' }),
      fact({
        concept: 'us-gaap:Revenues',
        unit: 'USD',
        value: '5000000',
        dimensions: { [AXES.customer]: 'demo:BrookRetailIncMember' },
        elementId: 'f-amount',
      }),
    ];
    const { statements } = readSupplyChain(contentsOf({}, facts));
    const reported = statements.map(statement => [
      statement.concentrationType,
      statement.nameAsFiled,
      statement.label,
      statement.groupSize,
      statement.concentrationPct,
      statement.concentrationOf,
      statement.concentrationBase,
      statement.amount,
    ]);
    expect(reported).toEqual([
      ['customer', 'Brook Retail Inc', 'Brook Retail Inc', null, 18, 'revenue', null, 5_000_000],
      ['customer', null, 'Customer A', null, 13, 'revenue', null, null],
      ['customer', null, 'Ten Customers', 10, 76.9, 'revenue', null, null],
      ['supplier', null, 'Vendor One', null, 44, 'receivables', 'Non Trade Receivable', null],
      ['geographic', null, 'Non Us', null, 56, 'revenue', null, null],
    ]);
    expect(statements[3]).toMatchObject({ periodStart: null, confidence: 0.85 });
    expect(statements[0]?.currency).toBe('USD');
  });

  test('merges a mention into the share of the same company, and never names the filer as its own customer', () => {
    const text =
      'Our customers include Brook Retail, Inc. and Elm Stores LLC. In 2024, Brook Retail, Inc. accounted for 18% of revenue. Our customers include Fictional Mills Canada Ltd.';
    const { statements } = readSupplyChain(contentsOf({ item_1: text }));
    expect(
      statements.map(statement => [
        statement.label,
        statement.concentrationPct,
        statement.confidence,
        statement.evidence.length,
      ]),
    ).toEqual([
      ['Elm Stores LLC', null, 0.7, 1],
      ['Brook Retail, Inc.', 18, 0.85, 2],
    ]);
  });

  test('reads only the relevant sections, and only filings with a known period', () => {
    const text = 'Our customers include Brook Retail, Inc. and Elm Stores LLC.';
    expect(readSupplyChain(contentsOf({ item_10: text })).statements).toEqual([]);
    const undated = { ...contentsOf({ item_1: text }), report: null };
    expect(readSupplyChain(undated)).toEqual({ isRead: false, statements: [] });
    const dated = contentsOf({ item_1: `${text} It is for the fiscal year ended June 30, 1999.` });
    const { statements } = readSupplyChain({ ...dated, report: null });
    expect(statements.map(statement => [statement.periodStart, statement.periodEnd])).toEqual([
      ['1998-07-01', '1999-06-30'],
      ['1998-07-01', '1999-06-30'],
    ]);
  });

  test('reads hostile text in bounded time', () => {
    for (const piece of ['We purchase parts from A ', '10% ', 'no customer ', 'A B C Inc. ', '(', '\n', 'Aa, ']) {
      expect(readSupplyChain(contentsOf({ item_1: piece.repeat(20_000) })).statements).toEqual([]);
    }
  });
});
