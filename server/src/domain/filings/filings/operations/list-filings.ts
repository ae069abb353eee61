import { z } from 'zod';
import { asOf, asOfFields, asOfOf } from '../../../kit/as-of.ts';
import { fresh } from '../../../kit/fields.ts';
import { formTypes, limit, marketId, sinceYear, ticker } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { entityRefFields, toEntityRef } from '../../issuers/views/entity.ts';
import { findIssuer, issuerIdsOf } from '../../issuers/views/find-issuer.ts';
import { filing, toFiling } from '../views/filing.ts';
import { CURRENT_FILING_MEMBERS, listFilingsOfIssuers } from '../views/list-filings-of-issuers.ts';

export const listFilings = operation({
  name: 'listFilings',
  route: 'GET /api/v1/tickers/{ticker}/filings',
  tool: 'list_filings',
  summary: "A ticker's filings in one market",
  description:
    "Lists the filings of the company with a ticker in one market, newest first, from all its registries, each with the regulator's page. Prefer discoverFilings, which searches across markets.",
  tag: 'Filings',
  plan: 'free',
  credits: 1,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z.strictObject({
    ticker,
    market_id: marketId.default('us'),
    limit: limit(100, 10),
    since_year: sinceYear.optional(),
    form_types: formTypes.optional(),
    as_of: asOf.optional(),
  }),
  output: z
    .object({
      ...entityRefFields,
      filings: z.array(filing).describe('Newest first.'),
      has_more: z.boolean(),
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'ProductListFilingsOut' }),
  example: { ticker: 'AAPL', form_types: ['10-K'], limit: 2 },
  async run({ db, now }, input) {
    const issuer = await findIssuer(db, { ticker: input.ticker, market_id: input.market_id });
    const filter = { sinceYear: input.since_year, formTypes: input.form_types, asOf: input.as_of };
    const page = await listFilingsOfIssuers(db, issuerIdsOf(issuer), filter, input.limit, now);
    return {
      ...toEntityRef(issuer),
      filings: page.rows.map(toFiling),
      has_more: page.hasMore,
      ...asOfOf(input.as_of, now, undefined, CURRENT_FILING_MEMBERS),
      data_as_of: page.dataAsOf,
      empty_reason: page.emptyReason,
    };
  },
});
