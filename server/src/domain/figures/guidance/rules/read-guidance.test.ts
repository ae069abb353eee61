import { describe, expect, test } from 'vitest';
import type { Guidance } from '../../earnings/model/earnings-release.ts';
import { readGuidance } from './read-guidance.ts';

const FILED = '2025-02-10';
const shown = (statements: readonly Guidance[]) =>
  statements.map(({ metric, fiscalPeriod, fiscalYear, unit, newLow, newHigh }) =>
    [metric, fiscalPeriod, fiscalYear, unit, newLow, newHigh].join(' '),
  );
const read = (text: string, filed = FILED) => shown(readGuidance(text, { filed }));

describe('several sentences', () => {
  test('continue the only period of the expectation before them', () => {
    expect(
      read(
        'For fiscal 2025, we are raising our expectations. We now expect revenue of $90 million to $95 million.\n\nWe expect capital expenditures of about $4 million.',
      ),
    ).toEqual(['revenue fy 2025 USD 90000000 95000000', 'capital_expenditure fy 2025 USD 4000000 4000000']);
  });

  test('do not continue a period after a sentence on results', () => {
    expect(
      read(
        'We expect revenue of $90 million to $95 million in fiscal 2025. Sales in the fourth quarter of 2024 were $20 million. We expect capital expenditures of about $4 million.',
      ),
    ).toEqual(['revenue fy 2025 USD 90000000 95000000']);
  });

  test('need no verb within an announced outlook', () => {
    expect(
      read(
        'To summarize, we expect the following for fiscal 2025.\nRevenue in the range of $90 million to $95 million.',
      ),
    ).toEqual(['revenue fy 2025 USD 90000000 95000000']);
    expect(
      read(
        'Our 2025 guidance is as follows; net sales of $90 million to $95 million; capital expenditures of approximately $4 million.',
      ),
    ).toEqual(['revenue fy 2025 USD 90000000 95000000', 'capital_expenditure fy 2025 USD 4000000 4000000']);
  });
});

describe('a sentence', () => {
  test('reads the new and the previous range, the direction and the place of the words', () => {
    const sentence =
      'Fictional Mills is raising its fiscal 2025 adjusted earnings per share guidance from $4.10 to $4.20 to a range of $4.30 to $4.40.';
    const text = `We had a good year. ${sentence} Thank you.`;
    expect(readGuidance(text, { filed: FILED })).toEqual([
      {
        metric: 'adjusted_eps_diluted',
        fiscalYear: 2025,
        fiscalPeriod: 'fy',
        unit: 'USD/shares',
        currency: 'USD',
        oldLow: 4.1,
        oldHigh: 4.2,
        newLow: 4.3,
        newHigh: 4.4,
        direction: 'raised',
        quote: sentence,
        charStart: text.indexOf('Fictional'),
        charEnd: text.indexOf(' Thank'),
      },
    ]);
  });

  test.each([
    [
      'We expect revenue of between $1.2 and $1.3 billion for fiscal 2025.',
      'revenue fy 2025 USD 1200000000 1300000000',
    ],
    [
      'Revenue is expected to be $400 million, plus or minus 2%, in the third quarter of 2025.',
      'revenue q3 2025 USD 392000000 408000000',
    ],
    ['Management expects at least $200 million of free cash flow in 2025.', 'free_cash_flow fy 2025 USD 200000000 '],
    [
      'The company expects to spend up to $5 million on research and development in 2025.',
      'research_and_development fy 2025 USD  5000000',
    ],
    [
      'We anticipate our effective tax rate for 2025 will be approximately 24%.',
      'effective_tax_rate fy 2025 pure 0.24 0.24',
    ],
    [
      'Comparable sales are projected to decrease 2% to 4% in the fourth quarter of fiscal 2025.',
      'comparable_sales_growth q4 2025 pure -0.04 -0.02',
    ],
    [
      'The Company expects gross margin to improve 50 to 75 basis points in 2025.',
      'gross_margin_change fy 2025 percentage points 0.5 0.75',
    ],
    [
      'For the second quarter of 2025, the company anticipates a net loss of $0.10 to $0.05 per share.',
      'eps_diluted q2 2025 USD/shares -0.1 -0.05',
    ],
    [
      'Weighted average diluted shares are expected to be approximately 52 million for the full year 2025.',
      'shares_diluted fy 2025 shares 52000000 52000000',
    ],
    ['We plan to open 50 to 60 new stores in fiscal 2025.', 'open_new_stores fy 2025 stores 50 60'],
    [
      'Management anticipates opening 25 to 30 new restaurants in 2025.',
      'open_new_restaurants fy 2025 restaurants 25 30',
    ],
    [
      'The Company expects earnings for the first quarter of 2025 to be in the range of $.15 to $.18 per share.',
      'eps_diluted q1 2025 USD/shares 0.15 0.18',
    ],
    [
      'We expect remaining cash outflows related to these activities of approximately $85 million to be complete during 2025.',
      'remaining_cash_outflows fy 2025 USD 85000000 85000000',
    ],
    [
      'We expect to contribute approximately $ 210 million in 2025 to fund such benefits.',
      'pension_contributions fy 2025 USD 210000000 210000000',
    ],
    [
      'The guidance above implies a 0.5 percent decline in core EPS in 2025 (previously a 1.5 percent decline in core EPS).',
      'adjusted_eps_diluted_growth fy 2025 pure -0.005 -0.005',
    ],
    [
      'Fiscal 2025 SG&A expenses are expected to be approximately 18% of net sales.',
      'selling_general_administrative_pct_of_revenue fy 2025 pure 0.18 0.18',
    ],
    [
      'We expect average daily production of 105,000 to 110,000 tons in 2025.',
      'average_daily_production fy 2025 units 105000 110000',
    ],
    [
      'In 2025, we plan to invest $3 million in the form of capital expenditures.',
      'capital_expenditure fy 2025 USD 3000000 3000000',
    ],
    ['We anticipate repurchasing $3 million in shares in 2025.', 'share_repurchases fy 2025 USD 3000000 3000000'],
    ['Forecasting 2025 revenue of $3 million.', 'revenue fy 2025 USD 3000000 3000000'],
    [
      'We expect 2025 capital expenditures of $26 million (€24 million).',
      'capital_expenditure fy 2025 USD 26000000 26000000',
    ],
    [
      'We expect to accelerate, with plans to open 1,900 restaurants in 2025.',
      'open_restaurants fy 2025 restaurants 1900 1900',
    ],
    [
      'We expect 2025 capital spending of $1.1 billion as compared to 2024 capital expenditures of $916 million.',
      'capital_expenditure fy 2025 USD 1100000000 1100000000',
    ],
    [
      'Cash from operations in 2025 is expected to be greater than or equal to $8 million.',
      'operating_cash_flow fy 2025 USD 8000000 ',
    ],
    ['Our 2025 earnings per share outlook of at least $2.40 stands.', 'eps_diluted fy 2025 USD/shares 2.4 '],
    ['Our EPS guidance for 2025 is now $2.40 to $2.50.', 'eps_diluted fy 2025 USD/shares 2.4 2.5'],
    ['In 2025 we expect operating expenses to be a bit over $2 billion.', 'operating_expenses fy 2025 USD 2000000000 '],
    [
      'For 2025 we expect impacts of $30 million for revenue, $20 million for EBITDA and $10 million for costs.',
      'impacts_for_revenue fy 2025 USD 30000000 30000000',
    ],
    ['We expect 2025 AFFO of $1.98 to $2.08 per diluted share.', 'ffo_per_share fy 2025 USD/shares 1.98 2.08'],
    [
      'For 2025 we expect sales growth of 4% to 5% on a constant currency basis.',
      'organic_revenue_growth fy 2025 pure 0.04 0.05',
    ],
    ['Net sales are expected to increase in the range of 4% to 6% in 2025.', 'revenue_growth fy 2025 pure 0.04 0.06'],
    [
      'We have budgeted $60 million for capital expenditures in 2025.',
      'capital_expenditure fy 2025 USD 60000000 60000000',
    ],
    [
      'Revenues in fiscal 2025 are expected to increase about 10% over fiscal 2024 revenues of $400 million.',
      'revenue_growth fy 2025 pure 0.1 0.1',
    ],
    [
      'The company expects revenue for the second quarter ending June 30, 2025 to be in the range of $48 million to $50 million.',
      'revenue q2 2025 USD 48000000 50000000',
    ],
    [
      'The company is reducing its 2025 earnings guidance to a range of $2.00 to $2.10 per share from its earlier range of $2.30 to $2.40 per share.',
      'eps_diluted fy 2025 USD/shares 2 2.1',
    ],
    [
      'We expect Flour segment revenue of $40 million to $45 million in 2025.',
      'flour_segment_revenue fy 2025 USD 40000000 45000000',
    ],
    [
      'We expect a $20 million headwind to fiscal year 2025 revenue from currencies.',
      'revenue_effect fy 2025 USD -20000000 -20000000',
    ],
    [
      'We expect to contribute $25 million to our pension plans in 2025.',
      'pension_contributions fy 2025 USD 25000000 25000000',
    ],
    [
      'We expect interest expense to increase approximately $3 million to $39 million in 2025.',
      'interest_expense fy 2025 USD 39000000 39000000',
    ],
    [
      'We expect to incur a charge in the fourth quarter of our fiscal year ending January 2, 2026 of $11 million to $13 million.',
      'charge q4 2025 USD 11000000 13000000',
    ],
    [
      'We reaffirm our 2025 guidance for adjusted EBITDA of $120 million to $130 million.',
      'adjusted_ebitda fy 2025 USD 120000000 130000000',
    ],
    [
      'Adjusted EBITDA for 2025 is expected to be between $55 million and $60 million, an increase of 10% over 2024.',
      'adjusted_ebitda fy 2025 USD 55000000 60000000',
    ],
    [
      'Amortization is estimated to be $5 million in 2025, $4 million in 2026, $3 million in 2027, and $2 million in 2028.',
      'amortization fy 2025 USD 5000000 5000000',
    ],
    [
      'We expect a net loss per share of negative $0.34 to $0.32 for 2025.',
      'eps_diluted fy 2025 USD/shares -0.34 -0.32',
    ],
    [
      'Net sales in 2025 are expected to range from a decline of 2% to an increase of 1%.',
      'revenue_growth fy 2025 pure -0.02 0.01',
    ],
    ['We continue to expect 2025 revenue of $5 million to $6 million.', 'revenue fy 2025 USD 5000000 6000000'],
    ['The company is on track to achieve 2025 revenue of $5 billion.', 'revenue fy 2025 USD 5000000000 5000000000'],
    ['Our 2025 guidance range is $1.76 to $1.86 per share.', 'eps_diluted fy 2025 USD/shares 1.76 1.86'],
    [
      'The company said it expects to earn $1.10 to $1.15 per share in 2025.',
      'eps_diluted fy 2025 USD/shares 1.1 1.15',
    ],
    [
      'For 2025 we expect SG&A as a percentage of sales to be 28% to 29%.',
      'selling_general_administrative_pct_of_revenue fy 2025 pure 0.28 0.29',
    ],
    [
      'The Board approved a capital budget of $120 million for 2025.',
      'capital_expenditure fy 2025 USD 120000000 120000000',
    ],
    ['Net sales in 2025 are expected to be flat to up 3%.', 'revenue_growth fy 2025 pure 0 0.03'],
    [
      'Our sales forecast for 2025 has been revised to approximately $1.7 billion, compared with $1.6 billion a year ago.',
      'revenue fy 2025 USD 1700000000 1700000000',
    ],
    [
      'We expect adjusted earnings per share of $2.10 for 2025, well above our prior year of $1.20.',
      'adjusted_eps_diluted fy 2025 USD/shares 2.1 2.1',
    ],
    [
      'We expect operating cost savings of $5 million in 2025, $1 million of which we will reinvest.',
      'cost_savings fy 2025 USD 5000000 5000000',
    ],
  ])('reads the guidance of "%s"', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  test('gives each figure its own measure and period', () => {
    expect(
      read(
        'We expect second quarter revenue of $100 million to $105 million and full year revenue of $420 million in 2025.',
      ),
    ).toEqual(['revenue q2 2025 USD 100000000 105000000', 'revenue fy 2025 USD 420000000 420000000']);
    expect(
      read(
        'GAAP and non-GAAP gross margins for fiscal 2025 are expected to be 74.8% and 75.5%, respectively, plus or minus 50 basis points.',
      ),
    ).toEqual(['gross_margin fy 2025 pure 0.743 0.753', 'adjusted_gross_margin fy 2025 pure 0.75 0.76']);
    expect(read('GAAP and non-GAAP tax rates for fiscal 2025 are expected to be 17%.')).toEqual([
      'effective_tax_rate fy 2025 pure 0.17 0.17',
      'adjusted_effective_tax_rate fy 2025 pure 0.17 0.17',
    ]);
  });

  test('gives the figures of a list to the measures of a list, in the same order', () => {
    expect(
      read(
        'For 2025, we expect revenue and adjusted EBITDA of $2.0 billion to $2.1 billion and $300 million to $310 million, respectively.',
      ),
    ).toEqual(['revenue fy 2025 USD 2000000000 2100000000', 'adjusted_ebitda fy 2025 USD 300000000 310000000']);
  });

  test('gives each measure the direction stated for it', () => {
    const text =
      'For 2025, we are maintaining our guidance for revenue of $1.0 billion and are raising our guidance for adjusted EBITDA to $210 million.';
    expect(readGuidance(text, { filed: FILED }).map(guidance => guidance.direction)).toEqual(['reaffirmed', 'raised']);
  });

  test('reads sentences over several lines', () => {
    expect(read('We expect revenue for the second\nquarter of fiscal 2025 to be $5\nmillion.')).toEqual([
      'revenue q2 2025 USD 5000000 5000000',
    ]);
  });

  test.each([
    [
      'Fictional Mills lowered its 2025 revenue outlook to $0.9 billion to $1.0 billion, versus prior guidance of $1.1 billion.',
      'lowered',
      1.1e9,
    ],
    ['We are narrowing our 2025 EPS guidance range to $2.15 to $2.20 from $2.10 to $2.25.', 'reaffirmed', 2.1],
    [
      'We now expect 2025 net sales growth of 3% to 5%, compared with our previous guidance of 1% to 3%.',
      'raised',
      0.01,
    ],
  ])('reads the direction and the previous figure: %s', (text, direction, oldLow) => {
    expect(readGuidance(text, { filed: FILED })).toMatchObject([{ direction, oldLow }]);
  });

  test.each([
    ['an expectation of the past', 'In 2024, we expected revenue of $400 million for 2025.'],
    ['a denial', 'We do not expect capital spending to exceed $50 million in 2025.'],
    ['a condition', 'If we complete the merger, we expect revenue of $5 billion in 2025.'],
    ['what might have been', 'We estimate that revenue of 2025 would have been $5 million.'],
    ['results', 'Revenue was $400 million in 2024 and exceeded our guidance.'],
    ['an estimate of what has been', 'We estimate that revenue amounted to $5 million in 2025.'],
    ['analysts', 'Analysts expect revenue of $400 million in 2025.'],
    ['a market', 'The market for flour is expected to grow 10% in 2025.'],
    ['no period', 'We expect revenue of $400 million.'],
    ['no number', 'Operating expenses are expected to grow in the mid-30% range in 2025.'],
    ['several years together', 'Amortization will approximate $17 million annually in 2025 through 2027.'],
    ['figures of the year before', 'We expect EBITDA of $95 million to $100 million, up from $90 million in 2024.'],
    ['a backlog', 'We expect to recognize 40% of our backlog as revenue in 2025.'],
    [
      'unrecognized compensation',
      'Unrecognized compensation expense of $5 million is expected to be recognized in 2025.',
    ],
    ['an offering', 'We estimate that net proceeds from the offering will be $50 million in 2025.'],
    ['the change of an amount', 'General and administrative expenses are expected to be up $18 million in 2025.'],
    ['an amount above another', 'We expect depreciation to be $10 million to $20 million higher in 2025.'],
    ['a price for each piece', 'We expect drilling costs of $5.8 million per well in 2025.'],
    ['an amount for each quarter', 'We expect quarterly gains of $35 million in 2025.'],
    ['results above the outlook', 'First quarter 2025 revenue increased 19%, above our expectations.'],
    ['a continued observation', 'We continue to see operating margins of 15.5% in 2025.'],
    ['an amount by which guidance falls', 'We are lowering our 2025 guidance by $0.10 per share.'],
    ['a benefit of something', 'We expect the benefit to contribute approximately $5 million in 2025.'],
    ['a bonus', 'The target bonus for 2025 is $2 million, if revenue of $5 billion is reached.'],
  ])('reads no guidance in %s', (_, text) => {
    expect(read(text)).toEqual([]);
  });
});

describe('a release', () => {
  const head = 'FICTIONAL MILLS REPORTS SECOND QUARTER 2025 RESULTS\n\nRaises full-year revenue guidance\n\n';

  test('reads list items under a lead-in, and periods without a year by the reported one', () => {
    const text = `${head}Outlook\n\nFor the third quarter, the Company expects:\n\n• Revenue of $420 million to $430 million\n• An effective tax rate of approximately 24%\n\nFor the full year, we now expect:\n\n• Revenue of $1.65 billion to $1.70 billion`;
    expect(read(text, '2025-07-24')).toEqual([
      'revenue q3 2025 USD 420000000 430000000',
      'effective_tax_rate q3 2025 pure 0.24 0.24',
      'revenue fy 2025 USD 1650000000 1700000000',
    ]);
    expect(readGuidance(text, { filed: '2025-07-24' }).map(guidance => guidance.direction)).toEqual([
      'initiated',
      'initiated',
      'raised',
    ]);
  });

  test('takes a later sentence of the paragraph for the same period', () => {
    const text = `${head}For the third quarter of 2025 we expect revenue of $420 million. Gross margin is expected to be 40% to 41%.`;
    expect(read(text, '2025-07-24')).toEqual([
      'revenue q3 2025 USD 420000000 420000000',
      'gross_margin q3 2025 pure 0.4 0.41',
    ]);
  });

  test('reads no results under a heading after the outlook, and no safe harbour', () => {
    const text = `${head}Outlook\n\nRevenue in the third quarter is expected to be $420 million.\n\nAbout Fictional Mills\n\nMills with sales of $1.5 billion in 2025.\n\nForward-Looking Statements\n\nStatements such as expected revenue of $1.7 billion in 2025 are forward-looking statements.`;
    expect(read(text, '2025-07-24')).toEqual(['revenue q3 2025 USD 420000000 420000000']);
  });

  test('reads a table with a range in a cell, previous guidance beside it, and a scale', () => {
    const text = `${head}Updated 2025 Guidance\n\n(in millions, except per share data) | Prior Guidance | Updated Guidance\nNet sales | $1,600 - $1,650 | $1,650 - $1,700\nAdjusted diluted EPS | $2.20 - $2.30 | $2.30 - $2.40`;
    expect(readGuidance(text, { filed: '2025-07-24' })).toMatchObject([
      { metric: 'revenue', newLow: 1.65e9, newHigh: 1.7e9, oldLow: 1.6e9, oldHigh: 1.65e9, direction: 'raised' },
      { metric: 'adjusted_eps_diluted', unit: 'USD/shares', newLow: 2.3, newHigh: 2.4, oldLow: 2.2 },
    ]);
  });

  test('takes guidance of an earlier day for the previous one', () => {
    const text = `${head}2025 Guidance\n\n | As of May 1, 2025 | As of July 24, 2025\nRevenue | $1.6 to $1.7 billion | $1.7 to $1.8 billion`;
    expect(readGuidance(text, { filed: '2025-07-24' })).toMatchObject([
      { metric: 'revenue', oldLow: 1.6e9, newLow: 1.7e9, direction: 'raised' },
    ]);
  });

  test('reads a spread in cells of its own, and a scale above the table or in a row', () => {
    const rows =
      ' | Outlook\nNet sales | 190.0 | +/- | $10.0\nGross margin | 48.0% | +/- | 100 bps\nDiluted (loss) per share | (0.05) | +/- | $0.06';
    expect(read(`${head}Third quarter 2025 outlook (in millions, except per share data)\n\n${rows}`)).toEqual([
      'revenue q3 2025 USD 180000000 200000000',
      'gross_margin q3 2025 pure 0.47 0.49',
      'eps_diluted q3 2025 USD/shares -0.11 0.01',
    ]);
    expect(read(`${head}2025 guidance\n\n | From | To\nNet sales (millions) | 600 | 700`)).toEqual([
      'revenue fy 2025 USD 600000000 700000000',
    ]);
  });

  test('reads low and high columns under two periods', () => {
    const text = `${head}Business Outlook\n\n(in millions) | Q3 2025 | FY 2025\n | Low | High | Low | High\nRevenue | $420 | $430 | $1,650 | $1,700\nDiluted EPS | $0.55 | $0.60 | $2.10 | $2.20`;
    expect(read(text, '2025-07-24')).toEqual([
      'revenue q3 2025 USD 420000000 430000000',
      'revenue fy 2025 USD 1650000000 1700000000',
      'eps_diluted q3 2025 USD/shares 0.55 0.6',
      'eps_diluted fy 2025 USD/shares 2.1 2.2',
    ]);
  });

  test('reads GAAP and non-GAAP figures of one row, under a caption with a footnote mark', () => {
    const text =
      'The following table summarizes our second quarter fiscal year 2025 targets1:\n\nTotal revenue | $5.25 billion to $5.30 billion\nEarnings per share1 | GAAP: $3.35 to $3.40 | Non-GAAP: $4.35 to $4.40';
    expect(read(text)).toEqual([
      'revenue q2 2025 USD 5250000000 5300000000',
      'eps_diluted q2 2025 USD/shares 3.35 3.4',
      'adjusted_eps_diluted q2 2025 USD/shares 4.35 4.4',
    ]);
  });

  test('names a share of sales and a growth as such', () => {
    const text =
      'Our outlook for fiscal 2025:\n\nCapital expenditure | about 4.2 percent of net revenue\nNet sales | 5% to 7%';
    expect(read(text)).toEqual([
      'capital_expenditure_pct_of_revenue fy 2025 pure 0.042 0.042',
      'revenue_growth fy 2025 pure 0.05 0.07',
    ]);
  });

  test('reads of a reconciliation only the measures that it leads from and to', () => {
    const text =
      'The following table shows our fiscal 2025 targets reconciled to non-GAAP targets.\n\nGAAP operating margin | 37.0%\nStock-based compensation expense | 8.5\nNon-GAAP operating margin | 47.0%';
    expect(read(text)).toEqual([
      'operating_margin fy 2025 pure 0.37 0.37',
      'adjusted_operating_margin fy 2025 pure 0.47 0.47',
    ]);
  });

  test('reads columns of GAAP and non-GAAP measures, and a table of a later period without a word of outlook in it', () => {
    const text = `${head}Our guidance for the third quarter of 2025 includes both. See below.*\n\nQ3 2025 | GAAP* | Non-GAAP*\n | Approximately | Approximately\nRevenue | $420 million | $420 million\nGross margin | 34.1% | 39.0%`;
    expect(read(text, '2025-07-24')).toEqual([
      'revenue q3 2025 USD 420000000 420000000',
      'adjusted_revenue q3 2025 USD 420000000 420000000',
      'gross_margin q3 2025 pure 0.341 0.341',
      'adjusted_gross_margin q3 2025 pure 0.39 0.39',
    ]);
  });

  test('reads a table whose columns are measures', () => {
    const outlook = `${head}Outlook\n\nThe table shows our guidance:\n\n`;
    const periods = ' | Revenue | Adjusted EBITDA\nThird quarter 2025 | $100 - $110 million | $20 - $22 million';
    expect(read(`${outlook}${periods}`, '2025-07-24')).toEqual([
      'revenue q3 2025 USD 100000000 110000000',
      'adjusted_ebitda q3 2025 USD 20000000 22000000',
    ]);
    const ends = ' | Revenue ($M) | Diluted EPS\nLow | 100 | 1.10\nHigh | 110 | 1.30';
    expect(read(`${head}2025 outlook\n\n${ends}`, '2025-07-24')).toEqual([
      'revenue fy 2025 USD 100000000 110000000',
      'eps_diluted fy 2025 USD/shares 1.1 1.3',
    ]);
  });

  test('reads statements in cells, units below figures, and figures below their label', () => {
    const statements = '• | Revenue of $1.6 billion to $1.7 billion\n• | Gross profit rate of approximately 24.5%';
    expect(read(`${head}2025 guidance\n\n${statements}`, '2025-07-24')).toEqual([
      'revenue fy 2025 USD 1600000000 1700000000',
      'gross_margin fy 2025 pure 0.245 0.245',
    ]);
    const units =
      ' | Q3 2025 | FY 2025\nRevenue | $0.42 - $0.43 | $1.65 - $1.70\n | Billion | Billion\nY/Y growth | ~10% | ~9%';
    expect(read(`${head}2025 guidance\n\n${units}`, '2025-07-24')).toEqual([
      'revenue q3 2025 USD 420000000 430000000',
      'revenue fy 2025 USD 1650000000 1700000000',
      'revenue_growth q3 2025 pure 0.1 0.1',
      'revenue_growth fy 2025 pure 0.09 0.09',
    ]);
    const labels = ' | July 2025 | April 2025\n(1)\nDiluted EPS\n | $2.30 – $2.40 / $2.35 | $2.20 – $2.30 / $2.25';
    expect(readGuidance(`${head}2025 guidance\n\n${labels}`, { filed: '2025-07-24' })).toMatchObject([
      { metric: 'eps_diluted', newLow: 2.3, newHigh: 2.4, oldLow: 2.2, oldHigh: 2.3, direction: 'raised' },
    ]);
  });

  test('reads only the forecast beside results of other periods, with rows that end before it', () => {
    const text = `${head}Our results and forecast are below.\n\n(in millions) | Q1'24 | Q2'24 | Q3'25 Forecast\nRevenue | $8,833 | $9,370 | $10,416\nY/Y % Growth | 12.5% | 14.8% | 11.2%\nFree cash flow | $1,581 | $2,137`;
    expect(read(text, '2025-07-24')).toEqual([
      'revenue q3 2025 USD 10416000000 10416000000',
      'revenue_growth q3 2025 pure 0.112 0.112',
    ]);
  });

  test('takes the previous guidance for that of now where the table says so', () => {
    const text = `${head}2025 guidance\n\n | Prior FY25 outlook | Updated FY25 outlook\nCapital expenditures | $400 million to $475 million | no change`;
    expect(readGuidance(text, { filed: '2025-07-24' })).toMatchObject([
      { metric: 'capital_expenditure', newLow: 4e8, newHigh: 4.75e8, oldLow: 4e8, direction: 'reaffirmed' },
    ]);
  });

  test('reads no table of results, of pensions or of bonuses', () => {
    const rows = 'Total revenue | $5.25 billion';
    expect(read(`Our revenue of fiscal year 2025:\n\n${rows}`)).toEqual([]);
    expect(read(`Assumptions for our pension expectations of fiscal year 2025:\n\nDiscount rate | 5%`)).toEqual([]);
    expect(read(`Targets of named executive officers for fiscal year 2025:\n\nJane Example | $500,000`)).toEqual([]);
  });
});

test.each([
  [
    'For comparable net revenues, the company expects a 4% to 5% currency headwind in 2025.',
    'comparable_sales_growth_effect fy 2025 pure -0.05 -0.04',
  ],
  [
    'EPS growth is expected to include a 7% to 8% currency headwind in 2025.',
    'eps_diluted_growth_effect fy 2025 pure -0.08 -0.07',
  ],
  [
    'Foreign exchange is expected to reduce 2025 revenue growth by approximately 2 percentage points.',
    'revenue_growth_effect fy 2025 percentage points -2 -2',
  ],
  [
    'We expect foreign exchange to have a negative impact of approximately $0.10 on 2025 earnings per share.',
    'eps_diluted_effect fy 2025 USD/shares -0.1 -0.1',
  ],
  [
    'We expect foreign currency to negatively impact 2025 EPS by $0.10.',
    'eps_diluted_effect fy 2025 USD/shares -0.1 -0.1',
  ],
])('reads the effect on a measure: %s', (sentence, stated) => {
  expect(read(sentence)).toEqual([stated]);
});

test.each([
  ['Our long-term target is annual EPS growth of 8% to 10%.', 'eps_diluted_growth   pure 0.08 0.1'],
  [
    'Our ongoing growth model calls for annual operating profit growth of 5%.',
    'operating_income_growth   pure 0.05 0.05',
  ],
  [
    'Our Board intends to gradually reduce our dividend payout ratio to 30 percent over time.',
    'dividend_payout_ratio   pure 0.3 0.3',
  ],
])('reads a rate that holds for every year without a period: %s', (sentence, stated) => {
  expect(read(sentence)).toEqual([stated]);
});

test('takes `continues to expect` for reaffirmed, and no change of a forecast for a figure of its own', () => {
  expect(
    readGuidance('The Company continues to expect free cash flow of $12 billion in 2025.', { filed: FILED }),
  ).toMatchObject([{ direction: 'reaffirmed' }]);
  expect(read('We expect 2025 revenue of $43.5-$44.5B (+$0.5B vs. prior forecast).')).toEqual([
    'revenue fy 2025 USD 43500000000 44500000000',
  ]);
});

test('reads the items of an outlook in one sentence', () => {
  expect(
    read(
      'First quarter 2025 guidance: Revenue $88 million to $90 million; adjusted EBITDA $12 million to $13 million.',
    ),
  ).toEqual(['revenue q1 2025 USD 88000000 90000000', 'adjusted_ebitda q1 2025 USD 12000000 13000000']);
  expect(
    read(
      'The Company is maintaining its guidance for 2025, including net sales of $4.5 billion to $4.6 billion and EPS of $7.00.',
    ),
  ).toEqual(['revenue fy 2025 USD 4500000000 4600000000', 'eps_diluted fy 2025 USD/shares 7 7']);
});

test('reads no range from a year to its amount', () => {
  const sentence =
    'The estimated amortization expense for each of the next years is as follows: 2025 - $114,870; 2026 - $113,768.';
  const [stated] = readGuidance(sentence, { filed: FILED });
  expect(stated).toMatchObject({ fiscalYear: 2025, newLow: 114_870, newHigh: 114_870 });
});

test('reads `Non GAAP` like `non-GAAP`', () => {
  expect(read('2025 Guidance\n\n | 2025\nNon GAAP EPS | $8.30 to $8.50')).toEqual([
    'adjusted_eps_diluted fy 2025 USD/shares 8.3 8.5',
  ]);
});

test('reads hostile text in bounded time', () => {
  expect(readGuidance('guidance $1 to '.repeat(200_000))).toEqual([]);
  expect(readGuidance('raised guidance 2025 revenue $1. '.repeat(20_000)).length).toBeLessThan(80);
  expect(readGuidance(`We expect ${'total net annual '.repeat(50_000)}revenue of $5 in 2025.`)).toEqual([]);
});

test.each([
  ['a result that is compared with an expectation', 'Sales for fiscal 2024 were better than expected, declining 3%.'],
  ['a withdrawn outlook', 'Earnings of $2.50 exceeded our 2025 guidance range of $2.10 to $2.20.'],
  ['a named part', 'For Fictional Mills Asia, we expect full-year 2025 revenue of $60 million.'],
  ['an acquisition', 'The acquisition is expected to contribute revenue of $60 million in 2025.'],
  ['what is saved', 'These actions will eliminate $20 million of expenses in 2025.'],
  ['a change of an amount', 'We expect 2025 cash flow from operations to be up more than $10 million.'],
  ['a past day', 'On May 2, 2023, the Company increased its 2025 cost savings target to $60 million.'],
  ['a sum of several years', 'We expect cumulative costs of $3 billion by the end of 2025.'],
  ['a part of the measure', 'The 53rd week is expected to add $7 million of revenue in 2025.'],
  ['what is compared', 'In 2025 we expect an increase from the base of $3.22 in EPS earned in fiscal 2024.'],
  ['an assumption', 'We expect our 2025 pension expense to rest on a 2.5% discount rate.'],
  ['revenue of contract liabilities', 'We expect revenue of $5 million in 2025 related to contract liabilities.'],
  ['an effect on a result', 'In 2024, revenue growth included a 4% currency headwind.'],
  ['a cost that an outlook includes', 'The 2025 outlook includes a carrying cost of $0.20 per share on debt.'],
  ['an increase of an amount', 'We estimate that this will result in base revenue increases of $186 million in 2025.'],
  ['a span of years', 'We expect capital expenditures of $3 billion through 2027.'],
])('reads no guidance in %s', (_, sentence) => {
  expect(read(sentence)).toEqual([]);
});
