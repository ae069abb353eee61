import { z } from 'zod';
import { filingRef } from '../../../filings/filings/views/filing-shapes.ts';
import { entityRefFields, listingRef } from '../../../filings/issuers/views/shapes.ts';
import { fresh, instant } from '../../../kit/fields.ts';
import { type PreviewRule, preview } from '../../../kit/previews.ts';

/** What callers below Pro are shown of lists of releases. */
export const PRESS_PREVIEW = {
  planRequired: 'pro',
  rows: 5,
  withheld: ['summary', 'url', 'subjects'],
} as const satisfies PreviewRule;

export const pressRelease = z
  .object({
    ...entityRefFields,
    press_release_id: z.string().describe('<source>:<id of the wire>.'),
    title: z.string(),
    summary: z
      .string()
      .nullable()
      .describe('The beginning of the lead, at most 400 characters; the text is at the wire alone.'),
    published_at: instant,
    source: z.string().describe('The wire: globenewswire, prnewswire.'),
    url: z.string().describe("The release on the wire's own site."),
    language: z.string().describe('BCP 47 as the wire states it; und where it does not.'),
    tier: z
      .literal([1, 2, 3])
      .describe(
        '1: results, guidance, deals, financing, leadership, listing; 2: products, contracts, operations; 3: everything else.',
      ),
    subjects: z
      .array(z.object({ subject_code: z.int(), label: z.string() }))
      .describe("GlobeNewswire's numbers of subjects; from 901 on subjects that only other wires have."),
    isins: z.array(z.string()).describe('That the wire tags it with.'),
    also_tagged: z.array(listingRef).describe('Other listings in markets of the catalogue that it is tagged with.'),
  })
  .meta({ id: 'PressRelease', description: "A press release as its wire's feed tells it." });

const listedPressRelease = pressRelease
  .partial({ summary: true, url: true, subjects: true })
  .extend({
    days_from_filing: z
      .int()
      .optional()
      .describe(
        'Of the day of publication (UTC) after the filing date, negative before it; where a filing was asked about.',
      ),
  })
  .meta({
    id: 'ListedPressRelease',
    description: 'A press release in a list; previews lack summary, url and subjects.',
  });

export const listPressReleasesOut = z
  .object({
    ...entityRefFields,
    filing: filingRef.optional().describe('Where a filing was asked about.'),
    items: z.array(listedPressRelease).describe('Newest first.'),
    has_more: z.boolean(),
    preview: preview.nullable(),
    ...fresh,
  })
  .meta({ id: 'ProductListPressReleasesOut' });
