import { z } from 'zod';
import { type Database, empty, join, type Sql, sql } from '../../../../db/database.ts';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { notCoveredField } from '../../../filings/filings/views/unread-filings.ts';
import { findIssuer, issuerIdsOf } from '../../../filings/issuers/views/find-issuer.ts';
import { fresh, isoDate } from '../../../kit/fields.ts';
import { alwaysCheck, canonicalKey, isin, lei, limit, marketId, text, ticker } from '../../../kit/input-fields.ts';
import { operation, toJsonText } from '../../../kit/operation.ts';
import { SharedCount } from '../../../kit/responses/shared-count.ts';
import { toPersonRef } from '../../insiders/model/insider-transaction.ts';
import { PERSON_KINDS, type PersonKind } from '../model/person.ts';
import type { Relation } from '../model/role.ts';
import { fictionalEmployersToHide, IS_OF_REAL_COMPANY } from '../views/fictional-people.ts';
import { personRef, relation, role } from '../views/people-shapes.ts';
import {
  dayOf,
  isCurrent,
  newestOf,
  ROLE_COLUMNS,
  ROLE_JOINS,
  type RoleRow,
  toRole,
  yearsBefore,
  yearsBetween,
} from '../views/role-rows.ts';
import { whyNobody } from '../views/why-no-mandate.ts';

const SORTS = ['companies', 'ownership', 'name', 'name_desc', 'tenure', 'renewal'] as const;
const RENEWAL_DAYS = 180;

const personCard = personRef
  .extend({
    relations: z.array(relation),
    companies_count: z.int().describe('Companies with a current or past mandate.'),
    market_ids: z.array(z.string()).describe('Markets of these companies.'),
    ownership_pct: z.number().nullable().describe('Largest current stake, in percent; the lower end of a band.'),
    since_date: isoDate.nullable().describe('Start of the longest dated current mandate.'),
    tenure_years: z.number().nullable().describe('Tenure in years of that mandate.'),
    term_end_date: isoDate.nullable().describe('Next scheduled end of a term.'),
    top_role: role.nullable().describe('The mandate that determines the order, else the most important current one.'),
  })
  .meta({ id: 'PersonCard' });

const parameters = z.strictObject({
  q: text(100)
    .optional()
    .describe('Words of a name or their beginnings, in any order. Former and alternative names match.'),
  kind: z.enum(PERSON_KINDS).optional().describe('person: a human. institution: a company, fund or other body.'),
  relation: relation.optional().describe('Only people with such a mandate.'),
  market: marketId.optional().describe('Market of a company; with relation, of the same mandate.'),
  canonical_key: canonicalKey.optional().describe('Only people of this company.'),
  ticker: ticker.optional(),
  market_id: marketId.optional().describe('Market of the listing with this ticker.'),
  lei: lei.optional(),
  isin: isin.optional(),
  min_tenure_years: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe('Only people with a current mandate of at least this tenure; undated mandates do not count.'),
  sort: z
    .enum(SORTS)
    .default('companies')
    .describe(
      `companies: most companies first. ownership: largest stake. tenure: longest dated current mandate. renewal: terms that end within ${RENEWAL_DAYS} days.`,
    ),
  limit: limit(100, 20),
  offset: z.int().min(0).max(1_000_000).default(0).describe('Number of rows to skip.'),
});

const input = parameters.refine(requested => requested.market_id === undefined || namesCompany(requested), {
  ...alwaysCheck,
  path: ['market_id'],
  error: 'requires ticker, lei, isin or canonical_key; use market to filter people by market',
});

type Requested = z.output<typeof parameters>;

function namesCompany({ canonical_key, ticker: symbol, lei: legal, isin: security }: Partial<Requested>): boolean {
  return [canonical_key, symbol, legal, security].some(value => value !== undefined);
}

export const listPeople = operation({
  name: 'listPeople',
  route: 'GET /api/v1/people',
  tool: 'list_people',
  summary: 'Directors, officers and owners',
  description:
    'People and institutions with a mandate at a company: officers, directors, major shareholders, persons with significant control. Sources: registers (Companies House), reports of companies (SEC, EDINET, OpenDART, CNINFO) and of holders. Entries of several companies and roles are merged into one person only by a registry number, or by a name together with evidence of the same company; never by name alone.',
  tag: 'People and insiders',
  plan: 'free',
  credits: 1,
  errors: ['ambiguous_ticker', 'bad_request', 'not_found'],
  input,
  output: z
    .object({
      items: z.array(personCard),
      total: z.int(),
      as_of: isoDate
        .nullable()
        .describe('Date of the newest source that confirms a shown mandate; null without people.'),
      is_stale: z.boolean().describe('True if no source has recently confirmed any of the shown mandates.'),
      ...notCoveredField,
      ...fresh,
    })
    .meta({ id: 'PersonListResponse' }),
  example: { ticker: 'DMFR', limit: 5 },
  async run({ db, now }, requested) {
    const today = dayOf(now);
    const issuerIds = await requestedIssuers(db, requested);
    const aside =
      issuerIds === null && requested.q === undefined ? await fictionalEmployersToHide(db, requested.market) : [];
    const question: Question = { requested, today, issuerIds, aside };
    const found = await findPage(db, question);
    const cards = await loadCards(db, found.ids, question);
    const total = found.total ?? (await countAll(db, question, now));
    const tops = cards.flatMap(card => card.top ?? []);
    const newest = newestOf(tops);
    const isEmpty = cards.length === 0 && requested.offset === 0;
    const reason = isEmpty && issuerIds !== null ? await whyNobody(db, issuerIds) : null;
    return toJsonText({
      items: cards.map(card => toCard(card, today)),
      total,
      as_of: newest?.slice(0, today.length) ?? null,
      is_stale: tops.length > 0 && tops.every(top => top.current_until <= today),
      data_as_of: newest,
      empty_reason: isEmpty ? 'not_covered' : null,
      ...reason,
    });
  },
});

interface Question {
  requested: Requested;
  today: string;
  /** Null without a requested company. */
  issuerIds: string[] | null;
  /** Fictional companies whose people are excluded. */
  aside: string[];
}

async function requestedIssuers(db: Database, requested: Requested): Promise<string[] | null> {
  if (!namesCompany(requested)) return null;
  const { canonical_key, ticker: symbol, lei: legal, isin: security, market_id } = requested;
  return issuerIdsOf(await findIssuer(db, { canonical_key, ticker: symbol, lei: legal, isin: security, market_id }));
}

/** Conditions of the filters, on cards `c`. */
function conditionsOf({ requested, today, issuerIds, aside }: Question): Sql {
  const { q, kind, relation: wanted, market, min_tenure_years: years } = requested;
  const conditions: Sql[] = aside.length === 0 ? [] : [IS_OF_REAL_COMPANY];
  if (kind !== undefined) conditions.push(sql`c.kind = ${kind}`);
  if (wanted !== undefined && market !== undefined) {
    conditions.push(sql`c.market_relations @> array[${`${market}:${wanted}`}]`);
  } else if (wanted !== undefined) conditions.push(sql`c.relations @> array[${wanted}]`);
  else if (market !== undefined) conditions.push(sql`c.market_ids @> array[${market}]`);
  const ofRelation = wanted === undefined ? empty : sql`and r.relation = ${wanted}`;
  if (issuerIds !== null) {
    conditions.push(sql`c.person_id in (
      select r.person_id from person_roles r where r.issuer_id = any(${issuerIds}::bigint[]) ${ofRelation})`);
  }
  if (years !== undefined) {
    conditions.push(sql`c.person_id in (
      select r.person_id from person_roles r
      where r.since_date <= ${yearsBefore(today, years)} and ${isCurrent(today)} ${ofRelation})`);
  }
  if (q !== undefined) conditions.push(hasName(q));
  return conditions.length === 0 ? sql`true` : join(conditions, ' and ');
}

const HAS_WIDE = /\P{ASCII}/u;

/** Cards `c` with a name that has a word starting with each of the given words; names of merged persons count. */
function hasName(q: string): Sql {
  const words = nameKey(q)
    .split(' ')
    .filter(word => word !== '');
  if (words.length === 0) return sql`false`;
  const narrow = words.filter(word => !HAS_WIDE.test(word));
  const found = words
    .filter(word => HAS_WIDE.test(word))
    .map(
      word =>
        sql`c.names ~ '[^\\x01-\\x7f]' and wide_grams(c.names) @> ${gramsOf(word)}::text[] and c.names like ${`%${word}%`}`,
    );
  // Name keys contain only letters and digits, so nothing in them needs escaping in a query.
  if (narrow.length > 0) found.push(sql`c.name_words @@ ${narrow.map(word => `'${word}':*`).join(' & ')}::tsquery`);
  if (words.length === 1) return join(found, ' and ');
  // The words found by the index may belong to different names of a person.
  const fits = words.map(word =>
    HAS_WIDE.test(word) ? sql`n like ${`%${word}%`}` : sql`(n like ${`${word}%`} or n like ${`% ${word}%`})`,
  );
  return sql`${join(found, ' and ')}
    and exists (select from string_to_table(c.names, E'\\n') as n where ${join(fits, ' and ')})`;
}

/** Pairs of non-ASCII letters, as wide_grams of migration 11 defines them. */
function gramsOf(word: string): string[] {
  const runs = word.match(/\P{ASCII}+/gu) ?? [];
  return runs.flatMap(run => {
    const letters = [...run];
    return letters.length === 1 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
  });
}

/** The order of a list: by cards, or by a mandate of each person (the longest, or the one that ends next). */
type Order = { by: 'cards'; order: Sql } | { by: 'roles'; roles: Sql; order: Sql; isBefore: Sql };

const CARD_ORDERS = {
  companies: sql`c.companies_count desc, c.person_id`,
  ownership: sql`c.ownership_pct desc nulls last, c.person_id`,
  name: sql`c.name_key collate "C", c.person_id`,
  name_desc: sql`c.name_key collate "C" desc, c.person_id`,
};

function orderOf(question: Question): Order {
  const { requested, today } = question;
  if (requested.sort === 'tenure') {
    return {
      by: 'roles',
      roles: rolesListed(question, sql`r.since_date is not null`),
      order: sql`r.since_date, r.role_id`,
      isBefore: sql`(b.since_date, b.role_id) < (r.since_date, r.role_id)`,
    };
  }
  if (requested.sort === 'renewal') {
    const soon = sql`r.term_end_date >= ${today}::date and r.term_end_date < ${today}::date + ${RENEWAL_DAYS}::integer`;
    return {
      by: 'roles',
      roles: rolesListed(question, soon),
      order: sql`r.term_end_date, r.role_id`,
      isBefore: sql`(b.term_end_date, b.role_id) < (r.term_end_date, r.role_id)`,
    };
  }
  return { by: 'cards', order: CARD_ORDERS[requested.sort] };
}

/** Current mandates that determine the order, with the list's filters; cards are read only for filters on persons. */
function rolesListed({ requested, today, issuerIds, aside }: Question, dated: Sql): Sql {
  const { relation: wanted, market, kind, q, min_tenure_years: years } = requested;
  const conditions = [dated, isCurrent(today)];
  if (wanted !== undefined) conditions.push(sql`r.relation = ${wanted}`);
  if (aside.length > 0) conditions.push(sql`r.issuer_id <> all(${aside}::bigint[])`);
  if (issuerIds !== null) conditions.push(sql`r.issuer_id = any(${issuerIds}::bigint[])`);
  if (market !== undefined) {
    conditions.push(sql`exists (
      select from issuers i join issuers o on o.entity_id = i.entity_id
      where i.issuer_id = r.issuer_id and o.market_id = ${market})`);
  }
  if (years !== undefined) conditions.push(sql`r.since_date <= ${yearsBefore(today, years)}`);
  if (kind !== undefined) {
    conditions.push(sql`exists (select from person_cards c where c.person_id = r.person_id and c.kind = ${kind})`);
  }
  if (q !== undefined)
    conditions.push(sql`r.person_id in (select c.person_id from person_cards c where ${hasName(q)})`);
  return sql`
    select r.person_id, r.role_id, r.since_date, r.term_end_date from person_roles r where ${join(conditions, ' and ')}`;
}

/** Ids of a page in order, and the total if finding the page determines it. */
interface Page {
  ids: string[];
  total: number | null;
}

async function findPage(db: Database, question: Question): Promise<Page> {
  const { limit: size, offset, q } = question.requested;
  const page = sql`offset ${offset}::integer limit ${size}::integer`;
  const order = orderOf(question);
  if (order.by === 'cards' && q !== undefined) return findByName(db, question, { order: order.order, page });
  const rows = await db.query<{ person_id: string }>(
    order.by === 'cards'
      ? sql`select c.person_id from person_cards c where ${conditionsOf(question)} order by ${order.order} ${page}`
      : // Along the index of the dates: the first mandate of each person is met before their others.
        sql`
          select r.person_id from (${order.roles}) r
          where not exists (select from (${order.roles}) b where b.person_id = r.person_id and ${order.isBefore})
          order by ${order.order} ${page}`,
  );
  return { ids: rows.map(row => row.person_id), total: null };
}

/**
 * Reads all matches from the word index. Their number is not known beforehand, and following the index of the order
 * would scan the whole table for a rare word.
 */
async function findByName(db: Database, question: Question, { order, page }: { order: Sql; page: Sql }): Promise<Page> {
  const rows = await db.query<{ person_id: string; total: number }>(sql`
    with called as materialized (
      select c.person_id, c.companies_count, c.ownership_pct, c.name_key from person_cards c where ${conditionsOf(question)}
    )
    select c.person_id, (select count(*)::integer from called) as total from called c order by ${order} ${page}`);
  return { ids: rows.map(row => row.person_id), total: rows[0]?.total ?? null };
}

/** Counts of whole lists, shared by all callers. */
const counts = new Map<string, SharedCount<number>>();
/** Maximum number of cached counts: combinations of kind, relation, market and tenure. */
const MAX_COUNTS = 300;

/** Lists filtered by company or words are short, and counted on each request. */
function countAll(db: Database, question: Question, now: Date): Promise<number> {
  const { q, sort, limit: _, offset: __, ...narrowed } = question.requested;
  if (q !== undefined || question.issuerIds !== null) return countNow(db, question);
  const by = sort === 'tenure' || sort === 'renewal' ? sort : 'cards';
  const key = JSON.stringify([question.today, by, narrowed, question.aside]);
  const known =
    counts.get(key) ??
    new SharedCount(
      reader => countNow(reader, question),
      total => total === 0,
    );
  if (counts.size >= MAX_COUNTS) counts.clear();
  counts.set(key, known);
  return known.of(db, now);
}

async function countNow(db: Database, question: Question): Promise<number> {
  const order = orderOf(question);
  const row = await db.queryOne<{ total: number }>(
    order.by === 'cards'
      ? sql`select count(*)::integer as total from person_cards c where ${conditionsOf(question)}`
      : sql`select count(distinct person_id)::integer as total from (${order.roles}) r`,
  );
  return row?.total ?? 0;
}

interface CardRow {
  person_id: string;
  name: string;
  kind: PersonKind;
  relations: Relation[];
  companies_count: number;
  market_ids: string[];
  ownership_pct: string | null;
  since_date: string | null;
  term_end_date: string | null;
  top_role_id: string | null;
}

interface LoadedCard {
  card: CardRow;
  top: RoleRow | null;
}

/** A person's mandate that is shown in the list: the first by the list's order, current ones before ended ones. */
function firstMandate({ requested, today, issuerIds }: Question): Sql {
  const own = issuerIds === null ? empty : sql`r.issuer_id = any(${issuerIds}::bigint[]) desc,`;
  const wanted = requested.relation === undefined ? empty : sql`r.relation = ${requested.relation} desc,`;
  const sorted = {
    ownership: sql`r.ownership_pct desc nulls last,`,
    tenure: sql`r.since_date nulls last,`,
    renewal: sql`r.term_end_date < ${today}::date, r.term_end_date nulls last,`,
    companies: empty,
    name: empty,
    name_desc: empty,
  }[requested.sort];
  return sql`${own} ${wanted} ${isCurrent(today)} desc, ${sorted}
    array_position(array['officer', 'director', 'significant_control', 'major_shareholder'], r.relation),
    r.ownership_pct desc nulls last, r.since_date nulls last, r.role_id`;
}

/** The cards of a page in its order, each with one mandate. */
async function loadCards(db: Database, ids: readonly string[], question: Question): Promise<LoadedCard[]> {
  if (ids.length === 0) return [];
  const { today } = question;
  const cards = await db.query<CardRow>(sql`
    select c.person_id, c.name, c.kind, c.relations, c.companies_count, c.market_ids, c.ownership_pct,
      s.since_date, s.term_end_date, t.role_id as top_role_id
    from unnest(${[...ids]}::uuid[]) with ordinality as page (person_id, place)
    join person_cards c using (person_id)
    cross join lateral (
      select min(r.since_date) as since_date, min(r.term_end_date) filter (where r.term_end_date >= ${today}::date) as term_end_date
      from person_roles r where r.person_id = c.person_id and ${isCurrent(today)}) s
    left join lateral (
      select r.role_id from person_roles r where r.person_id = c.person_id order by ${firstMandate(question)} limit 1) t on true
    order by page.place`);
  const roles = await db.query<RoleRow>(sql`
    select ${ROLE_COLUMNS} from person_roles r ${ROLE_JOINS}
    where r.person_id = any(${[...ids]}::uuid[]) and r.role_id = any(${cards.flatMap(card => card.top_role_id ?? [])}::uuid[])`);
  const byId = new Map(roles.map(row => [row.role_id, row]));
  return cards.map(card => ({ card, top: byId.get(card.top_role_id ?? '') ?? null }));
}

function toCard({ card, top }: LoadedCard, today: string): z.input<typeof personCard> {
  return {
    ...toPersonRef(card),
    relations: card.relations,
    companies_count: card.companies_count,
    market_ids: card.market_ids,
    ownership_pct: card.ownership_pct === null ? null : Number(card.ownership_pct),
    since_date: card.since_date,
    tenure_years: card.since_date === null ? null : yearsBetween(card.since_date, today),
    term_end_date: card.term_end_date,
    top_role: top === null ? null : toRole(top, today),
  };
}
