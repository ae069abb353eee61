import { type Database, type Sql, sql } from '../../../../db/database.ts';
import { fictionalIssuersToHide } from '../../../filings/issuers/views/fictional-issuers.ts';
import { DEMO_MARKET } from '../../../filings/markets/model/markets.ts';

/** Ids of the fictional issuers whose people lists and counts leave out: all, once people of other companies are stored. */
export function fictionalEmployersToHide(db: Database, marketId: string | undefined): Promise<string[]> {
  return fictionalIssuersToHide(
    db,
    marketId,
    fictional => sql`select from person_roles where issuer_id <> all(${[...fictional]}::bigint[]) limit 1`,
  );
}

/** Cards `c` of people with a mandate at a company that is not fictional. */
export const IS_OF_REAL_COMPANY: Sql = sql`c.market_ids <> array[${DEMO_MARKET}]`;
