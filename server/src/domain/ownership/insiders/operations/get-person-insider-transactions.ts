import { z } from 'zod';
import { type Database, empty, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import { notCoveredField } from '../../../filings/filings/views/unread-filings.ts';
import { ENTITY_REF_COLUMNS, entityOfRegistrant } from '../../../filings/issuers/views/entity.ts';
import { asOf, asOfFields, asOfOf, knownBefore } from '../../../kit/as-of.ts';
import { limit, personSlug } from '../../../kit/input-fields.ts';
import { operation, toJsonText } from '../../../kit/operation.ts';
import { personRef } from '../../people/views/people-shapes.ts';
import { findPerson, idsOfPerson } from '../../people/views/role-rows.ts';
import { toPersonRef } from '../model/insider-transaction.ts';
import { LINE_IS_CURRENT, lineWasCurrent, pageOfInsiderLines } from '../views/insider-lines.ts';
import { transactionPage } from '../views/insider-shapes.ts';
import { whyNoTransactions } from '../views/why-no-transactions.ts';

export const getPersonInsiderTransactions = operation({
  name: 'getPersonInsiderTransactions',
  route: 'GET /api/v1/people/{slug}/insider-transactions',
  tool: 'get_person_insider_transactions',
  summary: "A person's transactions as an insider, over all companies",
  description:
    'Trades and holdings that a director, officer or ten-percent owner (a person or an institution) reports over all companies (SEC Forms 3, 4 and 5), line by line, newest filing first. Slugs are in the owners of listInsiderTransactions. Lines replaced by an amendment are omitted. Free plans get a preview: five lines without shares, prices, amounts and footnotes.',
  tag: 'People and insiders',
  plan: 'free',
  credits: 1,
  errors: ['not_found'],
  input: z.strictObject({
    slug: personSlug,
    limit: limit(100, 20),
    as_of: asOf.optional(),
  }),
  output: z
    .object({ person: personRef, ...transactionPage, ...notCoveredField, ...asOfFields })
    .meta({ id: 'PersonInsiderTransactionsResponse' }),
  example: { slug: 'robin-sample-e01c7fe6', limit: 5 },
  async run({ db, account, now }, requested) {
    const until = knownBefore(requested.as_of, now);
    const person = await findPerson(db, requested.slug);
    const { newest, ...page } = await pageOfInsiderLines(db, {
      account,
      limit: requested.limit,
      lines: page => sql`
        select n.* from insider_owners own
        join insider_lines n on n.issuer_id = own.issuer_id and n.registry = own.registry and n.native_id = own.native_id
        where own.person_id in (${idsOfPerson(person.person_id)}) and ${until === null ? LINE_IS_CURRENT : lineWasCurrent(until)} ${page}`,
      entity: {
        columns: ENTITY_REF_COLUMNS,
        joins: sql`join issuers i on i.issuer_id = n.issuer_id ${entityOfRegistrant()}`,
      },
    });
    const response = {
      person: toPersonRef(person),
      ...page,
      ...asOfOf(requested.as_of, now, undefined, CURRENT_MEMBERS),
      data_as_of: newest ?? (until === null ? person.named_at : null),
      ...(page.items.length > 0 ? { empty_reason: null } : await whyEmpty(db, person.person_id, until)),
    };
    return toJsonText(response);
  },
});

/** Names and the merging of ids are those of now, and so is the comparison with closes. */
const CURRENT_MEMBERS = ['person', 'owners', 'price_quality'];

/** A person's own reports state it, else those of the companies that the person has a mandate at. */
async function whyEmpty(db: Database, personId: string, until: Instant | null) {
  const same = sql`with same as materialized (${idsOfPerson(personId)})`;
  const reported = await db.queryOne(sql`${same} select from insider_owners o join same using (person_id)
    ${until === null ? empty : sql`where o.known_at < ${until}::timestamptz`} limit 1`);
  if (reported !== null) return { empty_reason: 'not_reported' as const };
  const companies = await db.query<{ issuer_id: string }>(sql`
    ${same}
    select distinct o.issuer_id from person_roles r join same using (person_id)
    join issuers i on i.issuer_id = r.issuer_id join issuers o on o.entity_id = i.entity_id`);
  return whyNoTransactions(
    db,
    companies.map(company => company.issuer_id),
    null,
    until,
  );
}
