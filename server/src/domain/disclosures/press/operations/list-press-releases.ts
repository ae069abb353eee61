import { z } from 'zod';
import { type Database, empty, sql } from '../../../../db/database.ts';
import type { Instant } from '../../../../kernel/dates.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { findIssuer, issuerIdsOf } from '../../../filings/issuers/views/find-issuer.ts';
import { asOf, asOfOf, knownBefore } from '../../../kit/as-of.ts';
import { limit, listing, listingOf, MARKETS_DISAGREE, marketsAgree } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import {
  isAbout,
  listPressReleasesOut,
  PRESS_COLUMNS,
  pageOfReleases,
  publishedBefore,
  toPressRelease,
} from '../views.ts';

const input = z
  .strictObject({
    ...listing,
    subject_code: z.int().min(1).max(999).optional().describe('Only releases on this subject.'),
    tier: z.int().min(1).max(3).optional().describe('Only releases of this tier.'),
    limit: limit(100, 20),
    as_of: asOf.optional(),
  })
  .refine(marketsAgree, MARKETS_DISAGREE);

export const listPressReleases = operation({
  name: 'listPressReleases',
  route: 'GET /api/v1/tickers/{ticker}/press-releases',
  tool: 'list_news',
  summary: "A company's press releases",
  description:
    "Press releases that newswires tag with a company's listings or securities, or whose text names its listing if the newswire tags none, newest first: headline, link and the start of the lead. Full texts are not stored. Free plans receive a preview of five releases without summary, link and subjects.",
  tag: 'Press releases',
  plan: 'free',
  credits: 3,
  errors: ['ambiguous_ticker', 'bad_request', 'not_found'],
  input,
  output: listPressReleasesOut,
  example: { ticker: 'DMFR', limit: 2 },
  async run({ db, account, now }, query) {
    const issuer = await findIssuer(db, listingOf(query), 'market');
    const entity = toEntityRef(issuer);
    const ids = issuerIdsOf(issuer);
    const ofTier = query.tier === undefined ? empty : sql`and r.tier = ${query.tier}::smallint`;
    const ofSubject =
      query.subject_code === undefined ? empty : sql`and ${query.subject_code}::integer = any(r.subject_codes)`;
    const until = knownBefore(query.as_of, now);
    const condition = sql`${isAbout(ids)} ${ofTier} ${ofSubject} ${publishedBefore(until)}`;
    const page = await pageOfReleases(db, { account, limit: query.limit, columns: PRESS_COLUMNS, condition }, row =>
      toPressRelease(row, entity),
    );
    return {
      ...entity,
      ...page,
      ...asOfOf(query.as_of, now),
      empty_reason: page.items.length > 0 ? null : await whyEmpty(db, ids, until),
    };
  },
});

/** Distinguishes a company that no newswire ever tagged from one without matching releases. */
async function whyEmpty(db: Database, issuerIds: readonly string[], until: Instant | null): Promise<MissingReason> {
  const any = await db.queryOne(sql`
    select from press_releases r where ${isAbout(issuerIds)} ${publishedBefore(until)} limit 1`);
  return any === null ? 'not_covered' : 'not_reported';
}
