import { z } from 'zod';
import { compareText } from '../../../../kernel/compare-text.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import type { MissingReason } from '../../../../kernel/missing-reason.ts';
import { toEntityRef } from '../../../filings/issuers/views/entity-refs.ts';
import { findIssuer } from '../../../filings/issuers/views/find-issuer.ts';
import { entityRef } from '../../../filings/issuers/views/shapes.ts';
import { fresh, isoDate } from '../../../kit/fields.ts';
import { date, marketId, ticker } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { preview, ruleFor, tellPreview, withhold } from '../../../kit/previews.ts';
import { correlateEdges } from '../views/price-correlations.ts';
import { loadEdges, toEvidence } from '../views/supply-chain-edges.ts';
import { loadOwnStatements, newestReading, type StatedObservation } from '../views/supply-chain-rows.ts';
import { SUPPLY_CHAIN_PREVIEW, supplyDisclosure, supplyEdge } from '../views/supply-chain-shapes.ts';

const hop = z.union([z.literal(1), z.literal(2)]);

export const getSupplyChain = operation({
  name: 'getSupplyChain',
  route: 'GET /api/v1/companies/{market}/{ticker}/supply-chain',
  tool: 'get_company_supply_chain',
  summary: 'Customers, suppliers and concentrations',
  description:
    'Customers and suppliers that a company names in its annual and quarterly reports, those that name it in theirs, and the concentrations that name nobody: from tagged facts and from sentences by published rules, each with its words (SEC filings, in English). An edge reads from supplier to customer, whoever disclosed it; what several filings say of a pair is one edge. Largest percentage first. A name is resolved to a company only where exactly one of the store has it. Correlations are of daily returns of both shares over two weeks to two years, counted back from the last day up to as_of on which both have a stored close; of two markets over two days at a time. Free plans are shown a preview: three edges without evidence, amounts and percentages, and no disclosures.',
  tag: 'Companies',
  plan: 'free',
  credits: 1,
  toolCredits: 20,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z.strictObject({
    market: marketId,
    ticker,
    as_of: date
      .optional()
      .describe('What was known and valid that day; only used with include_expired=false. By default today.'),
    include_expired: z.boolean().default(true).describe('Whether relations that have come to an end are shown.'),
    disclosure_limit: z.int().min(0).max(200).default(50).describe('Disclosures at most, 0 to 200.'),
    hops: z.int().min(1).max(2).default(1).describe('2: also edges one step from the resolved counterparties.'),
    include_correlations: z
      .boolean()
      .default(false)
      .describe('Adds correlations of prices to edges of the first hop whose companies are both resolved.'),
  }),
  output: z
    .object({
      entity: entityRef,
      as_of: isoDate.describe('The day for which edges are valid or expired, UTC.'),
      hops: hop,
      edges: z.array(supplyEdge).describe('By hop, then largest concentration_pct, nulls last.'),
      disclosures: z.array(supplyDisclosure).describe('Newest period_end first.'),
      disclosures_total: z.int(),
      preview: preview.nullable(),
      ...fresh,
    })
    .meta({ id: 'CompanySupplyChainOut' }),
  example: { market: 'demo', ticker: 'DMFR', include_expired: false, as_of: '2026-06-30' },
  async run({ db, account, now }, input) {
    const issuer = await findIssuer(db, { ticker: input.ticker, market_id: input.market }, 'market');
    const today = now.toISOString().slice(0, 10);
    const day = input.include_expired ? today : (input.as_of ?? today);
    const hops: 1 | 2 = input.hops === 2 ? 2 : 1;
    const rule = ruleFor(account, SUPPLY_CHAIN_PREVIEW);
    const { edges, newest } = await loadEdges(db, issuer.entity_id, {
      day,
      hops,
      isExpiredShown: input.include_expired,
    });
    const told = disclosuresOf(
      await loadOwnStatements(db, [issuer.entity_id], day),
      input.include_expired ? null : day,
    );
    const shown = edges.slice(0, rule?.rows ?? edges.length);
    const isCorrelated = input.include_correlations && rule === null;
    const withCorrelations = isCorrelated ? await correlateEdges(db, shown, day) : shown;
    const read = await newestReading(db, issuer.entity_id);
    return {
      entity: toEntityRef(issuer),
      as_of: day,
      hops,
      edges: withhold(withCorrelations, rule),
      disclosures: rule === null ? told.slice(0, input.disclosure_limit).map(toDisclosure) : [],
      disclosures_total: told.length,
      preview: await tellPreview(rule, shown.length, async () => edges.length),
      data_as_of: newest !== null && (read === null || newest > read) ? newest : read,
      empty_reason: edges.length + told.length > 0 ? null : whyEmpty(read),
    };
  },
});

function whyEmpty(read: string | null): MissingReason {
  return read === null ? 'not_covered' : 'not_reported';
}

/** A disclosure says nothing of a day that comes so long after its period. */
const VALID_DAYS = 457;

/** What names nobody, each once: of several filings that say the same the newest. On a day only what is valid then. */
function disclosuresOf(stated: readonly StatedObservation[], day: string | null): StatedObservation[] {
  const kept = new Map<string, StatedObservation>();
  for (const one of stated) {
    const { nameAsFiled, periodEnd } = one.statement;
    if (nameAsFiled !== null || (day !== null && isPast(periodEnd, day))) continue;
    const key = keyOf(one);
    if (!kept.has(key)) kept.set(key, one);
  }
  return [...kept.values()].sort(
    (a, b) =>
      compareText(b.statement.periodEnd, a.statement.periodEnd) ||
      (b.statement.concentrationPct ?? 0) - (a.statement.concentrationPct ?? 0) ||
      compareText(keyOf(a), keyOf(b)),
  );
}

function isPast(periodEnd: string, day: string): boolean {
  return (Date.parse(day) - Date.parse(periodEnd)) / 86_400_000 > VALID_DAYS;
}

function keyOf({ entityId, statement: one }: StatedObservation): string {
  const { concentrationType, label, concentrationPct, concentrationOf, concentrationBase, thresholdPct, periodEnd } =
    one;
  return JSON.stringify([
    entityId,
    concentrationType,
    label.toLowerCase(),
    concentrationPct,
    concentrationOf,
    concentrationBase,
    thresholdPct,
    periodEnd,
  ]);
}

function toDisclosure(one: StatedObservation): z.input<typeof supplyDisclosure> {
  const { statement, filingId } = one;
  return {
    disclosure_id: uuidV5(`supply-disclosure/${filingId}/${keyOf({ ...one, entityId: '' })}`),
    concentration_type: statement.concentrationType,
    label: statement.label,
    group_size: statement.groupSize,
    concentration_pct: statement.concentrationPct,
    concentration_of: statement.concentrationOf,
    concentration_base: statement.concentrationBase,
    is_at_least: statement.isAtLeast,
    threshold_pct: statement.thresholdPct,
    period_start: statement.periodStart,
    period_end: statement.periodEnd,
    evidence: statement.evidence.map(evidence => toEvidence(evidence, one)),
  };
}
