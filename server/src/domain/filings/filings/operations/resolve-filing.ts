import { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import { asOf, asOfFields, asOfOf } from '../../../kit/as-of.ts';
import { fresh } from '../../../kit/fields.ts';
import { date, filingIdParameter, marketId, text, ticker } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { entityRef, toEntityRef } from '../../issuers/views/entity.ts';
import { findIssuer, issuerIdsOf } from '../../issuers/views/find-issuer.ts';
import { filing, filingIdCondition, filingRef, toFiling, toFilingRef } from '../views/filing.ts';
import { CURRENT_FILING_MEMBERS, listFilingsOfIssuers } from '../views/list-filings-of-issuers.ts';

const MAX_ALTERNATIVES = 10;

export const resolveFiling = operation({
  name: 'resolveFiling',
  route: 'GET /api/v1/filings/resolve',
  tool: 'get_filing',
  toolCredits: 2,
  summary: 'One filing of a ticker',
  description:
    'Returns the newest filing of a ticker that matches the form type, filing date and filing id, with up to ten other matches. Without these parameters: the newest filing.',
  tag: 'Filings',
  plan: 'free',
  credits: 1,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z.strictObject({
    ticker,
    market_id: marketId.default('us'),
    form_type: text(64).optional().describe('As filed: 10-K does not include 10-K/A.'),
    filing_date: date.optional().describe('Legal date at the registry.'),
    filing_id: filingIdParameter.optional(),
    as_of: asOf.optional(),
  }),
  output: z
    .object({
      entity: entityRef,
      filing: filing.describe('The newest match.'),
      alternatives: z.array(filingRef).describe('Other matches, newest first, at most ten.'),
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'ProductFilingResolveOut' }),
  example: { ticker: 'AAPL', form_type: '10-K' },
  async run({ db, now }, input) {
    const issuer = await findIssuer(db, { ticker: input.ticker, market_id: input.market_id });
    const filter = {
      formTypes: input.form_type === undefined ? undefined : [input.form_type],
      filingDate: input.filing_date,
      asOf: input.as_of,
      isFiling: input.filing_id === undefined ? undefined : (filingIdCondition(input.filing_id) ?? sql`false`),
    };
    const page = await listFilingsOfIssuers(db, issuerIdsOf(issuer), filter, MAX_ALTERNATIVES + 1, now);
    const [newest, ...others] = page.rows;
    if (!newest) {
      throw new AsfiledError(
        'not_found',
        `No filing of ${input.ticker} (${input.market_id}) matches. /api/v1/tickers/${encodeURIComponent(input.ticker)}/filings lists all filings.`,
      );
    }
    return {
      entity: toEntityRef(issuer),
      filing: toFiling(newest),
      alternatives: others.map(toFilingRef),
      ...asOfOf(input.as_of, now, undefined, CURRENT_FILING_MEMBERS),
      data_as_of: newest.known_at,
      empty_reason: null,
    };
  },
});
