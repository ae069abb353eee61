import { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import { toFilingRef } from '../../../filings/filings/views/filing.ts';
import { findFiling } from '../../../filings/filings/views/find-filing.ts';
import { toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { asOf, asOfOf, knownBefore } from '../../../kit/as-of.ts';
import { filingIdParameter, limit } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import {
  listPressReleasesOut,
  PRESS_COLUMNS,
  type PressRow,
  pageOfReleases,
  publishedBefore,
  toPressRelease,
} from '../views.ts';

/** Days before and after the filing date, both included. */
const DAYS_AROUND = 14;

export const listFilingPressReleases = operation({
  name: 'listFilingPressReleases',
  route: 'GET /api/v1/filings/{filing_id}/press-releases',
  tool: 'list_filing_news',
  summary: 'Press releases near a filing',
  description: `Press releases of the filing's company within ${DAYS_AROUND} days (UTC) before and after the filing date, newest first, each with its distance in days. Each has a headline, a link and the start of the lead; full texts are not stored. Free plans receive a preview of five releases without summary, link and subjects.`,
  tag: 'Press releases',
  plan: 'free',
  credits: 3,
  errors: ['not_found'],
  input: z.strictObject({ filing_id: filingIdParameter, limit: limit(100, 20), as_of: asOf.optional() }),
  output: listPressReleasesOut,
  example: { filing_id: 'sec-edgar:9999900001-26-000001', limit: 2 },
  async run({ db, account, now }, input) {
    const hasNoTags = sql`not exists (select from press_release_tags t where t.issuer_id = g.issuer_id)`;
    const filing = await findFiling(db, input.filing_id, hasNoTags);
    const entity = toEntityRef(filing);
    const day = sql`(r.published_at at time zone 'UTC')::date`;
    const columns = sql`${PRESS_COLUMNS}, ${day} - ${filing.filing_date}::date as days`;
    const condition = sql`
      r.press_release_id in (
        select t.press_release_id from issuers i join issuers o on o.entity_id = i.entity_id
          join press_release_tags t on t.issuer_id = o.issuer_id
        where i.issuer_id = ${filing.issuer_id}::bigint)
      and abs(${day} - ${filing.filing_date}::date) <= ${DAYS_AROUND}::integer
      ${publishedBefore(knownBefore(input.as_of, now))}`;
    const page = await pageOfReleases<PressRow & { days: number }>(
      db,
      { account, limit: input.limit, columns, condition },
      row => ({ ...toPressRelease(row, entity), days_from_filing: row.days }),
    );
    return {
      ...entity,
      filing: toFilingRef(filing),
      ...page,
      ...asOfOf(input.as_of, now),
      data_as_of: page.data_as_of ?? filing.known_at,
      empty_reason: page.items.length > 0 ? null : ('not_covered' as const),
    };
  },
});
