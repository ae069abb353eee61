import type { DemoDocument, DemoFiling, HeaderIssuer } from './submission.ts';

/** The issuer of a report in the format of the nineties: plain text in lines of eighty characters. */
export const TEXT_ERA_ISSUER: HeaderIssuer = {
  cik: '9999900004',
  name: 'SPECIMEN FOUNDRY CO (FICTIONAL)',
  sic: '3321',
  sicTitle: 'GRAY & DUCTILE IRON FOUNDRIES',
  fiscalYearEnd: { month: 12, day: 31 },
  words: { street: '12 CUPOLA ROAD', city: 'Patternville', state: 'PA' },
};

const WIDTH = 76;

/** Thousands of dollars: 1996, 1995, 1994. */
const SALES = [184_620, 171_350, 158_905] as const;
const COST = [142_710, 133_480, 124_590] as const;
const SELLING = [21_840, 20_370, 19_215] as const;
const INTEREST = [3_120, 3_410, 3_655] as const;
const TAX_RATE = 0.37;
const SHARES = 8_940;
const ASSETS = { cash: 9_870, receivables: 26_340, inventories: 22_115, property: 61_480, other: 4_905 };
const LIABILITIES = { payables: 14_260, accrued: 9_735, debt: 38_200, deferred: 7_910 };

const three = (of: (n: 0 | 1 | 2) => number): [number, number, number] => [of(0), of(1), of(2)];
const GROSS = three(n => SALES[n] - COST[n]);
const OPERATING = three(n => GROSS[n] - SELLING[n]);
const PRETAX = three(n => OPERATING[n] - INTEREST[n]);
const TAX = three(n => Math.round(PRETAX[n] * TAX_RATE));
const NET = three(n => PRETAX[n] - TAX[n]);
const TOTAL_ASSETS = Object.values(ASSETS).reduce((sum, value) => sum + value, 0);
const TOTAL_LIABILITIES = Object.values(LIABILITIES).reduce((sum, value) => sum + value, 0);
const EQUITY = TOTAL_ASSETS - TOTAL_LIABILITIES;
const CURRENT_ASSETS = ASSETS.cash + ASSETS.receivables + ASSETS.inventories;
const CURRENT_LIABILITIES = LIABILITIES.payables + LIABILITIES.accrued;

/** A 10-K of fiscal 1996 with its financial data schedule. */
export function textEraReport(): DemoFiling {
  const documents: DemoDocument[] = [
    { type: '10-K', fileName: null, description: 'FORM 10-K', content: reportText() },
    { type: 'EX-27', fileName: null, description: 'FINANCIAL DATA SCHEDULE', content: dataSchedule() },
  ];
  return {
    accession: '9999900004-97-000002',
    form: '10-K',
    period: '1996-12-31',
    filed: '1997-03-27',
    accepted: null,
    items: [],
    documents,
  };
}

function reportText(): string {
  const items: [string, string, string[]][] = [
    ['ITEM 1.', 'BUSINESS', BUSINESS],
    ['ITEM 2.', 'PROPERTIES', PROPERTIES],
    ['ITEM 3.', 'LEGAL PROCEEDINGS', LEGAL],
    [
      'ITEM 4.',
      'SUBMISSION OF MATTERS TO A VOTE OF SECURITY HOLDERS',
      ['No matter was submitted to a vote of security holders in the fourth quarter of 1996.'],
    ],
    ['ITEM 5.', "MARKET FOR REGISTRANT'S COMMON EQUITY AND RELATED STOCKHOLDER MATTERS", MARKET],
    ['ITEM 6.', 'SELECTED FINANCIAL DATA', []],
    ['ITEM 7.', "MANAGEMENT'S DISCUSSION AND ANALYSIS OF FINANCIAL CONDITION AND RESULTS OF OPERATIONS", discussion()],
    ['ITEM 8.', 'FINANCIAL STATEMENTS AND SUPPLEMENTARY DATA', []],
    ['ITEM 9.', 'CHANGES IN AND DISAGREEMENTS WITH ACCOUNTANTS ON ACCOUNTING AND FINANCIAL DISCLOSURE', ['None.']],
    ['ITEM 10.', 'DIRECTORS AND EXECUTIVE OFFICERS OF THE REGISTRANT', DIRECTORS],
    [
      'ITEM 11.',
      'EXECUTIVE COMPENSATION',
      [
        'The information required by this item is incorporated by reference to the section "Executive Compensation" of the proxy statement for the annual meeting to be held on May 8, 1997.',
      ],
    ],
    [
      'ITEM 12.',
      'SECURITY OWNERSHIP OF CERTAIN BENEFICIAL OWNERS AND MANAGEMENT',
      [
        'The information required by this item is incorporated by reference to the section "Ownership of Stock" of the proxy statement.',
      ],
    ],
    ['ITEM 13.', 'CERTAIN RELATIONSHIPS AND RELATED TRANSACTIONS', ['None.']],
    ['ITEM 14.', 'EXHIBITS, FINANCIAL STATEMENT SCHEDULES, AND REPORTS ON FORM 8-K', EXHIBITS],
  ];
  const parts: Record<string, string> = {
    'ITEM 1.': 'PART I',
    'ITEM 5.': 'PART II',
    'ITEM 10.': 'PART III',
    'ITEM 14.': 'PART IV',
  };
  const pages = items.map(([number, title, texts], n) => {
    const part = parts[number];
    return [
      ...(part === undefined ? [] : [centre(part), '']),
      ...wrap(`${number}  ${title}`, WIDTH, '          '),
      '',
      ...texts.flatMap(text => [...wrap(`     ${text}`, WIDTH, ''), '']),
      ...(number === 'ITEM 6.' ? selectedData() : []),
      ...(number === 'ITEM 8.' ? statements() : []),
      centre(String(n + 3)),
      '<PAGE>',
      '',
    ].join('\n');
  });
  return [cover(), ...pages, signatures()].join('\n');
}

function cover(): string {
  return [
    '',
    centre('SECURITIES AND EXCHANGE COMMISSION'),
    centre('WASHINGTON, D.C. 20549'),
    '',
    centre('FORM 10-K'),
    centre('(a sample: this report is fictional and was never filed)'),
    '',
    '[X]  ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES',
    '     EXCHANGE ACT OF 1934',
    '',
    centre('For the fiscal year ended December 31, 1996'),
    '',
    centre('SPECIMEN FOUNDRY COMPANY (FICTIONAL)'),
    centre('------------------------------------'),
    centre('(Exact name of registrant as specified in its charter)'),
    '',
    '        Pennsylvania                                    00-0000000',
    '   ----------------------                         --------------------',
    '  (State of incorporation)                        (I.R.S. Employer No.)',
    '',
    '   12 Cupola Road, Patternville, Pennsylvania              00000',
    '   ------------------------------------------            ---------',
    '   (Address of principal executive offices)              (Zip Code)',
    '',
    ...wrap(
      '     Indicate by check mark whether the registrant (1) has filed all reports required to be filed by Section 13 or 15(d) of the Securities Exchange Act of 1934 during the preceding 12 months, and (2) has been subject to such filing requirements for the past 90 days. Yes [X]  No [ ]',
      WIDTH,
      '',
    ),
    '',
    ...wrap(
      '     Portions of the proxy statement for the annual meeting of shareholders are incorporated by reference into Part III.',
      WIDTH,
      '',
    ),
    '',
    centre('1'),
    '<PAGE>',
    '',
    centre('TABLE OF CONTENTS'),
    '',
    '                                                                    Page',
    '                                                                    ----',
    'Item 1.   Business................................................     3',
    'Item 2.   Properties..............................................     4',
    'Item 3.   Legal Proceedings.......................................     5',
    "Item 7.   Management's Discussion and Analysis...................     9",
    'Item 8.   Financial Statements and Supplementary Data.............    10',
    'Item 14.  Exhibits................................................    16',
    '',
    centre('2'),
    '<PAGE>',
    '',
  ].join('\n');
}

const BUSINESS = [
  'Specimen Foundry Company is a fictional company. In this report it casts gray and ductile iron for makers of pumps, valves, compressors and farm machinery. It was founded in 1921, has been public since 1958, and works two foundries and a machine shop in Patternville and in Moldham, Ohio.',
  'PRODUCTS. The Company pours castings between four ounces and nine hundred pounds. About 62 percent of sales in 1996 were ductile iron, 31 percent gray iron and the rest machined parts. Ductile iron has grown faster than gray iron for ten years because it can take the place of steel where weight matters.',
  'CUSTOMERS. The Company sold to some 240 customers in 1996. The largest accounted for 11 percent of sales and the five largest for 38 percent. Sales are made by eleven employees and by four agents. Orders are usually for delivery within twelve weeks, and the backlog at year end was $39 million, against $35 million a year earlier.',
  'RAW MATERIALS. Scrap iron, pig iron, coke, sand and resin are bought in the market from several sources each. The price of scrap rose by 9 percent in 1996. Most contracts with customers let the Company pass on changes of scrap prices after a quarter.',
  'COMPETITION. There are several hundred iron foundries in the United States, about forty of which compete with the Company for at least part of its work. Price, quality, delivery and help with design decide. Some competitors belong to customers of the Company.',
  'ENVIRONMENT. The foundries emit dust and need permits under the Clean Air Act. In 1996 the Company spent $2.1 million on bag houses and sand reclamation and expects to spend about $1.8 million in 1997. It has been named as one of sixty-two parties that may have to pay for the cleaning of a landfill near Moldham; its share is not expected to be material.',
  'EMPLOYEES. At December 31, 1996 the Company had 1,310 employees, of whom 940 belong to a union. The labor agreement at Patternville runs to October 1998 and that at Moldham to June 1999. There has been no strike since 1974.',
];

const PROPERTIES = [
  'The foundry at Patternville covers 410,000 square feet on 38 acres and has two cupolas and six molding lines. The foundry at Moldham covers 265,000 square feet, melts by induction, and was built in 1979. The machine shop at Patternville covers 88,000 square feet. The Company owns all three. In 1996 the foundries worked at 84 percent of capacity.',
  'The Company leases a warehouse in Patternville and a sales office in Illinois. Management considers the properties suitable and adequate for the business.',
];

const LEGAL = [
  'The Company is a defendant in suits over injuries at work and over castings that are said to have been faulty. Insurance covers most of them above $250,000 each. Management believes, on the advice of counsel, that none of them will have a material effect on the financial position or results of the Company.',
];

const MARKET = [
  'The common stock is traded over the counter under a symbol that is made up. At March 1, 1997 there were 1,486 holders of record. The Company has paid dividends each quarter since 1961; those of 1996 were $.14 per share each and those of 1995 $.13.',
  'The high and low prices were $21 1/4 and $17 3/8 in the first half of 1996, and $24 1/2 and $19 7/8 in the second. The loan agreement limits dividends to half of net income.',
];

const DIRECTORS = [
  'The executive officers of the Registrant are: Frances Molder, 61, Chairman and President since 1984; George Ladle, 54, Vice President - Operations since 1990; Helen Riser, 49, Vice President - Finance and Treasurer since 1988; and Irving Gate, 57, Secretary since 1979.',
  'The information on directors is incorporated by reference to the section "Election of Directors" of the proxy statement.',
];

const EXHIBITS = [
  '(a) The financial statements listed in Item 8 are filed as part of this report. All schedules are omitted because they do not apply or because the information is in the statements or the notes. Exhibit 27, Financial Data Schedule, is filed with this report.',
  '(b) No report on Form 8-K was filed in the fourth quarter of 1996.',
];

function discussion(): string[] {
  return [
    `RESULTS OF OPERATIONS. Sales in 1996 were ${money(SALES[0])}, an increase of ${change(SALES)} percent over 1995, of which about two thirds came from more tons and one third from price and mix. Demand from makers of pumps and valves was strong all year; that from makers of farm machinery weakened in the autumn.`,
    `Cost of sales was ${share(COST)} percent of sales, against ${((COST[1] / SALES[1]) * 100).toFixed(1)} percent in 1995. Less scrap and the new molding line at Moldham lowered it, and dearer scrap iron raised it. Selling, general and administrative expense was ${share(SELLING)} percent of sales.`,
    `Net income was ${money(NET[0])}, or $${(NET[0] / SHARES).toFixed(2)} per share, against ${money(NET[1])}, or $${(NET[1] / SHARES).toFixed(2)} per share, in 1995. Interest expense declined with the debt. The tax rate was 37 percent in all years.`,
    `LIQUIDITY AND CAPITAL RESOURCES. Cash was ${money(ASSETS.cash)} at year end and working capital ${money(CURRENT_ASSETS - CURRENT_LIABILITIES)}. Capital expenditures were $11.4 million in 1996 and are planned at $13 million for 1997, most of it for a third induction furnace. The Company may borrow up to $25 million under a revolving credit and had borrowed nothing under it at December 31, 1996. Management believes that these means suffice for 1997.`,
    `1995 COMPARED WITH 1994. Sales rose by ${((SALES[1] / SALES[2] - 1) * 100).toFixed(1)} percent to ${money(SALES[1])}, with gains in both foundries. Gross profit rose from ${money(GROSS[2])} to ${money(GROSS[1])} although a cupola at Patternville was out of use for five weeks in the summer for a new lining. Net income was ${money(NET[1])}, against ${money(NET[2])} in 1994.`,
    'The Company has adopted a program to bring all pattern work of larger customers onto computers by the end of 1998. It cost $.6 million in 1996, which was expensed, and is expected to cost about $1 million a year. Management expects it to shorten the time from drawing to first casting by a third, and believes that customers will come to require it.',
    'OUTLOOK. Orders in the first ten weeks of 1997 were somewhat above those of the year before. The Company expects sales of ductile iron to grow again and those of gray iron to be about level. A decline of the markets for pumps or farm machinery, a rise of scrap prices that cannot be passed on, or a failure of one of the melting units would change this.',
    'INFLATION. Prices of scrap, coke and energy change more than general prices do. The Company has been able to pass on most of the changes within a few months.',
  ];
}

function selectedData(): string[] {
  return textTable('(in thousands, except per share amounts)', [
    ['Net sales', ...SALES],
    ['Gross profit', ...GROSS],
    ['Net income', ...NET],
  ]);
}

function statements(): string[] {
  return [
    ...wrap(
      '     The following are the report of independent accountants, the statements of income and the balance sheet of Specimen Foundry Company.',
      WIDTH,
      '',
    ),
    '',
    centre('REPORT OF INDEPENDENT ACCOUNTANTS'),
    '',
    ...wrap(
      '     In our opinion, the accompanying balance sheet and the related statements of income present fairly, in all material respects, the financial position of Specimen Foundry Company at December 31, 1996 and the results of its operations for each of the three years in the period then ended in conformity with generally accepted accounting principles. Pattern & Core, Patternville, February 14, 1997.',
      WIDTH,
      '',
    ),
    '',
    centre('STATEMENTS OF INCOME'),
    '',
    ...textTable('(in thousands)', [
      ['Net sales', ...SALES],
      ['Cost of sales', ...COST],
      ['Gross profit', ...GROSS],
      ['Selling, general and administrative', ...SELLING],
      ['Operating income', ...OPERATING],
      ['Interest expense', ...INTEREST],
      ['Income before income taxes', ...PRETAX],
      ['Income taxes', ...TAX],
      ['Net income', ...NET],
    ]),
    centre('BALANCE SHEET AT DECEMBER 31, 1996'),
    '',
    '<TABLE>',
    '<CAPTION>',
    `${'(in thousands)'.padEnd(52)}${'1996'.padStart(12)}`,
    `${'<S>'.padEnd(55)}<C>`,
    ...balanceLines(),
    '</TABLE>',
    '',
    centre('NOTES TO FINANCIAL STATEMENTS'),
    '',
    ...wrap(
      '     Inventories are carried at the lower of cost (last in, first out) and market. Property is depreciated over its useful life in equal amounts. Long-term debt consists of notes at 8.1 percent that are repaid in yearly amounts of $4.5 million to 2005. The Company has pension plans for hourly and salaried employees, whose assets exceed their obligations.',
      WIDTH,
      '',
    ),
    '',
  ];
}

function balanceLines(): string[] {
  const line = (label: string, value: number) => `${label.padEnd(52)}${value.toLocaleString('en-US').padStart(12)}`;
  const rule = `${''.padEnd(54)}${'-'.repeat(10)}`;
  return [
    line('Cash', ASSETS.cash),
    line('Receivables', ASSETS.receivables),
    line('Inventories', ASSETS.inventories),
    rule,
    line('  Total current assets', CURRENT_ASSETS),
    line('Property, plant and equipment, net', ASSETS.property),
    line('Other assets', ASSETS.other),
    rule,
    line('  Total assets', TOTAL_ASSETS),
    '',
    line('Accounts payable', LIABILITIES.payables),
    line('Accrued expenses', LIABILITIES.accrued),
    rule,
    line('  Total current liabilities', CURRENT_LIABILITIES),
    line('Long-term debt', LIABILITIES.debt),
    line('Deferred income taxes', LIABILITIES.deferred),
    line("Shareholders' equity", EQUITY),
    rule,
    line("  Total liabilities and shareholders' equity", TOTAL_LIABILITIES + EQUITY),
  ];
}

function textTable(caption: string, rows: readonly [string, number, number, number][]): string[] {
  const cells = (numbers: readonly (number | string)[]) =>
    numbers.map(number => (typeof number === 'number' ? number.toLocaleString('en-US') : number).padStart(12)).join('');
  return [
    '<TABLE>',
    '<CAPTION>',
    `${caption.padEnd(40)}${cells(['1996', '1995', '1994'])}`,
    `${''.padEnd(40)}${cells(['--------', '--------', '--------'])}`,
    `${'<S>'.padEnd(48)}<C>         <C>         <C>`,
    ...rows.map(([label, ...numbers]) => `${label.padEnd(40)}${cells(numbers)}`),
    '</TABLE>',
    '',
  ];
}

function signatures(): string {
  return [
    centre('SIGNATURES'),
    '',
    ...wrap(
      '     Pursuant to the requirements of Section 13 or 15(d) of the Securities Exchange Act of 1934, the Registrant has duly caused this report to be signed on its behalf by the undersigned, thereunto duly authorized.',
      WIDTH,
      '',
    ),
    '',
    '                                   SPECIMEN FOUNDRY COMPANY (FICTIONAL)',
    '',
    '                                   By: /s/ Helen Riser',
    '                                       ---------------',
    '                                       Vice President - Finance',
    'Date: March 26, 1997',
    '',
  ].join('\n');
}

function dataSchedule(): string {
  const line = (tag: string, value: string) =>
    `<${tag}>${' '.repeat(Math.max(1, 46 - tag.length - value.length))}${value}`;
  const number = (tag: string, value: number) => line(tag, value.toLocaleString('en-US'));
  return [
    '',
    '<TABLE> <S> <C>',
    '',
    '<ARTICLE> 5',
    '<MULTIPLIER> 1,000',
    line('PERIOD-TYPE', 'YEAR'),
    line('FISCAL-YEAR-END', 'DEC-31-1996'),
    line('PERIOD-END', 'DEC-31-1996'),
    number('CASH', ASSETS.cash),
    number('RECEIVABLES', ASSETS.receivables),
    number('INVENTORY', ASSETS.inventories),
    number('CURRENT-ASSETS', CURRENT_ASSETS),
    number('PP&E', ASSETS.property),
    number('TOTAL-ASSETS', TOTAL_ASSETS),
    number('CURRENT-LIABILITIES', CURRENT_LIABILITIES),
    number('BONDS', LIABILITIES.debt),
    number('OTHER-SE', EQUITY),
    number('TOTAL-LIABILITY-AND-EQUITY', TOTAL_ASSETS),
    number('SALES', SALES[0]),
    number('TOTAL-REVENUES', SALES[0]),
    number('CGS', COST[0]),
    number('INTEREST-EXPENSE', INTEREST[0]),
    number('INCOME-PRETAX', PRETAX[0]),
    number('INCOME-TAX', TAX[0]),
    number('NET-INCOME', NET[0]),
    line('EPS-PRIMARY', (NET[0] / SHARES).toFixed(2)),
    '',
    '</TABLE>',
    '',
  ].join('\n');
}

function centre(text: string): string {
  return `${' '.repeat(Math.max(0, Math.floor((WIDTH - text.length) / 2)))}${text}`;
}

function wrap(text: string, width: number, indent: string): string[] {
  const lead = /^ */.exec(text)?.[0] ?? '';
  const lines: string[] = [];
  let line = lead;
  for (const word of text.trim().split(/ (?! )/)) {
    if (line.trim() !== '' && line.length + word.length + 1 > width) {
      lines.push(line);
      line = indent;
    }
    line += line.trim() === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}

function money(thousands: number): string {
  return `$${(thousands / 1000).toFixed(1)} million`;
}

function change([now, before]: readonly [number, number, number]): string {
  return ((now / before - 1) * 100).toFixed(1);
}

function share([now]: readonly [number, number, number]): string {
  return ((now / SALES[0]) * 100).toFixed(1);
}
