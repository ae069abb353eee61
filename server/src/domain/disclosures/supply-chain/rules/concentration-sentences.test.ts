import { describe, expect, test } from 'vitest';
import { readShares } from './concentration-sentences.ts';
import { readKnownNames } from './known-names.ts';
import { readCalendar } from './periods.ts';

const calendar = readCalendar('2024-12-31', 'annual', []);

/** Formats each share as `customer Brook Retail, Inc. 18 revenue 2024-12-31`. */
function read(sentence: string, elsewhere = ''): string[] {
  const known = readKnownNames([`${sentence}\n\n${elsewhere}`]);
  return readShares(sentence, calendar, known).map(one => {
    const share = one.pct === null ? `no ${one.thresholdPct ?? 'share'}` : `${one.isAtLeast ? 'over ' : ''}${one.pct}`;
    const group = one.groupSize === null ? '' : ` (${one.groupSize})`;
    const narrowed = one.narrowed === null ? '' : ` [${one.narrowed}]`;
    return `${one.concentrationType} ${one.label}${group} ${share} ${one.of}${narrowed} ${one.span.end}`;
  });
}

describe('readShares', () => {
  test.each<[string, string[]]>([
    [
      'Brook Retail, Inc. accounted for approximately 18% of our net sales in fiscal 2024.',
      ['customer Brook Retail, Inc. 18 revenue 2024-12-31'],
    ],
    [
      'In 2024, Brook Retail, Inc. represented 21.8% of its revenue, and Elm Stores LLC, a distributor, represented 8.7% of its total revenue.',
      ['customer Brook Retail, Inc. 21.8 revenue 2024-12-31', 'customer Elm Stores LLC 8.7 revenue 2024-12-31'],
    ],
    [
      'Sales to Brook and Elm accounted for 18% and 14%, respectively, of the Company’s revenues for the year ended December 31, 2024.',
      ['customer Brook 18 revenue 2024-12-31', 'customer Elm 14 revenue 2024-12-31'],
    ],
    [
      'Our top three customers together accounted for 18% and 17% of our revenue for the years ended December 31, 2024 and 2023, respectively.',
      [
        'customer top three customers (3) 18 revenue 2024-12-31',
        'customer top three customers (3) 17 revenue 2023-12-31',
      ],
    ],
    [
      'Two customers accounted for 24% and 11% of our accounts receivable balance as of December 31, 2024.',
      [
        'customer two customers (1 of 2) 24 receivables 2024-12-31',
        'customer two customers (2 of 2) 11 receivables 2024-12-31',
      ],
    ],
    [
      'At December 31, 2023 and 2024, approximately 40% of accounts receivable represented amounts due from ten dealers.',
      ['customer ten dealers (10) 40 receivables 2023-12-31', 'customer ten dealers (10) 40 receivables 2024-12-31'],
    ],
    [
      'During 2024, our three largest United States customers accounted for 21% of sales in the United States.',
      ['customer three largest United States customers (3) 21 revenue [sales in the United States] 2024-12-31'],
    ],
    [
      'For 2024, one contract manufacturer accounted for more than 10% of our supplies, and the top five contract manufacturers in the aggregate accounted for 51% of our supplies.',
      [
        'supplier one contract manufacturer over 10 purchases 2024-12-31',
        'supplier top five contract manufacturers (5) 51 purchases 2024-12-31',
      ],
    ],
    [
      'Net sales to Brook Retail, Inc. and its affiliates were $1.2 billion, or 14% of total net sales in fiscal 2024.',
      ['customer Brook Retail, Inc. 14 revenue 2024-12-31'],
    ],
    [
      'Sales to Customer A and Customer B represented 21% and 13%, respectively, of total net sales in 2024.',
      ['customer Customer A 21 revenue 2024-12-31', 'customer Customer B 13 revenue 2024-12-31'],
    ],
    [
      'One indirect customer, which buys through distributors including Customer A, represented 19% of revenue in 2024.',
      ['customer one indirect customer 19 revenue 2024-12-31'],
    ],
    [
      'Approximately 22% of our revenue in 2024 was derived from Brook Retail, Inc.',
      ['customer Brook Retail, Inc. 22 revenue 2024-12-31'],
    ],
    // A joint percentage is not the share of any one company.
    [
      'Brook Retail, Inc. and Elm Stores LLC accounted for 40% of total revenues in 2024.',
      [
        'customer Brook Retail, Inc. no share revenue 2024-12-31',
        'customer Elm Stores LLC no share revenue 2024-12-31',
      ],
    ],
    [
      'No customer accounted for 10% or more of net sales for fiscal years 2024 and 2023.',
      ['customer no customer no 10 revenue 2024-12-31', 'customer no customer no 10 revenue 2023-12-31'],
    ],
    [
      'Mills did not have any individual customer that generated greater than 10% of net revenue in 2024.',
      ['customer no customer no 10 revenue 2024-12-31'],
    ],
  ])('reads the shares of "%s"', (sentence, shares) => {
    expect(read(sentence)).toEqual(shares);
  });

  test('accepts a short name that the filing defines in full', () => {
    const sentence = 'In 2024, Brook accounted for 12% of revenues.';
    expect(read(sentence)).toEqual([]);
    expect(read(sentence, 'We sell to Brook Retail, Inc. (“Brook”).')).toEqual([
      'customer Brook Retail, Inc. 12 revenue 2024-12-31',
    ]);
  });
});

test('resolves "these customers" to the only group of the previous sentence', () => {
  const read = (before: string, sentence: string) =>
    readShares(sentence, calendar, new Map(), before).map(one => [one.label, one.groupSize, one.pct]);
  const share =
    'In 2024, the net revenue from these customers was approximately $5.6 billion, or 22%, of total net revenue.';
  expect(read('A large part of it comes from our five largest customers.', share)).toEqual([
    ['five largest customers', 5, 22],
  ]);
  expect(read('We sell to three distributors and two retailers.', share)).toEqual([]);
  expect(read('We sell to many.', share)).toEqual([]);
  expect(
    read(
      'We sell through ten channel purchasers.',
      'Two of these each accounted for 10% and 13% of revenues in 2023 and 2024.',
    ),
  ).toEqual([
    ['two of ten channel purchasers, each', 2, 10],
    ['two of ten channel purchasers, each', 2, 13],
  ]);
});

test.each([
  ['a product', 'Flour Mixes accounted for 60% of revenue in 2024.'],
  ['a place', 'Sales to China represented 20% of revenue in 2024.'],
  [
    'customers of a place',
    'Sales to customers outside of the United States accounted for 56% of total revenue in 2024.',
  ],
  ['a class of customers', 'Sales to Original Equipment Manufacturers accounted for 30% of net sales in 2024.'],
  ['an upper bound', 'Brook Retail, Inc. accounted for less than 10% of net sales in 2024.'],
  ['a supposition', 'If one customer accounted for 50% of our revenue, we could be at risk.'],
  ['a threshold and nobody', 'Three customers accounted for 10% or more of revenue in 2024.'],
  ['nobody but one', 'Other than Brook, no customer accounted for more than 10% of revenue in 2024.'],
  ['another whole', 'One supplier accounted for 12% of our research costs in 2024.'],
  ['growth', 'One customer accounted for 12% of revenue growth in 2024.'],
  ['quarters without dates', 'One customer accounted for 12% of revenue in the first quarter of 2024.'],
  [
    'more years than percentages',
    'Our largest customer accounted for 17% of net sales in 2024 and 16% in each of the years 2023 and 2022.',
  ],
  ['owners and years at once', 'In 2024 and 2023, Customer A and Customer B accounted for 20% and 10% of revenue.'],
  ['a partner of ours', 'Our joint venture with Brook Retail, Inc. accounted for 12% of revenue in 2024.'],
  ['a year that the filing can not know', 'One customer accounted for 12% of revenue in 2031.'],
])('reads no share from an ambiguous sentence: %s', (_, sentence) => {
  expect(read(sentence)).toEqual([]);
});
