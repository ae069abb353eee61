import { z } from 'zod';
import { maxOf } from '../../../../kernel/lists.ts';
import { EVENT_RULES_VERSION } from '../../../disclosures/events/rules/event-kinds.ts';
import { eventKind } from '../../../disclosures/events/views/corporate-event.ts';
import { companyType, entityRefFields } from '../../../filings/issuers/views/entity.ts';
import { asOfFields, asOfOf, knownUntil } from '../../../kit/as-of.ts';
import { fromCursor, toCursor } from '../../../kit/cursors.ts';
import { fresh, instant, isoDate } from '../../../kit/fields.ts';
import { canonicalKey, limit, text } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { DEPARTURE_REASONS } from '../rules/departure.ts';
import { LISTING_STATUSES, lastDayBefore, readUniverse, type UniverseCompany } from '../views/companies.ts';
import { countMembers, requireMembers } from '../views/index-members.ts';
import { universeQuestion } from '../views/universe-question.ts';

const departure = z
  .object({
    reason: z
      .enum(DEPARTURE_REASONS)
      .nullable()
      .describe('From the events of the two years before; null if none states a reason. moved: listed elsewhere.'),
    event_date: isoDate.nullable().describe('The day the filing states; null if it states none.'),
    known_at: instant,
    kind: eventKind,
    variant: z.string().nullable(),
    filing_id: z.string(),
  })
  .meta({ id: 'Departure' });

const company = z
  .object({
    ...entityRefFields,
    country_code: z.string().nullable().describe('ISO 3166-1 alpha-2.'),
    company_type: companyType.nullable(),
    industry: z.object({ scheme: z.string(), code: z.string(), label: z.string() }).nullable(),
    listing_status: z.enum(LISTING_STATUSES).describe('unlisted: no listing is known.'),
    first_filed_at: instant.describe('When its first stored filing became known.'),
    last_filed_at: instant.describe('When its last filing became known, by as_of.'),
    departure: departure.nullable().describe('How it left its market; null if it did not, or no filing states it.'),
  })
  .meta({ id: 'UniverseCompany' });

const position = z.tuple([canonicalKey]);

export const listUniverse = operation({
  name: 'listUniverse',
  route: 'GET /api/v1/universe',
  tool: 'list_universe',
  summary: 'Companies of a day, delisted ones included',
  description:
    'Companies that had filed something by as_of (default now), in the order of their canonical keys, with listing status and reason of departure from their filings. Companies stay in the universe after they leave their market. Without as_of, the current listings of the registries count; with it, only dated ends of listings and filings known by then. Names, tickers, markets, company types and industries are the current ones. A page costs 10 credits.',
  tag: 'Companies',
  plan: 'free',
  credits: 10,
  errors: ['invalid_cursor', 'not_found'],
  input: z.strictObject({
    ...universeQuestion,
    limit: limit(5_000, 100),
    cursor: text(512).optional().describe('next_cursor of the previous page.'),
  }),
  output: z
    .object({
      items: z.array(company),
      next_cursor: z.string().nullable().describe('Null on the last page.'),
      index_members: z.int().optional().describe('Only with index: number of its members on the day.'),
      index_members_unknown: z
        .int()
        .optional()
        .describe('Only with index: members that no stored company is; they are missing from items.'),
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'UniverseOut' }),
  example: { market_id: ['demo'], limit: 3 },
  async run({ db, now }, { cursor, limit: size, ...question }) {
    const [afterKey] = cursor === undefined ? [''] : fromCursor('listUniverse', question, cursor, position);
    const until = knownUntil(question.as_of, now);
    const day = lastDayBefore(until);
    if (question.index !== undefined) await requireMembers(db, question.index, day);
    const companies: UniverseCompany[] = [];
    for await (const one of readUniverse(db, question, {
      until,
      afterKey,
      atMost: size + 1,
    })) {
      companies.push(one);
      if (companies.length > size) break;
    }
    const counts = question.index === undefined ? null : await countMembers(db, question.index, day);
    const page = companies.slice(0, size);
    const last = page.at(-1);
    return {
      items: page.map(toItem),
      next_cursor:
        companies.length > size && last !== undefined ? toCursor('listUniverse', question, [last.canonical_key]) : null,
      ...(counts !== null && { index_members: counts.members, index_members_unknown: counts.unknown }),
      ...asOfOf(question.as_of, now, EVENT_RULES_VERSION),
      data_as_of:
        page.length === 0 ? null : new Date(maxOf(page.map(one => Date.parse(one.lastFiledAt)))).toISOString(),
      empty_reason: page.length > 0 || cursor !== undefined ? null : ('not_covered' as const),
    };
  },
});

function toItem({ departure: left, ...one }: UniverseCompany): z.input<typeof company> {
  return {
    ...{
      canonical_key: one.canonical_key,
      company_name: one.company_name,
      ticker: one.ticker,
      market_id: one.market_id,
    },
    country_code: one.countryCode,
    company_type: one.companyType,
    industry: one.industry,
    listing_status: one.listingStatus,
    first_filed_at: one.firstFiledAt,
    last_filed_at: one.lastFiledAt,
    departure: left && {
      reason: left.reason,
      event_date: left.event.eventDate,
      known_at: left.event.knownAt,
      kind: left.event.kind,
      variant: left.event.variant,
      filing_id: left.event.filingId,
    },
  };
}
