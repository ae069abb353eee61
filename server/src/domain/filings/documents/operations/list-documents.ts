import { z } from 'zod';
import type { Database } from '../../../../db/database.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import { asOf, asOfFields, asOfOf, knownBefore } from '../../../kit/as-of.ts';
import { fromCursor, toCursor } from '../../../kit/cursors.ts';
import { fresh } from '../../../kit/fields.ts';
import { alwaysCheck, canonicalKey, date, isin, lei, limit, text, ticker } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { CATEGORY_GROUP_LABELS, DOCUMENT_CATEGORIES } from '../../filings/model/document-taxonomy.ts';
import { fictionalFilersToHide } from '../../issuers/views/fictional-issuers.ts';
import { findIssuer, issuerIdsOf } from '../../issuers/views/find-issuer.ts';
import { DEMO_MARKET, MARKETS } from '../../markets/model/markets.ts';
import { CATEGORIES_OF_A_YEAR, category, type DocumentRow, document, origin, toDocument } from '../views/document.ts';
import { type DocumentFilter, type DocumentPosition, hasDocuments, queryDocuments } from '../views/document-query.ts';

const input = z
  .strictObject({
    ticker: ticker.optional(),
    isin: isin.optional(),
    lei: lei.optional(),
    canonical_key: canonicalKey.optional(),
    market: text(8)
      .trim()
      .toLowerCase()
      .optional()
      .describe(
        'With an issuer: the market of its listing. Alone: documents filed with the registries of that market.',
      ),
    registry: text(40).trim().toLowerCase().optional().describe('Documents of one registry, such as sec-edgar.'),
    category: z.array(category).max(20).optional().describe('Canonical categories, repeated or separated by commas.'),
    category_group: z
      .enum(Object.keys(CATEGORY_GROUP_LABELS) as [string, ...string[]])
      .optional()
      .describe('A group of categories; an additional filter that is not sufficient alone.'),
    native_type: text(64).optional().describe('Form type as filed: 10-K does not include 10-K/A.'),
    subtype: text(48).optional().describe("Subtype of documents from issuers' own sites; filings have none."),
    origin: origin.optional(),
    from: date.optional().describe('First document_date.'),
    to: date.optional().describe('Last document_date.'),
    fiscal_year: z
      .int()
      .min(1990)
      .max(2100)
      .optional()
      .describe('Periodic reports of this fiscal year, as their filer counts it.'),
    as_of: asOf.optional(),
    archived: z.boolean().default(false).describe('Only documents whose file is ready to download.'),
    limit: limit(200, 50),
    cursor: text(512).optional().describe('next_cursor of the previous page; keep all other parameters.'),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    ...alwaysCheck,
    path: ['to'],
    error: 'must not be before from',
  });

type Input = z.output<typeof input>;

export const listDocuments = operation({
  name: 'listDocuments',
  route: 'GET /api/v1/documents',
  tool: 'list_documents',
  summary: 'Documents of an issuer, a market or a category',
  description:
    'Every filing is a document of the archive, newest document_date first. The list requires an issuer (ticker, isin, lei or canonical_key), a market or a category. Each item states whether its file can be downloaded. Paging by next_cursor neither repeats nor skips documents while new ones arrive.',
  tag: 'Documents',
  plan: 'business',
  credits: 1,
  errors: ['listing_not_narrowed', 'ambiguous_ticker', 'invalid_cursor', 'not_found'],
  input,
  output: z
    .object({
      items: z.array(document),
      next_cursor: z.string().nullable().describe('Null at the end.'),
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'DocumentListOut' }),
  example: { ticker: 'DMFR', native_type: '10-K', limit: 1 },
  async run({ db, now }, given) {
    const { cursor, limit: size, ...question } = given;
    requireNarrowing(question);
    const after = cursor === undefined ? null : fromCursor('listDocuments', question, cursor, position);
    const filter = await toFilter(db, question, now);
    const known = asOfOf(question.as_of, now, undefined, CURRENT_MEMBERS);
    // Documents of issuers' own sites are not collected yet, and only these have subtypes.
    if (question.origin === 'ir' || question.subtype !== undefined) return { ...emptyPage('not_covered'), ...known };
    const rows = await queryDocuments(db, filter, after, size + 1);
    const page = rows.slice(0, size);
    const last = page.at(-1);
    if (last === undefined && after === null) {
      return { ...emptyPage((await hasDocuments(db, filter)) ? 'not_reported' : 'not_covered'), ...known };
    }
    return {
      items: page.map(toDocument),
      next_cursor:
        last !== undefined && rows.length > size
          ? toCursor('listDocuments', question, [last.filing_date, last.id])
          : null,
      ...known,
      data_as_of: newest(page),
      empty_reason: null,
    };
  },
});

type Question = Omit<Input, 'cursor' | 'limit'>;

function requireNarrowing({ ticker, isin, lei, canonical_key, market, category }: Question): void {
  if ((ticker ?? isin ?? lei ?? canonical_key ?? market) !== undefined || (category?.length ?? 0) > 0) return;
  throw new AsfiledError(
    'listing_not_narrowed',
    'Add an issuer (ticker, isin, lei, canonical_key), a market or a category.',
  );
}

/** The archive has no history. */
const CURRENT_MEMBERS = ['archive'];

async function toFilter(db: Database, question: Question, now: Date): Promise<DocumentFilter> {
  const { ticker, isin, lei, canonical_key, market } = question;
  const isOfIssuer = (ticker ?? isin ?? lei ?? canonical_key) !== undefined;
  const issuer = isOfIssuer
    ? await findIssuer(db, { ticker, isin, lei, canonical_key, market_id: market }, 'market')
    : null;
  return {
    issuerIds: issuer === null ? undefined : issuerIdsOf(issuer),
    aside: issuer === null ? await fictionalFilersToHide(db, market === DEMO_MARKET ? market : undefined) : [],
    // With an issuer, the market only selects a listing.
    registries: registriesOf(isOfIssuer ? undefined : market, question.registry),
    categories: categoriesOf(question),
    nativeType: question.native_type,
    from: question.from,
    to: question.to,
    fiscalYear: question.fiscal_year,
    isStored: question.archived,
    knownBefore: knownBefore(question.as_of, now),
    marketId: market,
  };
}

/** The intersection of the category filters; undefined without any. */
function categoriesOf({ category, category_group, fiscal_year }: Question): string[] | undefined {
  const isAny = (category?.length ?? 0) === 0;
  if (isAny && category_group === undefined && fiscal_year === undefined) return undefined;
  return DOCUMENT_CATEGORIES.filter(
    entry =>
      (isAny || category?.includes(entry.category)) &&
      (category_group === undefined || entry.group === category_group) &&
      (fiscal_year === undefined || CATEGORIES_OF_A_YEAR.includes(entry.category)),
  ).map(entry => entry.category);
}

/** Undefined = all. */
function registriesOf(market: string | undefined, registry: string | undefined): string[] | undefined {
  if (market === undefined) return registry === undefined ? undefined : [registry];
  const known = MARKETS.find(entry => entry.marketId === market);
  if (!known)
    throw new AsfiledError('not_found', `Market ${market} does not exist. /api/v1/markets lists all markets.`);
  const registries = known.registries.map(registry => registry.registry);
  return registry === undefined ? registries : registries.filter(id => id === registry);
}

const position = z.tuple([date, z.uuid()]).transform(([date, id]): DocumentPosition => ({ date, id }));

function emptyPage(reason: 'not_covered' | 'not_reported') {
  return { items: [], next_cursor: null, data_as_of: null, empty_reason: reason };
}

function newest(rows: readonly DocumentRow[]): string | null {
  return rows.reduce<string | null>((best, { known_at }) => (best === null || known_at > best ? known_at : best), null);
}
