import { z } from 'zod';
import { sql } from '../../../../db/database.ts';
import { entityRef, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { findIssuer, issuerIdsOf } from '../../../filings/issuers/views/find-issuer.ts';
import { fresh } from '../../../kit/fields.ts';
import { marketId, ticker } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import {
  analystSource,
  qualityOf,
  stance,
  toVerdictResponse,
  VERDICT_COLUMNS,
  type VerdictRow,
  verdict,
} from '../views/verdict.ts';

const RULES = 'rules';

export const getAnalystBrief = operation({
  name: 'getAnalystBrief',
  route: 'GET /api/v1/companies/{market}/{ticker}/analyst-brief',
  tool: 'get_company_analysis',
  summary: 'Rule-based verdicts on the latest call and annual report',
  description:
    'Verdicts of documented rules on a company’s latest earnings call and newest annual report: a stance, its points by component with reason and evidence, and caveats. The top-level stance is that of the call, else of the filing. The rules use text and accounts only, no prices. no_conviction means that too few inputs are known or that components cancel out. data_quality missing means that there is no verdict and nothing can be concluded. Verdicts of a model that the operator configured are listed separately.',
  tag: 'Companies',
  plan: 'free',
  credits: 20,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z.strictObject({ market: marketId, ticker }),
  output: z
    .object({
      entity: entityRef,
      stance: stance.nullable().describe("The call's stance, else the filing's; null without either."),
      analyst_source: analystSource.nullable(),
      data_quality: z.enum(['ok', 'partial', 'missing']).describe('missing: no verdict; draw no trading conclusions.'),
      call_verdict: verdict.nullable(),
      filing_verdict: verdict.nullable(),
      other_verdicts: z.array(verdict).describe('Verdicts of a configured model.'),
      ...fresh,
    })
    .meta({ id: 'AnalystBriefOut' }),
  example: { market: 'demo', ticker: 'DMFR' },
  async run({ db }, { market, ticker: symbol }) {
    const issuer = await findIssuer(db, { ticker: symbol, market_id: market }, 'market');
    const rows = await db.query<VerdictRow>(sql`
      select ${VERDICT_COLUMNS} from verdicts v where v.issuer_id = any(${issuerIdsOf(issuer)}::bigint[])
      order by v.known_at desc, v.issuer_id, v.analyst_source, v.method`);
    const own = rows.filter(row => row.method === RULES);
    const call = own.find(row => row.analyst_source === 'call');
    const filing = own.find(row => row.analyst_source === 'filing');
    const call_verdict = call === undefined ? null : toVerdictResponse(call);
    const filing_verdict = filing === undefined ? null : toVerdictResponse(filing);
    const main = call_verdict ?? filing_verdict;
    return {
      entity: toEntityRef(issuer),
      stance: main?.stance ?? null,
      analyst_source: main?.analyst_source ?? null,
      data_quality: main === null ? ('missing' as const) : qualityOf(main),
      call_verdict,
      filing_verdict,
      other_verdicts: rows.filter(row => row.method !== RULES).map(toVerdictResponse),
      data_as_of: rows[0]?.known_at ?? null,
      empty_reason: rows.length > 0 ? null : ('not_covered' as const),
    };
  },
});
