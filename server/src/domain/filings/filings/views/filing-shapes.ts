import { z } from 'zod';
import { instant, isoDate } from '../../../kit/fields.ts';
import { entityRefFields } from '../../issuers/views/shapes.ts';
import { FILING_STATUSES } from '../model/filing-standing.ts';

export const filingRefFields = {
  filing_id: z.string().describe('<registry>:<id at the registry>; routes accept its UUID form too.'),
  form_type: z.string().describe('As filed.'),
  period_end: isoDate.nullable(),
  filed_at: instant.describe('When the registry made it known.'),
  url: z.string().describe("The regulator's own page."),
};

export const filingRef = z.object(filingRefFields).meta({ id: 'FilingRef' });

export const filingFields = {
  ...filingRefFields,
  filing_date: isoDate.describe('Legal date at the registry.'),
  registry: z.string(),
  category: z.string(),
  category_group: z.string(),
  title: z.string().nullable(),
  language: z.string().nullable(),
  item_codes: z.array(z.string()).describe('Items of an 8-K such as 2.02; else empty.'),
  is_amendment: z.boolean(),
  amends: z
    .string()
    .nullable()
    .describe('filing_id of the original; null if it amends none or the original is unknown.'),
  status: z
    .enum(FILING_STATUSES)
    .describe(
      'Status at its registry. withdrawn (by its filer, or deleted) and closed (removed from public inspection): supplies no values from then on. expired: its values remain.',
    ),
  status_since: instant
    .nullable()
    .describe('When the public could know the status; null if the filing has been current throughout.'),
  available: z.array(z.enum(['kpis', 'sections', 'facts', 'statements', 'earnings_event', 'documents'])),
};

export const filing = z.object(filingFields).meta({ id: 'Filing' });

export const filingOfEntity = z
  .object({ ...filingFields, ...entityRefFields })
  .meta({ id: 'FilingOfEntity', description: 'A filing with its issuer.' });
