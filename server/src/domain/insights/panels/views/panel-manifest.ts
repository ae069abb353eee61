import { z } from 'zod';
import { instant, isoDate } from '../../../kit/fields.ts';

const column = z.object({
  name: z.string().describe('Header of the column, or member of a JSON line.'),
  type: z.enum(['date', 'text', 'integer', 'number']),
  unit: z
    .string()
    .nullable()
    .describe(
      'Of a measure: currency and currency_per_share are in the currency of the row; fraction: 0.3 is 30 %; number: another plain number. Null for columns that are no measures.',
    ),
  formula: z
    .string()
    .nullable()
    .describe('In the language of screens; null for line items and columns that are no measures.'),
  definition: z.string().nullable(),
});

/** What a panel contains, and how to verify its bytes. */
export const panelManifest = z
  .object({
    question: z
      .record(z.string(), z.unknown())
      .describe('Parameters of the universe, currency, shape and format, as given.'),
    computed_at: instant.describe('When the computation began.'),
    rules_version: z.string().describe('Version of the rules that computed the figures.'),
    not_computed: z
      .int()
      .describe('Companies whose history was not computed yet from their newest facts; their rows lack them.'),
    columns: z.array(column).describe('Columns in order. In the long form, measures are values of the column measure.'),
    measures: z.array(column).describe('The measures in order.'),
    days: z.array(
      z.object({
        as_of: isoDate,
        known_until: instant.describe('What became known before this instant was used.'),
        companies: z.int().describe('Companies of the universe on the day; each has a row.'),
        without_figures: z.int().describe('Those of them without a fiscal year that was known on the day.'),
        nulls: z.int().describe('Null values of measures.'),
      }),
    ),
    company_days: z.int().describe('Companies, summed over the days.'),
    rows: z.int().describe('Rows of the data, without the header.'),
    bytes: z.int().describe('Size of the data before any compression of the transfer.'),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('Digest of these bytes.'),
  })
  .meta({ id: 'PanelManifest' });

export type PanelManifest = z.output<typeof panelManifest>;
