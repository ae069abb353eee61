import { z } from 'zod';
import { asOfFields, asOfOf, nameAsOf } from '../../../kit/as-of.ts';
import { fresh } from '../../../kit/fields.ts';
import { alwaysCheck, cnTicker, hkTicker, isin, lei, marketId, text, ticker } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { type FoundIssuer, searchIssuers } from '../search/search-issuers.ts';
import { type EntityRow, entityOn, found, toEntity, undatedMembers } from '../views/entity.ts';

const MAX_ENTITIES = 21;

export const searchEntities = operation({
  name: 'searchEntities',
  route: 'GET /api/v1/entities/search',
  tool: 'search_ticker',
  summary: 'Find companies by name, ticker or identifier',
  description:
    'Finds companies by name in any script (local, English, romanised, kana, former; misspelt and partial names match), ticker, LEI, ISIN or the number of any registry. Best first: exact tickers and identifiers, then exact names, prefixes and similar names; among equals, companies with traded shares and many filings. A company in several registries is one hit. Returns a top hit and up to twenty others; no filings. Parameters are combined with AND. Without a match: entity null, empty_reason not_covered. Free.',
  tag: 'Entities',
  plan: 'free',
  credits: 0,
  errors: [],
  input: z
    .strictObject({
      query: text(256)
        .optional()
        .describe('Name, former or alternate name, ticker, LEI, ISIN, canonical key or registry number.'),
      ticker: ticker.optional(),
      cn_ticker: cnTicker.optional(),
      hk_ticker: hkTicker.optional(),
      lei: lei.optional(),
      isin: isin.optional(),
      market_id: marketId.optional(),
      as_of: nameAsOf.optional(),
    })
    .refine(namesAnything, { ...alwaysCheck, error: 'requires query, ticker, cn_ticker, hk_ticker, lei or isin' }),
  output: z
    .object({
      entity: found.nullable().describe('The best match; null if nothing matches.'),
      entities: z.array(found).describe('Other matches, best first.'),
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'ProductSearchEntitiesOut' }),
  example: { query: 'apple' },
  async run({ db, now }, { as_of: day, ...input }) {
    const rows = await searchIssuers(db, input, MAX_ENTITIES);
    const [best = null, ...others] = rows.map(row => (day === undefined ? toFound(row) : entityOn(toFound(row), day)));
    return {
      entity: best,
      entities: others,
      ...asOfOf(day, now, undefined, [...undatedMembers('entity', 'entities'), 'matched_on', 'score']),
      data_as_of: newestUpdate(rows),
      empty_reason: best === null ? ('not_covered' as const) : null,
    };
  },
});

function namesAnything({ market_id: _market, as_of: _day, ...names }: Record<string, unknown>): boolean {
  return Object.values(names).some(name => name !== undefined);
}

function toFound(row: FoundIssuer): z.input<typeof found> {
  const requested = row.asked_ticker === null ? null : { ticker: row.asked_ticker, market_id: row.asked_market_id };
  return { ...toEntity(row, requested), matched_on: row.matched_on, score: Math.round(row.score * 1000) / 1000 };
}

function newestUpdate(rows: readonly EntityRow[]): string | null {
  return rows.reduce<string | null>(
    (best, { updated_at }) => (best === null || updated_at > best ? updated_at : best),
    null,
  );
}
