import { z } from 'zod';
import { asOf, asOfFields, asOfOf } from '../../../kit/as-of.ts';
import { fresh } from '../../../kit/fields.ts';
import {
  alwaysCheck,
  cnTicker,
  formTypes,
  hkTicker,
  isin,
  lei,
  limit,
  sinceYear,
  text,
  ticker,
} from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { type FoundIssuer, searchIssuers } from '../../issuers/search/search-issuers.ts';
import { entity, entityOn, entityRef, listingRef, toEntity, undatedMembers } from '../../issuers/views/entity.ts';
import { filingOfEntity, toFiling } from '../views/filing.ts';
import { CURRENT_FILING_MEMBERS, listFilingsOfIssuers } from '../views/list-filings-of-issuers.ts';

const MAX_CANDIDATES = 21;

export const discoverFilings = operation({
  name: 'discoverFilings',
  route: 'GET /api/v1/filings/discover',
  tool: 'discover_filings',
  summary: 'Filings across all markets of an issuer',
  description:
    'Resolves a name, ticker, LEI or ISIN and lists the filings of every listing it resolves to, newest first. A ticker or identifier of several issuers searches all of them; a name searches the best hit and returns the others as candidates. Pass LEI and ISIN in their own parameters.',
  tag: 'Filings',
  plan: 'free',
  credits: 1,
  errors: [],
  input: z
    .strictObject({
      query: text(256).optional().describe('Name, former name or canonical key.'),
      ticker: ticker.optional(),
      cn_ticker: cnTicker.optional(),
      hk_ticker: hkTicker.optional(),
      lei: lei.optional(),
      isin: isin.optional(),
      limit: limit(100, 10),
      since_year: sinceYear.optional(),
      form_types: formTypes.optional(),
      as_of: asOf.optional(),
    })
    .refine(
      given =>
        (given.query ?? given.ticker ?? given.cn_ticker ?? given.hk_ticker ?? given.lei ?? given.isin) !== undefined,
      { ...alwaysCheck, error: 'requires query, ticker, cn_ticker, hk_ticker, lei or isin' },
    ),
  output: z
    .object({
      entity: entity.nullable().describe('The best hit; null if nothing resolves.'),
      entities: z.array(entityRef).describe('Other candidates, best first.'),
      filings: z.array(filingOfEntity).describe('Newest first.'),
      listings_searched: z.array(listingRef),
      has_more: z.boolean(),
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'ProductDiscoveryOut' }),
  example: { ticker: 'AAPL', limit: 1 },
  async run({ db, now }, { limit: size, since_year, form_types, as_of, ...names }) {
    const candidates = await searchIssuers(db, names, MAX_CANDIDATES);
    const [best] = candidates;
    if (!best) return { ...NOTHING, ...asOfOf(as_of, now) };
    const shown = (found: FoundIssuer) => {
      const entity = toEntity(found, requested(found));
      return as_of === undefined ? entity : entityOn(entity, as_of);
    };
    const searched = candidates.filter(candidate => candidate === best || (isExact(best) && isExact(candidate)));
    const entities = searched.map(found => ({ ids: found.member_ids, entity: shown(found) }));
    const byIssuer = new Map(entities.flatMap(({ ids, entity }) => ids.map(id => [id, entity] as const)));
    const filter = { sinceYear: since_year, formTypes: form_types, asOf: as_of };
    const page = await listFilingsOfIssuers(db, [...byIssuer.keys()], filter, size, now);
    return {
      entity: shown(best),
      entities: candidates.filter(candidate => candidate !== best).map(shown),
      filings: page.rows.flatMap(row => {
        const issuer = byIssuer.get(row.issuer_id);
        return issuer ? [{ ...toFiling(row), ...entityRef.parse(issuer) }] : [];
      }),
      listings_searched: entities.flatMap(({ entity }) => entity.listings),
      has_more: page.hasMore,
      ...asOfOf(as_of, now, undefined, CURRENT_MEMBERS),
      data_as_of: page.dataAsOf,
      empty_reason: page.emptyReason,
    };
  },
});

const CURRENT_MEMBERS = [...CURRENT_FILING_MEMBERS, ...undatedMembers('entity', 'entities')];

const NOTHING = {
  entity: null,
  entities: [],
  filings: [],
  listings_searched: [],
  has_more: false,
  data_as_of: null,
  empty_reason: 'not_covered' as const,
};

function isExact({ matched_on }: FoundIssuer): boolean {
  return matched_on !== 'name' && matched_on !== 'alternate_name' && matched_on !== 'former_name';
}

function requested(issuer: FoundIssuer): { ticker: string; market_id: string | null } | null {
  return issuer.asked_ticker === null ? null : { ticker: issuer.asked_ticker, market_id: issuer.asked_market_id };
}
