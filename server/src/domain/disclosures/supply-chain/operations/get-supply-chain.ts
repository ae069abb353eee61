import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { compareText } from '../../../../kernel/compare-text.ts';
import { type Instant, type IsoDate, parseDay } from '../../../../kernel/dates.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { notCoveredField, whyNotStated } from '../../../filings/filings/views/unread-filings.ts';
import { entityRef, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { findIssuer, issuerIdsOf } from '../../../filings/issuers/views/find-issuer.ts';
import { asOfFields, knownUntil } from '../../../kit/as-of.ts';
import { fresh, isoDate } from '../../../kit/fields.ts';
import { date, marketId, ticker } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { describePreview, preview, ruleFor, withhold } from '../../../kit/responses/previews.ts';
import {
  CORRELATION_HORIZONS,
  type CorrelationHorizon,
  correlate,
  HORIZON_NAMES,
} from '../../../markets/prices/rules/price-moves.ts';
import {
  type Closes,
  loadClosesOfListings,
  type NamedListing,
  priceKey,
} from '../../../markets/prices/views/load-closes.ts';
import { spellingOf, spellingOfBase } from '../rules/spelling.ts';
import { loadOwnStatements, newestReading, type StatedObservation } from '../views/stated-observations.ts';
import {
  type Edge,
  loadEdges,
  SUPPLY_CHAIN_PREVIEW,
  supplyDisclosure,
  supplyEdge,
  toEvidence,
} from '../views/supply-edges.ts';

const hop = z.union([z.literal(1), z.literal(2)]);

export const getSupplyChain = operation({
  name: 'getSupplyChain',
  route: 'GET /api/v1/companies/{market}/{ticker}/supply-chain',
  tool: 'get_company_supply_chain',
  summary: 'Customers, suppliers and concentrations',
  description:
    'Customers and suppliers that a company names in its reports and prospectuses, companies that name it in theirs, and concentrations without a name. Sources are tagged facts and English sentences of SEC filings, each with its evidence. An edge runs from supplier to customer, regardless of which side disclosed it; all statements about one pair form one edge. Largest percentage first. A name is resolved only if exactly one stored company has it. Correlations use daily returns of both shares over two weeks to two years, back from the last day up to as_of with a stored close of both; across markets they use two-day returns. Free plans receive a preview of three edges without evidence, amounts and percentages, and no disclosures.',
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
      .describe('Returns what was known and valid on this day (UTC); requires include_expired=false. Default: today.'),
    include_expired: z.boolean().default(true).describe('Include relations that have ended; must be false with as_of.'),
    disclosure_limit: z.int().min(0).max(200).default(50).describe('Maximum number of disclosures, 0 to 200.'),
    hops: z.int().min(1).max(2).default(1).describe('2 adds the edges of the resolved counterparties.'),
    include_correlations: z
      .boolean()
      .default(false)
      .describe('Adds price correlations to first-hop edges with both companies resolved.'),
  }),
  output: z
    .object({
      entity: entityRef,
      as_of: isoDate.describe('The day on which edges are valid or expired, UTC.'),
      known_until: asOfFields.known_until,
      current_members: asOfFields.current_members,
      hops: hop,
      edges: z.array(supplyEdge).describe('By hop, then largest concentration_pct, nulls last.'),
      disclosures: z.array(supplyDisclosure).describe('Newest period_end first.'),
      disclosures_total: z.int(),
      preview: preview.nullable(),
      rules_version: z
        .string()
        .nullable()
        .describe('Version of the rules that read the newest filing of the company; null if none was read.'),
      ...notCoveredField,
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
      includeExpired: input.include_expired,
    });
    const disclosures = disclosuresOf(
      await loadOwnStatements(db, [issuer.entity_id], day),
      input.include_expired ? null : day,
    );
    const shown = edges.slice(0, rule?.rows ?? edges.length);
    const isCorrelated = input.include_correlations && rule === null;
    const withCorrelations = isCorrelated ? await correlateEdges(db, shown, day) : shown;
    const read = await newestReading(db, issuer.entity_id, day);
    return {
      entity: toEntityRef(issuer),
      as_of: day,
      ...(!input.include_expired &&
        input.as_of !== undefined && { known_until: knownUntil(day, now), current_members: CURRENT_MEMBERS }),
      hops,
      edges: withhold(withCorrelations, rule),
      disclosures: rule === null ? disclosures.slice(0, input.disclosure_limit).map(toDisclosure) : [],
      disclosures_total: disclosures.length,
      preview: await describePreview(rule, shown.length, async () => edges.length),
      rules_version: read?.rulesVersion ?? null,
      data_as_of: newest !== null && (read === null || newest > read.knownAt) ? newest : (read?.knownAt ?? null),
      empty_reason: null,
      ...(edges.length + disclosures.length > 0 ? {} : await whyEmpty(db, issuerIdsOf(issuer), knownUntil(day, now))),
    };
  },
});

/** Which company a name denotes has no history. */
const CURRENT_MEMBERS = ['edges.supplier.entity', 'edges.customer.entity'];

/** Loads twice the longest horizon, since the closes can end before the requested day. */
const DAYS_BACK = 2 * CORRELATION_HORIZONS['2y'].days;

/** Adds price correlations up to a day to first-hop edges with both companies resolved. */
async function correlateEdges(db: Database, edges: readonly Edge[], day: IsoDate): Promise<Edge[]> {
  const until = parseDay(day) ?? 0;
  const pairs = edges.map(pairOf);
  const listings = pairs
    .flatMap(pair => pair ?? [])
    .flatMap(({ market_id, ticker }) => listed(market_id, ticker) ?? []);
  const closes = await loadClosesOfListings(db, listings, { from: until - DAYS_BACK, until });
  return edges.map((edge, at) => {
    const pair = pairs[at];
    if (pair === null || pair === undefined) return edge;
    const [supplier, customer] = pair.map(({ market_id, ticker }) => {
      const listing = listed(market_id, ticker);
      return listing === null ? undefined : closes.get(priceKey(listing));
    });
    const step = pair[0].market_id === pair[1].market_id ? 1 : 2;
    const found = correlate(supplier ?? NO_CLOSES, customer ?? NO_CLOSES, { until, step });
    const each = <Value>(value: (horizon: CorrelationHorizon) => Value) =>
      Object.fromEntries(HORIZON_NAMES.map(horizon => [horizon, value(horizon)]));
    return {
      ...edge,
      price_correlations: each(horizon => found[horizon].value),
      price_correlation_n: each(horizon => found[horizon].count),
    };
  });
}

const NO_CLOSES: Pick<Closes, 'days' | 'closes'> = { days: [], closes: [] };

type Entity = NonNullable<Edge['supplier']['entity']>;

function pairOf({ hop, supplier, customer }: Edge): readonly [Entity, Entity] | null {
  return hop !== 1 || supplier.entity === null || customer.entity === null ? null : [supplier.entity, customer.entity];
}

function listed(marketId: string | null, ticker: string | null): NamedListing | null {
  return marketId === null || ticker === null ? null : { market_id: marketId, ticker };
}

/** True if `filings g` was read for customers and suppliers. */
const SUPPLY_IS_READ = sql`exists (select from supply_readings r
  where r.issuer_id = g.issuer_id and r.registry = g.registry and r.native_id = g.native_id)`;

function whyEmpty(db: Database, issuerIds: readonly string[], until: Instant) {
  return whyNotStated(db, {
    issuerIds,
    categories: ['annual_report', 'interim_report'],
    isRead: SUPPLY_IS_READ,
    registries: ['sec-edgar'],
    knownBefore: until,
  });
}

/** Days after the end of its period for which a disclosure is valid. */
const VALID_DAYS = 457;

/** Returns the statements without a name, without duplicates: the newest filing wins. With a day, only those valid on it. */
function disclosuresOf(stated: readonly StatedObservation[], day: string | null): StatedObservation[] {
  const kept = new Map<string, StatedObservation>();
  for (const observation of stated) {
    const { nameAsFiled, periodEnd } = observation.statement;
    if (nameAsFiled !== null || (day !== null && isPast(periodEnd, day))) continue;
    const key = keyOf(observation);
    if (!kept.has(key)) kept.set(key, observation);
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

function keyOf({ entityId, statement }: StatedObservation): string {
  const { concentrationType, label, concentrationPct, concentrationOf, concentrationBase, thresholdPct, periodEnd } =
    statement;
  return JSON.stringify([
    entityId,
    concentrationType,
    spellingOf(label),
    concentrationPct,
    concentrationOf,
    spellingOfBase(concentrationBase),
    thresholdPct,
    periodEnd,
  ]);
}

function toDisclosure(observation: StatedObservation): z.input<typeof supplyDisclosure> {
  const { statement, filingId } = observation;
  return {
    disclosure_id: uuidV5(`supply-disclosure/${filingId}/${keyOf({ ...observation, entityId: '' })}`),
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
    evidence: statement.evidence.map(evidence => toEvidence(evidence, observation)),
  };
}
