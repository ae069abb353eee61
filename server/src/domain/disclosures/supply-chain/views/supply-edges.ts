import { z } from 'zod';
import type { Database } from '../../../../db/database.ts';
import { compareText } from '../../../../kernel/compare-text.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import { evidence } from '../../../figures/guidance/views.ts';
import { type EntityRefRow, entityRef, loadEntityRefs, resolveNames } from '../../../filings/issuers/views/entity.ts';
import { isoDate } from '../../../kit/fields.ts';
import type { PreviewRule } from '../../../kit/responses/previews.ts';
import { HORIZON_NAMES } from '../../../markets/prices/rules/price-moves.ts';
import { CONCENTRATION_TYPES, CONCENTRATIONS_OF } from '../model.ts';
import { type JoinedEdge, joinObservations } from '../rules/join-observations.ts';
import { spellingOf } from '../rules/spelling.ts';
import {
  loadAnnualReadings,
  loadOwnStatements,
  loadStatementsOfNames,
  namesOfEntities,
  type StatedObservation,
} from './stated-observations.ts';

export const SUPPLY_CHAIN_PREVIEW = {
  planRequired: 'pro',
  rows: 3,
  withheld: ['evidence', 'amount', 'concentration_pct'],
} as const satisfies PreviewRule;

const party = z
  .object({
    name_as_filed: z.string(),
    entity: entityRef.nullable().describe('Null if no stored company, or more than one, has the name.'),
  })
  .meta({ id: 'SupplyParty' });

const concentrationOf = z.enum(CONCENTRATIONS_OF).meta({ id: 'ConcentrationOf' });

const concentrationBase = z
  .string()
  .nullable()
  .describe("Base of the percentage in the filing's words; null for the company's total.");

const perHorizon = <Value extends z.ZodType>(value: Value) =>
  z.object(Object.fromEntries(HORIZON_NAMES.map(horizon => [horizon, value])));

export const supplyEdge = z
  .object({
    edge_id: z.string().describe('Stable for the same discloser, role and counterparty.'),
    hop: z.union([z.literal(1), z.literal(2)]),
    supplier: party,
    customer: party,
    disclosed_by: z.string().describe('Canonical key of the disclosing company.'),
    concentration_pct: z.number().nullable().describe('In percent, of the newest period with a stated percentage.'),
    concentration_of: concentrationOf
      .nullable()
      .describe("The discloser's revenue or receivables from a customer, or its purchases from a supplier."),
    concentration_base: concentrationBase,
    is_at_least: z.boolean().describe('The percentage is a lower bound: more than 10 %.'),
    amount: z.number().nullable().describe('Tagged revenue from the customer, in whole units of the currency.'),
    currency: z.string().nullable().describe('ISO 4217; null without an amount.'),
    confidence: z
      .number()
      .describe('0 to 1: tagged and stated in text 0.95, tagged or a share in text 0.85, named only 0.7.'),
    valid_from: isoDate.describe('Start of the first of the consecutive periods that state the relation.'),
    valid_to: isoDate.describe(
      '15 months after the last period, or the date of a later annual report that omits the relation.',
    ),
    is_expired: z.boolean().describe('Whether the relation had expired on as_of.'),
    observations_count: z.int().describe('Number of statements, one per period and base.'),
    evidence: z.array(evidence).describe('Newest first, at most five.'),
    price_correlations: perHorizon(z.number().nullable())
      .optional()
      .describe(
        'Pearson correlations of daily logarithmic returns, -1 to 1. Only with include_correlations, for hop 1 with both companies resolved; null if a horizon has too few returns (minimum 8, 15, 45, 90, 180, 360).',
      ),
    price_correlation_n: perHorizon(z.int()).optional().describe('Number of returns that both shares have.'),
  })
  .partial({ evidence: true, amount: true, concentration_pct: true })
  .meta({ id: 'SupplyEdge', description: 'A relation from supplier to customer, disclosed by either side.' });

export const supplyDisclosure = z
  .object({
    disclosure_id: z.string(),
    concentration_type: z.enum(CONCENTRATION_TYPES),
    label: z.string().describe("In the filing's words: Customer A, top ten customers."),
    group_size: z.int().nullable().describe('Number of counterparties that the percentage covers together.'),
    concentration_pct: z.number().nullable().describe('In percent.'),
    concentration_of: concentrationOf.nullable(),
    concentration_base: concentrationBase,
    is_at_least: z.boolean(),
    threshold_pct: z
      .number()
      .nullable()
      .describe('Set if the filing states that no counterparty exceeds this percentage.'),
    period_start: isoDate.nullable().describe('Null for an instant.'),
    period_end: isoDate,
    evidence: z.array(evidence),
  })
  .meta({ id: 'SupplyDisclosure', description: 'A concentration without a named counterparty.' });

export type Edge = z.input<typeof supplyEdge>;

/** Maximum number of counterparties to expand, and of edges per hop. */
const MAX_EXPANDED = 50;
const MAX_SECOND_HOP_EDGES = 200;
const MAX_FIRST_HOP_EDGES = 500;

/** Upper bound for an unresolved name, which may denote another company. */
const UNRESOLVED_CONFIDENCE = 0.75;

/** A relation: the discloser, the counterparty and its role. */
interface Relation {
  discloserId: string;
  role: 'customer' | 'supplier';
  /** Null if the name is unresolved. */
  counterpartyId: string | null;
  nameKey: string;
  observations: StatedObservation[];
}

/** A relation with its joined observations. */
interface PlacedEdge {
  relation: Relation;
  joined: JoinedEdge;
}

/** The edges of a company on a day, and when the newest observation became known. */
export interface Edges {
  edges: Edge[];
  newest: string | null;
}

/** Loads the edges that an entity or others disclose about it; with two hops also the edges of the resolved counterparties. */
export async function loadEdges(
  db: Database,
  entityId: string,
  { day, hops, includeExpired }: { day: string; hops: 1 | 2; includeExpired: boolean },
): Promise<Edges> {
  const isIncluded = ({ joined }: PlacedEdge) => includeExpired || !joined.isExpired;
  const first = (await edgesAround(db, [entityId], day)).filter(isIncluded).sort(byShare).slice(0, MAX_FIRST_HOP_EDGES);
  const second = hops === 1 ? [] : await loadSecondHop(db, entityId, first, day);
  const shown = second.filter(isIncluded).sort(byShare).slice(0, MAX_SECOND_HOP_EDGES);
  const all = [...first, ...shown];
  const refs = await loadEntityRefs(
    db,
    all.flatMap(({ relation: { discloserId, counterpartyId } }) =>
      counterpartyId === null ? [discloserId] : [discloserId, counterpartyId],
    ),
  );
  return {
    edges: [
      ...first.flatMap(edge => toEdge(edge, 1, refs) ?? []),
      ...shown.flatMap(edge => toEdge(edge, 2, refs) ?? []),
    ],
    newest: newestOf(all),
  };
}

async function loadSecondHop(
  db: Database,
  entityId: string,
  first: readonly PlacedEdge[],
  day: string,
): Promise<PlacedEdge[]> {
  const partners = new Set(
    first
      .filter(({ relation }) => relation.counterpartyId !== null)
      .map(({ relation }) => (relation.discloserId === entityId ? relation.counterpartyId : relation.discloserId))
      .filter(id => id !== null),
  );
  if (partners.size === 0) return [];
  const around = await edgesAround(db, [...partners].slice(0, MAX_EXPANDED), day);
  return around.filter(({ relation: { discloserId, counterpartyId } }) => {
    return counterpartyId !== null && discloserId !== entityId && counterpartyId !== entityId;
  });
}

/** Loads the statements of entities about others, and of others about them. */
async function edgesAround(db: Database, entityIds: readonly string[], day: string): Promise<PlacedEdge[]> {
  const own = await loadOwnStatements(db, entityIds, day);
  const about = await loadStatementsOfNames(db, await namesOfEntities(db, entityIds), day);
  const stated = [
    ...own.filter(({ nameKey }) => nameKey !== null),
    ...about.filter(({ entityId }) => !entityIds.includes(entityId)),
  ];
  const resolved = await resolveNames(
    db,
    stated.flatMap(({ nameKey }) => nameKey ?? []),
  );
  const relations = groupRelations(stated, resolved).filter(
    ({ discloserId, counterpartyId }) =>
      entityIds.includes(discloserId) || (counterpartyId !== null && entityIds.includes(counterpartyId)),
  );
  const readings = await loadAnnualReadings(db, [...new Set(relations.map(({ discloserId }) => discloserId))], day);
  return relations.map(relation => ({
    relation,
    joined: joinObservations(relation.observations, readings.get(relation.discloserId) ?? [], day),
  }));
}

function groupRelations(stated: readonly StatedObservation[], resolved: ReadonlyMap<string, string>): Relation[] {
  const relations = new Map<string, Relation>();
  for (const observation of stated) {
    const { nameKey, entityId: discloserId } = observation;
    const role = observation.statement.concentrationType;
    if (nameKey === null || (role !== 'customer' && role !== 'supplier')) continue;
    const counterpartyId = resolved.get(nameKey) ?? null;
    // The filer refers to itself by another of its names.
    if (counterpartyId === discloserId) continue;
    const spelling = spellingOf(observation.statement.nameAsFiled ?? nameKey);
    const key = JSON.stringify([discloserId, role, counterpartyId ?? spelling, counterpartyId === null]);
    const known = relations.get(key);
    if (known === undefined)
      relations.set(key, { discloserId, role, counterpartyId, nameKey: spelling, observations: [observation] });
    else known.observations.push(observation);
  }
  return [...relations.values()];
}

/** Largest share first, edges without a share last. */
function byShare(a: PlacedEdge, b: PlacedEdge): number {
  const [one, other] = [a.joined.concentrationPct ?? -1, b.joined.concentrationPct ?? -1];
  return other - one || compareText(orderOf(a), orderOf(b));
}

function orderOf({ relation: { nameKey, discloserId, role } }: PlacedEdge): string {
  return `${nameKey} ${discloserId} ${role}`;
}

function newestOf(edges: readonly PlacedEdge[]): string | null {
  return edges.map(({ joined }) => joined.knownAt).reduce<string | null>((a, b) => (a !== null && a > b ? a : b), null);
}

function toEdge({ relation, joined }: PlacedEdge, hop: 1 | 2, refs: ReadonlyMap<string, EntityRefRow>): Edge | null {
  const discloser = refs.get(relation.discloserId);
  if (discloser === undefined) return null;
  const counterparty = relation.counterpartyId === null ? null : (refs.get(relation.counterpartyId) ?? null);
  const name = relation.observations[0]?.statement.nameAsFiled ?? relation.nameKey;
  const disclosing = { name_as_filed: discloser.company_name, entity: discloser };
  const disclosed = { name_as_filed: name, entity: counterparty };
  const [supplier, customer] = relation.role === 'customer' ? [disclosing, disclosed] : [disclosed, disclosing];
  const { confidence } = joined;
  return {
    edge_id: uuidV5(
      `supply-chain/${discloser.canonical_key}/${relation.role}/${counterparty?.canonical_key ?? relation.nameKey}`,
    ),
    hop,
    supplier,
    customer,
    disclosed_by: discloser.canonical_key,
    concentration_pct: joined.concentrationPct,
    concentration_of: joined.concentrationOf,
    concentration_base: joined.concentrationBase,
    is_at_least: joined.isAtLeast,
    amount: joined.amount,
    currency: joined.currency,
    confidence: counterparty === null ? Math.min(confidence, UNRESOLVED_CONFIDENCE) : confidence,
    valid_from: joined.validFrom,
    valid_to: joined.validTo,
    is_expired: joined.isExpired,
    observations_count: joined.observationsCount,
    evidence: joined.evidence.map(item => toEvidence(item, item)),
  };
}

/** Converts evidence to the response shape, with its filing. */
export function toEvidence(
  item: StatedObservation['statement']['evidence'][number],
  { filingId, url }: { filingId: string; url: string },
): NonNullable<Edge['evidence']>[number] {
  return {
    filing_id: filingId,
    section_key: item.sectionKey,
    quote: item.quote,
    char_start: item.charStart,
    char_end: item.charEnd,
    ...(item.elementId === null ? {} : { element_id: item.elementId }),
    ...(item.value === null ? {} : { value: item.value }),
    url,
  };
}
