import type { z } from 'zod';
import type { Database } from '../../../../db/database.ts';
import { compareText } from '../../../../kernel/compare-text.ts';
import { uuidV5 } from '../../../../kernel/ids.ts';
import type { EntityRefRow } from '../../../filings/issuers/views/entity-refs.ts';
import { loadEntityRefs, resolveNames } from '../../../filings/issuers/views/entity-refs.ts';
import { type JoinedEdge, joinObservations } from '../rules/join-observations.ts';
import {
  loadAnnualReadings,
  loadOwnStatements,
  loadStatementsOfNames,
  namesOfEntities,
  type StatedObservation,
} from './supply-chain-rows.ts';
import type { supplyEdge } from './supply-chain-shapes.ts';

export type Edge = z.input<typeof supplyEdge>;

/** Counterparties from which a second step is taken, and edges of it. */
const MOST_STEPS = 50;
const MOST_SECOND_EDGES = 200;
const MOST_FIRST_EDGES = 500;

/** Without the company that is named known to the store, a sentence may mean another of that name. */
const UNRESOLVED_CONFIDENCE = 0.75;

/** One relation: who says it, of whom, in which role. */
interface Relation {
  discloserId: string;
  role: 'customer' | 'supplier';
  /** Null where the name leads to no entity. */
  counterpartyId: string | null;
  nameKey: string;
  observations: StatedObservation[];
}

/** A relation with what its observations come to. */
interface PlacedEdge {
  relation: Relation;
  joined: JoinedEdge;
}

/** The edges of a company on a day, and when the newest of what they rest on became known. */
export interface Edges {
  edges: Edge[];
  newest: string | null;
}

/** The edges that an entity discloses and that others disclose about it; of two hops also one step from those resolved. */
export async function loadEdges(
  db: Database,
  entityId: string,
  { day, hops, isExpiredShown }: { day: string; hops: 1 | 2; isExpiredShown: boolean },
): Promise<Edges> {
  const isShown = ({ joined }: PlacedEdge) => isExpiredShown || !joined.isExpired;
  const first = (await edgesAround(db, [entityId], day)).filter(isShown).sort(byShare).slice(0, MOST_FIRST_EDGES);
  const second = hops === 1 ? [] : await secondStep(db, entityId, first, day);
  const shown = second.filter(isShown).sort(byShare).slice(0, MOST_SECOND_EDGES);
  const all = [...first, ...shown];
  const refs = await loadEntityRefs(
    db,
    all.flatMap(({ relation: { discloserId, counterpartyId } }) =>
      counterpartyId === null ? [discloserId] : [discloserId, counterpartyId],
    ),
  );
  return {
    edges: [...first.flatMap(one => toEdge(one, 1, refs) ?? []), ...shown.flatMap(one => toEdge(one, 2, refs) ?? [])],
    newest: newestOf(all),
  };
}

async function secondStep(
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
  const around = await edgesAround(db, [...partners].slice(0, MOST_STEPS), day);
  return around.filter(({ relation: { discloserId, counterpartyId } }) => {
    return counterpartyId !== null && discloserId !== entityId && counterpartyId !== entityId;
  });
}

/** What some entities say of others, and others of them. */
async function edgesAround(db: Database, entityIds: readonly string[], day: string): Promise<PlacedEdge[]> {
  const own = await loadOwnStatements(db, entityIds, day);
  const about = await loadStatementsOfNames(db, await namesOfEntities(db, entityIds), day);
  const stated = [
    ...own.filter(one => one.nameKey !== null),
    ...about.filter(one => !entityIds.includes(one.entityId)),
  ];
  const resolved = await resolveNames(
    db,
    stated.flatMap(one => one.nameKey ?? []),
  );
  const relations = groupRelations(stated, resolved).filter(
    one =>
      entityIds.includes(one.discloserId) || (one.counterpartyId !== null && entityIds.includes(one.counterpartyId)),
  );
  const readings = await loadAnnualReadings(db, [...new Set(relations.map(one => one.discloserId))], day);
  return relations.map(relation => ({
    relation,
    joined: joinObservations(relation.observations, readings.get(relation.discloserId) ?? [], day),
  }));
}

function groupRelations(stated: readonly StatedObservation[], resolved: ReadonlyMap<string, string>): Relation[] {
  const relations = new Map<string, Relation>();
  for (const one of stated) {
    const { nameKey, entityId: discloserId } = one;
    const role = one.statement.concentrationType;
    if (nameKey === null || (role !== 'customer' && role !== 'supplier')) continue;
    const counterpartyId = resolved.get(nameKey) ?? null;
    // A filer that speaks of itself by another of its names.
    if (counterpartyId === discloserId) continue;
    const key = JSON.stringify([discloserId, role, counterpartyId ?? nameKey, counterpartyId === null]);
    const known = relations.get(key);
    if (known === undefined) relations.set(key, { discloserId, role, counterpartyId, nameKey, observations: [one] });
    else known.observations.push(one);
  }
  return [...relations.values()];
}

/** Largest share first, those without one last. */
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
  const saying = { name_as_filed: discloser.company_name, entity: discloser };
  const said = { name_as_filed: name, entity: counterparty };
  const [supplier, customer] = relation.role === 'customer' ? [saying, said] : [said, saying];
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
    evidence: joined.evidence.map(one => toEvidence(one, one)),
  };
}

/** Evidence as answers show it, with the filing that it stands in. */
export function toEvidence(
  one: StatedObservation['statement']['evidence'][number],
  { filingId, url }: { filingId: string; url: string },
): NonNullable<Edge['evidence']>[number] {
  return {
    filing_id: filingId,
    section_key: one.sectionKey,
    quote: one.quote,
    char_start: one.charStart,
    char_end: one.charEnd,
    ...(one.elementId === null ? {} : { element_id: one.elementId }),
    ...(one.value === null ? {} : { value: one.value }),
    url,
  };
}
