import { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import { ENTITY_REF_COLUMNS, entityOfRegistrant } from '../../../filings/issuers/views/entity.ts';
import { limit, text } from '../../../kit/input-fields.ts';
import { operation, toJsonText } from '../../../kit/operation.ts';
import { personRef } from '../../people/views/people-shapes.ts';
import { findPerson, idsOfPerson } from '../../people/views/role-rows.ts';
import { toPersonRef } from '../model/insider-transaction.ts';
import { LINE_IS_CURRENT, pageOfInsiderLines } from '../views/insider-lines.ts';
import { transactionPage } from '../views/insider-shapes.ts';

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
    slug: text(128).describe('Slug of the person; only its last eight hex digits are significant.'),
    limit: limit(100, 20),
  }),
  output: z.object({ person: personRef, ...transactionPage }).meta({ id: 'PersonInsiderTransactionsResponse' }),
  example: { slug: 'robin-sample-e01c7fe6', limit: 5 },
  async run({ db, account }, requested) {
    const person = await findPerson(db, requested.slug);
    const { newest, ...page } = await pageOfInsiderLines(db, {
      account,
      limit: requested.limit,
      lines: page => sql`
        select n.* from insider_owners own
        join insider_lines n on n.issuer_id = own.issuer_id and n.registry = own.registry and n.native_id = own.native_id
        where own.person_id in (${idsOfPerson(person.person_id)}) and ${LINE_IS_CURRENT} ${page}`,
      entity: {
        columns: ENTITY_REF_COLUMNS,
        joins: sql`join issuers i on i.issuer_id = n.issuer_id ${entityOfRegistrant()}`,
      },
    });
    const response = {
      person: toPersonRef(person),
      ...page,
      data_as_of: newest ?? person.named_at,
      empty_reason: page.items.length > 0 ? null : 'not_reported',
    };
    return toJsonText(response);
  },
});
