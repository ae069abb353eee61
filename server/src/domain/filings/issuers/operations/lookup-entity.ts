import { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import { asOfFields, asOfOf, nameAsOf } from '../../../kit/as-of.ts';
import { fresh } from '../../../kit/fields.ts';
import { alwaysCheck, canonicalKey, isin, lei, marketId, ticker } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import {
  ENTITY_COLUMNS,
  ENTITY_JOINS,
  type EntityRow,
  entity,
  entityOn,
  toEntity,
  undatedMembers,
} from '../views/entity.ts';
import { findIssuer } from '../views/find-issuer.ts';
import { readRelations, relationFields } from '../views/relations.ts';

export const lookupEntity = operation({
  name: 'lookupEntity',
  route: 'GET /api/v1/entities/lookup',
  tool: 'lookup_entity',
  summary: 'One company by an exact identifier',
  description:
    'Returns the company with a ticker (add market_id if several markets use it), LEI, ISIN or canonical key, with its listings, identifiers, alternate and former names, parents and children, combined from all registries. A company registered in several is one entity under the canonical key of its lead registrant; the key of each registrant finds it. Several identifiers must denote the same company. Free.',
  tag: 'Entities',
  plan: 'free',
  credits: 0,
  errors: ['bad_request', 'ambiguous_ticker', 'not_found'],
  input: z
    .strictObject({
      lei: lei.optional(),
      isin: isin.optional(),
      canonical_key: canonicalKey.optional(),
      ticker: ticker.optional(),
      market_id: marketId.optional(),
      as_of: nameAsOf.optional(),
    })
    .refine(given => (given.lei ?? given.isin ?? given.canonical_key ?? given.ticker) !== undefined, {
      ...alwaysCheck,
      error: 'requires ticker, lei, isin or canonical_key',
    }),
  output: z.object({ entity, ...relationFields, ...asOfFields, ...fresh }).meta({ id: 'ProductEntityLookupOut' }),
  example: { ticker: 'AAPL', market_id: 'us' },
  async run({ db, now }, { as_of: day, ...identifiers }) {
    const issuer = await findIssuer(db, identifiers);
    const row = await db.queryOne<EntityRow>(sql`
      select ${ENTITY_COLUMNS} from issuers i ${ENTITY_JOINS} where i.issuer_id = ${issuer.entity_id}`);
    if (!row) throw new AsfiledError('not_found', `Issuer ${issuer.canonical_key} no longer exists.`);
    const relations = await readRelations(db, issuer.entity_id);
    const found = toEntity(row, issuer);
    return {
      entity: day === undefined ? found : entityOn(found, day),
      ...relations,
      ...asOfOf(day, now, undefined, [...undatedMembers('entity'), ...Object.keys(relationFields)]),
      data_as_of: row.updated_at,
      empty_reason: null,
    };
  },
});
