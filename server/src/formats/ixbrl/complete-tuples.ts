import { addToList } from '../../kernel/lists.ts';
import type { XbrlFact, XbrlTuple } from '../xbrl/report.ts';
import { factId } from './complete-set.ts';
import { decimalOrder } from './fact-value.ts';
import type { InlineSet, PendingFact, PendingTuple } from './inline-set.ts';

/** A fact or tuple that may be a member of a tuple. */
interface Member {
  document: string;
  locator: string;
  target: string | null;
  /** As written. */
  order: string | null;
  tupleRef: string | null;
  fact: PendingFact | null;
  tuple: PendingTuple | null;
}

/** The outermost tuples with their members in order, nested or by reference. */
export function completeTuples(set: InlineSet): XbrlTuple[] {
  if (!set.hasTuples) return [];
  const byId = tuplesById(set);
  const members = new Map<PendingTuple, Member[]>();
  const asMembers = set.tuples.map(tuple => memberOfTuple(tuple));
  for (const [at, tuple] of set.tuples.entries()) {
    const member = asMembers[at];
    if (member !== undefined) tuple.parent = containerOf(set, byId, member, tuple.parent);
  }
  const sound = set.tuples.filter(tuple => isRooted(set, tuple));
  const soundOnes = new Set(sound);
  for (const member of asMembers) {
    const { tuple } = member;
    if (tuple !== null && tuple.parent !== null && soundOnes.has(tuple)) addToList(members, tuple.parent, member);
  }
  for (const pending of set.facts) {
    if (pending === null) continue;
    const member = memberOfFact(pending);
    const container = containerOf(set, byId, member, pending.tuple);
    if (container !== null) addToList(members, container, member);
  }
  for (const [parent, list] of members) placeMembers(set, parent, list);
  for (const tuple of set.tuples) checkContent(set, tuple);
  return sound.filter(tuple => tuple.parent === null).map(({ tuple }) => tuple);
}

function memberOfTuple(tuple: PendingTuple): Member {
  const { locator, target, order, tupleRef } = tuple;
  return { document: tuple.tuple.document, locator, target, order, tupleRef, fact: null, tuple };
}

function memberOfFact(pending: PendingFact): Member {
  const { fact, order, tupleRef } = pending;
  const { document, target } = fact;
  return { document, locator: factId(fact), target, order, tupleRef, fact: pending, tuple: null };
}

function tuplesById(set: InlineSet): Map<string, PendingTuple> {
  const byId = new Map<string, PendingTuple>();
  for (const pending of set.tuples) {
    const { tupleId, tuple, locator } = pending;
    if (tupleId === null) continue;
    if (!byId.has(tupleId)) byId.set(tupleId, pending);
    else set.anomalies.add('duplicate_id', tuple.document, locator, `another tuple has tupleID ${tupleId}`);
  }
  return byId;
}

/** The tuple that a fact or tuple belongs to, by reference or by nesting; null if there is none. */
function containerOf(
  set: InlineSet,
  byId: ReadonlyMap<string, PendingTuple>,
  member: Member,
  nested: PendingTuple | null,
): PendingTuple | null {
  const { tupleRef, order, target } = member;
  const report = (kind: string, detail: string): void =>
    set.anomalies.add(kind, member.document, member.locator, detail);
  const container = tupleRef === null ? nested : (byId.get(tupleRef) ?? null);
  if (container === null) {
    if (tupleRef !== null) report('missing_tuple', `tuple ${tupleRef} is not there`);
    else if (order !== null) report('order_outside_tuple', `order ${order} on an element in no tuple`);
    return null;
  }
  container.hasMembers = true;
  if (order === null) report('missing_order', 'a member of a tuple has no order');
  else if (decimalOrder(order) === null)
    report('invalid_order', `order "${order.slice(0, 40)}" is not a decimal number`);
  if (container.target === target) return container;
  report(
    'tuple_target_differs',
    `its tuple ${nameOf(container)} has another target, so the fact is not a member of it`,
  );
  return null;
}

function placeMembers(set: InlineSet, parent: PendingTuple, members: Member[]): void {
  const { tuple } = parent;
  const byOrder = new Map<string, Member>();
  for (const member of members.sort((a, b) => Number(a.order ?? 0) - Number(b.order ?? 0))) {
    const order = decimalOrder(member.order ?? '');
    const other = order === null ? undefined : byOrder.get(order);
    // Members of the same order are one member that is displayed several times, so they must be equal.
    if (other !== undefined && areEqual(other, member)) continue;
    if (other !== undefined) {
      const detail = `${member.locator} and ${other.locator} of tuple ${nameOf(parent)} differ and have order ${order}`;
      set.anomalies.add('duplicate_order', tuple.document, parent.locator, detail);
    } else if (order !== null) byOrder.set(order, member);
    if (member.fact !== null) tuple.facts.push(member.fact.fact);
    if (member.tuple !== null) tuple.tuples.push(member.tuple.tuple);
  }
}

function areEqual(a: Member, b: Member): boolean {
  if (a.fact === null || b.fact === null || a.fact.unitRef !== b.fact.unitRef) return false;
  return comparable(a.fact.fact) === comparable(b.fact.fact);
}

function comparable({ namespace, localName, contextId, decimals, value, fraction }: XbrlFact): string {
  const text = value === null ? null : value.replace(/\s+/g, ' ').trim();
  return JSON.stringify([namespace, localName, contextId, decimals, text, fraction]);
}

function checkContent(set: InlineSet, pending: PendingTuple): void {
  const { isNil, hasMembers, locator, tuple } = pending;
  if (isNil && hasMembers) set.anomalies.add('nil_with_content', tuple.document, locator, 'a nil tuple has members');
  if (!isNil && !hasMembers)
    set.anomalies.add('empty_tuple', tuple.document, locator, `tuple ${nameOf(pending)} has no member`);
}

function nameOf({ tuple }: PendingTuple): string {
  return `${tuple.prefix}:${tuple.localName}`;
}

/** False if the tuple contains itself by reference. */
function isRooted(set: InlineSet, tuple: PendingTuple): boolean {
  const passed = new Set<PendingTuple>();
  for (let at: PendingTuple | null = tuple; at !== null; at = at.parent) {
    if (passed.has(at) || passed.size > MAX_TUPLE_DEPTH) {
      set.anomalies.add(
        'tuple_circle',
        tuple.tuple.document,
        tuple.locator,
        'a tuple is inside itself; it is left out',
      );
      return false;
    }
    passed.add(at);
  }
  return true;
}

const MAX_TUPLE_DEPTH = 100;
