import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import type { IsoDate } from '../../../../kernel/dates.ts';
import { entityRef, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { type FoundEntity, findIssuer, issuerIdsOf } from '../../../filings/issuers/views/find-issuer.ts';
import { asOf, asOfFields, asOfOf, knownUntil } from '../../../kit/as-of.ts';
import { fresh } from '../../../kit/fields.ts';
import { marketId, ticker } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { wordsOf } from '../model.ts';
import { VERDICT_RULES_VERSION } from '../rules/stance.ts';
import { judgeCalls, judgeReports, METHOD } from '../views/judge-issuers.ts';
import {
  analystSource,
  qualityOf,
  stance,
  toVerdictResponse,
  VERDICT_COLUMNS,
  type VerdictRow,
  verdict,
} from '../views/verdict.ts';

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
  input: z.strictObject({
    market: marketId,
    ticker,
    as_of: asOf
      .optional()
      .describe(
        `${asOf.description} Verdicts of a model are left out, because the store keeps only those on the newest report and call.`,
      ),
  }),
  output: z
    .object({
      entity: entityRef,
      stance: stance.nullable().describe("The call's stance, else the filing's; null without either."),
      analyst_source: analystSource.nullable(),
      data_quality: z.enum(['ok', 'partial', 'missing']).describe('missing: no verdict; draw no trading conclusions.'),
      call_verdict: verdict.nullable(),
      filing_verdict: verdict.nullable(),
      other_verdicts: z.array(verdict).describe('Verdicts of a configured model.'),
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'AnalystBriefOut' }),
  example: { market: 'demo', ticker: 'DMFR' },
  async run({ db, now }, { market, ticker: symbol, as_of: day }) {
    const issuer = await findIssuer(db, { ticker: symbol, market_id: market }, 'market');
    const rows = await (day === undefined ? loadVerdicts(db, issuer) : computeVerdicts(db, issuer, day, now));
    const own = rows.filter(row => row.method === METHOD);
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
      other_verdicts: rows.filter(row => row.method !== METHOD).map(toVerdictResponse),
      ...asOfOf(day, now, VERDICT_RULES_VERSION),
      data_as_of: rows[0]?.known_at ?? null,
      empty_reason: rows.length > 0 ? null : ('not_covered' as const),
    };
  },
});

function loadVerdicts(db: Database, issuer: FoundEntity): Promise<VerdictRow[]> {
  return db.query<VerdictRow>(sql`
    select ${VERDICT_COLUMNS} from verdicts v where v.issuer_id = any(${issuerIdsOf(issuer)}::bigint[])
    order by v.known_at desc, v.issuer_id, v.analyst_source, v.method`);
}

/** The verdicts that the rules reach on what was known by the end of a day, newest first. */
async function computeVerdicts(db: Database, issuer: FoundEntity, asOf: IsoDate, now: Date): Promise<VerdictRow[]> {
  const ids = issuerIdsOf(issuer);
  const day = { registrants: issuer.registrants, asOf, until: knownUntil(asOf, now) };
  const verdicts = [...(await judgeReports(db, ids, day)), ...(await judgeCalls(db, ids, day))];
  return verdicts
    .toSorted((a, b) => Date.parse(b.knownAt) - Date.parse(a.knownAt) || Number(a.issuerId) - Number(b.issuerId))
    .map(filed => ({
      analyst_source: filed.verdict.analystSource,
      method: filed.method,
      stance: filed.verdict.stance,
      stance_score: filed.verdict.stanceScore,
      known_at: filed.knownAt,
      registry: filed.registry,
      native_id: filed.nativeId,
      transcript_id: filed.transcriptId,
      words: JSON.stringify(wordsOf(filed)),
    }));
}
