import { z } from 'zod';
import { filingRef } from '../../../filings/filings/views/filing.ts';
import { entityRef } from '../../../filings/issuers/views/entity.ts';
import { fresh, isoDate } from '../../../kit/fields.ts';
import { type PreviewRule, preview } from '../../../kit/responses/previews.ts';
import { personRef } from '../../people/views/people-shapes.ts';
import { PRICE_QUALITIES, TRANSACTION_CLASSES } from '../model/insider-report.ts';

const amount = z.number().nullable();

export const insiderTransaction = z
  .object({
    transaction_id: z.string().describe('<filing_id>:<position of the line in its document>; permanent.'),
    entity: entityRef,
    filing: filingRef,
    is_amendment: z.boolean(),
    amends: z.string().nullable().describe('filing_id of the original; null if it is not stored or ambiguous.'),
    owners: z.array(
      z.object({
        person: personRef,
        is_director: z.boolean(),
        is_officer: z.boolean(),
        is_ten_percent_owner: z.boolean(),
        officer_title: z.string().nullable(),
      }),
    ),
    is_derivative: z.boolean(),
    is_holding: z.boolean().describe('Whether the line states a holding without a trade.'),
    security_title: z.string(),
    transaction_date: isoDate.nullable(),
    transaction_code: z.string().nullable().describe('As filed: P bought, S sold, A granted, M exercised …'),
    transaction_class: z
      .enum(TRANSACTION_CLASSES)
      .nullable()
      .describe('trade: P and S. Null for unknown codes and holdings.'),
    acquired_disposed: z.enum(['A', 'D']).nullable().describe('As filed, never derived.'),
    shares: amount,
    price_per_share: amount,
    price_quality: z
      .enum(PRICE_QUALITIES)
      .describe(
        'weighted_average: a footnote says so. not_reported: no price, or a purchase or sale at 0. suspect: a purchase or sale at more than ten times the close of its day, both as paid and restated for splits, if closes are stored; the price is as filed.',
      ),
    amount: amount.describe('Total stated in the form, else shares times price.'),
    currency: z.string(),
    shares_owned_following: amount,
    direct_indirect: z.enum(['D', 'I']).nullable(),
    nature_of_ownership: z.string().nullable(),
    is_10b5_1: z
      .boolean()
      .nullable()
      .describe(
        'Whether a footnote of the line or the checkbox of the form states a Rule 10b5-1 plan; null if neither does.',
      ),
    plan_adoption_date: isoDate.nullable(),
    is_equity_swap: z.boolean(),
    timeliness: z.enum(['on_time', 'early', 'late']).nullable(),
    underlying_title: z.string().nullable(),
    underlying_shares: amount,
    exercise_price: amount,
    exercisable_date: isoDate.nullable(),
    expiration_date: isoDate.nullable(),
    footnotes: z.array(z.string()).describe('Footnotes that the line references.'),
  })
  .meta({ id: 'InsiderTransaction', description: 'One line of an insider report.' });

/** A fictional line. */
export const EXAMPLE_TRANSACTION: z.input<typeof insiderTransaction> = {
  transaction_id: 'sec-edgar:9999900001-26-000009:001',
  entity: {
    canonical_key: 'cik:9999900001',
    company_name: 'Demo Fixture Robotics Inc (fictional)',
    ticker: 'DMFR',
    market_id: 'demo',
  },
  filing: {
    filing_id: '6f1d5f0e-54c7-5b0e-9d53-2b3a4c8f1e77',
    form_type: '4',
    period_end: '2026-11-18',
    filed_at: '2026-11-20T21:33:10Z',
    url: 'https://www.sec.gov/Archives/edgar/data/9999900001/999990000126000009/',
  },
  is_amendment: false,
  amends: null,
  owners: [
    {
      person: { slug: 'robin-sample-e01c7fe6', name: 'Robin Sample', kind: 'person' },
      is_director: false,
      is_officer: true,
      is_ten_percent_owner: false,
      officer_title: 'EVP and Chief Financial Officer',
    },
  ],
  is_derivative: false,
  is_holding: false,
  security_title: 'Common Stock, $0.01 par value',
  transaction_date: '2026-11-18',
  transaction_code: 'S',
  transaction_class: 'trade',
  acquired_disposed: 'D',
  shares: 8_200,
  price_per_share: 84.2147,
  price_quality: 'weighted_average',
  amount: 690_560.54,
  currency: 'USD',
  shares_owned_following: 53_200,
  direct_indirect: 'D',
  nature_of_ownership: null,
  is_10b5_1: true,
  plan_adoption_date: '2025-12-03',
  is_equity_swap: false,
  timeliness: null,
  underlying_title: null,
  underlying_shares: null,
  exercise_price: null,
  exercisable_date: null,
  expiration_date: null,
  footnotes: [
    'Made under a Rule 10b5-1 trading plan adopted by the reporting person on December 3, 2025.',
    'The price is a weighted average of sales at prices from $83.90 to $84.60.',
  ],
};

/** The preview of lists for plans below Pro. */
export const INSIDER_PREVIEW = {
  planRequired: 'pro',
  rows: 5,
  withheld: ['shares', 'price_per_share', 'amount', 'shares_owned_following', 'footnotes'],
} as const satisfies PreviewRule;

export const listedTransaction = insiderTransaction
  .partial({ shares: true, price_per_share: true, amount: true, shares_owned_following: true, footnotes: true })
  .meta({
    id: 'ListedInsiderTransaction',
    description: 'One line of an insider report; previews omit the withheld keys.',
  });

/** Response members of lists of lines. */
export const transactionPage = {
  items: z.array(listedTransaction).describe('Newest filing first, lines within a filing in document order.'),
  has_more: z.boolean(),
  preview: preview.nullable().describe('Null if the plan includes everything.'),
  ...fresh,
};

export type ListedTransaction = z.input<typeof listedTransaction>;
