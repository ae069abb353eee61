import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { andNot } from '../../../filings/issuers/views/fictional-issuers.ts';
import { fresh } from '../../../kit/fields.ts';
import { operation } from '../../../kit/operation.ts';
import { SharedCount } from '../../../kit/responses/shared-count.ts';
import { fictionalEmployersToHide, IS_OF_REAL_COMPANY } from '../views/fictional-people.ts';

const counts = z.record(z.string(), z.int());

export const getPeopleFacets = operation({
  name: 'getPeopleFacets',
  route: 'GET /api/v1/people/facets',
  tool: 'get_people_facets',
  summary: 'Number of people by kind, relation and market',
  description:
    'Numbers of people and institutions with a mandate: in total, by kind, by relation and by market of their companies. A person with several relations or markets counts in each. People of the fictional companies count only while no others are stored. Counts are cached and may be some seconds old.',
  tag: 'People and insiders',
  plan: 'free',
  credits: 1,
  errors: [],
  input: z.strictObject({}),
  output: z
    .object({ total: z.int(), by_kind: counts, by_relation: counts, by_market: counts, ...fresh })
    .meta({ id: 'PeopleFacetsResponse' }),
  example: {},
  async run({ db, now }) {
    const { newest, ...facets } = await shared.of(db, now);
    return {
      ...facets,
      data_as_of: newest === null ? null : `${newest}T00:00:00Z`,
      empty_reason: facets.total > 0 ? null : ('not_covered' as const),
    };
  },
});

interface Facets {
  total: number;
  by_kind: Record<string, number>;
  by_relation: Record<string, number>;
  by_market: Record<string, number>;
  newest: string | null;
}

const shared = new SharedCount<Facets>(countFacets, facets => facets.total === 0);

async function countFacets(db: Database): Promise<Facets> {
  const aside = await fictionalEmployersToHide(db, undefined);
  const counted = sql`person_cards c where ${aside.length === 0 ? sql`true` : IS_OF_REAL_COMPANY}`;
  const rows = await db.query<{ facet: string; value: string; people: number }>(sql`
    select 'kind' as facet, kind as value, count(*)::integer as people from ${counted} group by kind
    union all
    select 'relation', value, count(*)::integer from (select unnest(relations) as value from ${counted}) v group by value
    union all
    select 'market', value, count(*)::integer from (select unnest(market_ids) as value from ${counted}) v group by value
    order by facet, value`);
  const row = await db.queryOne<{ newest: string | null }>(sql`
    select max(confirmed_date) as newest from person_roles r where true ${andNot(sql`r.issuer_id`, aside)}`);
  const of = (facet: string): Record<string, number> =>
    Object.fromEntries(rows.filter(row => row.facet === facet).map(row => [row.value, row.people]));
  const byKind = of('kind');
  const total = Object.values(byKind).reduce((sum, people) => sum + people, 0);
  return { total, by_kind: byKind, by_relation: of('relation'), by_market: of('market'), newest: row?.newest ?? null };
}
