import { z } from 'zod';
import { companyType } from '../../../filings/issuers/views/entity.ts';
import { asOf } from '../../../kit/as-of.ts';
import { marketId, text } from '../../../kit/input-fields.ts';
import { LISTING_STATUSES } from './companies.ts';

const MOST_VALUES = 20;

/** Parameters that choose the companies of a universe. */
export const universeQuestion = {
  market_id: z
    .array(marketId)
    .min(1)
    .max(MOST_VALUES)
    .optional()
    .describe('Companies registered or listed in any of these markets, now.'),
  company_type: z.array(companyType).min(1).max(MOST_VALUES).optional().describe('Any of these company types.'),
  industry: z
    .array(text(16))
    .min(1)
    .max(MOST_VALUES)
    .optional()
    .describe('Beginnings of industry codes in the scheme of the registry: 28 includes SIC 2834.'),
  listing_status: z
    .array(z.enum(LISTING_STATUSES))
    .min(1)
    .max(LISTING_STATUSES.length)
    .optional()
    .describe('Any of these.'),
  index: text(32)
    .optional()
    .describe('Members of this index on the day, if the operator has imported its list: sp500.'),
  as_of: asOf.optional(),
};
